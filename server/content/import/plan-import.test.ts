import { expect, test } from 'vitest';
import { isTextFile, type PlannedPage } from './import-plan.ts';
import { planImport } from './plan-import.ts';

/** A source of texts; what is no text has one byte. */
function planOf(files: Record<string, string>) {
  const texts = new Map(
    Object.entries(files)
      .filter(([path]) => isTextFile(path))
      .map(([path, text]) => [path, Buffer.from(text)]),
  );
  return planImport({ files: Object.keys(files).map((path) => ({ path, size: 1 })), texts });
}

/** Titles, nested by indentation. */
function titlesOf(pages: readonly PlannedPage[], indent = ''): string[] {
  return pages.flatMap(({ title, type, pages: below }) => [
    `${indent}${title}${type === 'document' ? '' : ` (${type})`}`,
    ...titlesOf(below, `${indent}  `),
  ]);
}

test('a book keeps the order, the titles, the groups and the links of its table of contents', () => {
  const { books, report, kind } = planOf({
    'wrapper/README.md': '# Welcome\nHello',
    'wrapper/SUMMARY.md': [
      '# Table of contents',
      '',
      '* [Home](README.md)',
      '* [Zoo \\& more](<z o o.md> "zoo")',
      '  * [Ape](apes/ape%20one.md)',
      '',
      '## Second <a href="#second" id="second"></a>',
      '',
      '* [Away](https://example.org/away)',
      '***',
      '* [Gone](gone.md)',
      '* [Home again](README.md)',
    ].join('\n'),
    'wrapper/z o o.md': '# Zoo',
    'wrapper/apes/ape one.md': '# Apes',
    'wrapper/LICENSE.md': '# MIT',
  });
  expect(kind).toBe('gitbook');
  expect(titlesOf(books[0]?.pages ?? [])).toEqual([
    'Home',
    'Zoo & more',
    '  Ape',
    'Second (group)',
    '  Away (link)',
  ]);
  expect(report.map(({ line, kind: entryKind }) => [line, entryKind])).toEqual([
    [10, 'left-out'],
    [11, 'left-out'],
    [12, 'left-out'],
  ]);
});

test('a page keeps its text, with what front matter says in its fields', () => {
  const text =
    '---\ndescription: >-\n  In two\n  lines\nicon: rocket\nhidden: true\ncover: .gitbook/assets/c.png\ncoverY: 12\n---\n\n# Home\n\nText\n';
  const { books } = planOf({
    'README.md': text,
    '.gitbook/assets/c.png': '',
    'SUMMARY.md': '* [Start](README.md)',
  });
  expect(books[0]?.pages[0]).toMatchObject({
    title: 'Start',
    description: 'In two lines',
    icon: 'rocket',
    hidden: true,
    cover: { path: '.gitbook/assets/c.png', yPos: 12 },
    markdown: '# Home\n\nText\n',
    git: { path: 'README.md' },
    source: { titleHeading: true, frontMatter: text.slice(0, text.indexOf('# Home')) },
  });
});

test('pictures and files of texts come along, whatever names and folders they have', () => {
  const { books, report } = planOf({
    'a.md': [
      '![](.gitbook/assets/p.png) ![](<img/my pic.png>) ![](img/a%28b%29.png) ![](</img/x [1].png>)',
      '<figure><img src="img/f.PNG" alt=""></figure> <a href=\'files/m.pdf\'>M</a>',
      '{% file src="files/a.zip" %}',
      '`![](no.png)` ![](gone.png)',
    ].join('\n\n'),
    '.gitbook/assets/p.png': '',
    'img/my pic.png': '',
    'img/a(b).png': '',
    'img/x [1].png': '',
    'img/F.png': '',
    'files/m.pdf': '',
    'files/a.zip': '',
    'no.png': '',
    'unused.png': '',
  });
  expect(books[0]?.files.map(({ path }) => path)).toEqual([
    '.gitbook/assets/p.png',
    'img/my pic.png',
    'img/a(b).png',
    'img/x [1].png',
    'img/F.png',
    'files/m.pdf',
    'files/a.zip',
  ]);
  expect(report).toMatchObject([{ path: 'a.md', line: 7, kind: 'warning' }]);
});

test('without a table of contents, the page of a folder comes first, then names with numbers by value', () => {
  const { books } = planOf({
    '10-last.md': '# Last',
    '2-second.md': 'Second\n======\nx',
    'README.MD': '<!-- c -->\n# Top',
    'guide.markdown': '![banner](b.png)\n\n# Guide',
    'guide/b.md': '# B',
    'guide/a.md': 'No heading',
    'images/x.png': '',
    'sets/index.md': '# Sets',
    'sets/one.md': '# One',
    '.github/x.md': '# Hidden',
  });
  expect(titlesOf(books[0]?.pages ?? [])).toEqual([
    'Top',
    'Second',
    'Last',
    'Guide',
    '  A',
    '  B',
    'Sets',
    '  One',
  ]);
});
