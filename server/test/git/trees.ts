/** Repositories of several makes: what they are, their files, a page by its title, and its file. */
export const TREES: [string, Record<string, string>, string, string][] = [
  [
    'a book below its settings, with front matter, includes, values and odd lines',
    {
      '.gitbook.yaml':
        'root:   ./docs/ # here\nstructure:\n  summary: TOC.md\n\nredirects:\n  old: guide/setup.md\n',
      'docs/TOC.md':
        '\uFEFF# Table of contents\r\n\r\n* [Home](README.md)\r\n\r\n## Guide <a href="#g" id="g"></a>\r\n\r\n- [Set \\*up\\*](<guide/set up.md>)\r\n* [Missing](missing.md)\r\n***\r\n* [Site](https://example.org/a)\r\n',
      'docs/README.md':
        '---\ndescription: >-\n  What it is\n  for\nother: [1, 2]\n---\n\n# Home\n\n{% include ".gitbook/includes/note.md" %}',
      'docs/guide/set up.md': 'No heading\r\nmixed\nends\r\n',
      'docs/.gitbook/includes/note.md': '---\r\ntitle: Note # of all\r\n---\r\n\r\nA note.\r\n',
      'docs/.gitbook/vars.yaml': '# Of the program\nversion:   "1"\n',
      'src/main.c': 'int main() {}\n',
    },
    'Set *up*',
    'docs/guide/set up.md',
  ],
  [
    'a book of mdBook',
    {
      'book.toml': '[book]\ntitle = "Rust"\n',
      'src/SUMMARY.md':
        '# Summary\n\n[Introduction](intro.md)\n\n- [First](first.md)\n    - [Second](nested/second.md)\n',
      'src/intro.md': '# Introduction\n\nText\n',
      'src/first.md': '# First\n\nText\n',
      'src/nested/second.md': '# Second\n\nSee [first](../first.md).\n',
    },
    'Second',
    'src/nested/second.md',
  ],
  [
    'files in the order of their names',
    {
      'README.md': '# Start\n\nText\n',
      '1-begin.md': '# Begin\n\n```js\na  \n```\n',
      'more/10-last.md': '---\ntitle: Last\n---\n\nText\n',
      'more/2-other.md': '# Other\n\nText   \n\n\n\nEnd',
    },
    'Other',
    'more/2-other.md',
  ],
];
