// @module-tag without-database
import { expect, test } from 'vitest';
import { planImport } from './plan-import.ts';
import { sourceOf, titlesOf } from './testing/source-of.ts';

const planOf = (files: Record<string, string>, options = {}) => planImport(sourceOf(files), options);

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
  expect(report).toMatchObject([
    { path: 'a.md', line: 7, kind: 'warning' },
    { path: '', kind: 'left-out', message: expect.stringContaining(': no.png, unused.png.') },
  ]);
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

test('a site of several books comes with its structure; what is hidden or cannot be read is never visible', () => {
  const { books, site, report } = planOf({
    'docs.yaml': `
site:
  title: Acme
  structure:
    - type: section-group
      title: Guides
      draft: true
      children:
        - type: section
          title: Start
          path: start
          condition: "visitor.claims.beta =="
          children:
            - { type: space, title: English, path: en, default: true, content: { directory: ./start, language: en } }
            - { type: space, title: French, content: { directory: null } }
    - { type: space, title: API, hidden: true, content: { directory: /api } }
`,
    'start/README.md': '# Start',
    'api/.gitbook.yaml': 'root: ./pages/\nredirects:\n  old/way: new.md\n',
    'api/pages/SUMMARY.md': '* [New](new.md)',
    'api/pages/new.md': '# New\n\n[home](../../start/README.md)',
    'api/outside.md': '# No page',
  });
  expect(books.map(({ title, root }) => [title, root])).toEqual([
    ['English', 'start'],
    ['API', 'api/pages'],
  ]);
  expect(books[1]?.redirects).toEqual([{ from: 'old/way', to: 'new.md' }]);
  expect(titlesOf(books[1]?.pages ?? [])).toEqual(['New']);
  expect(site).toMatchObject({
    title: 'Acme',
    structure: [
      {
        type: 'section-group',
        isHidden: true,
        children: [
          { type: 'section', isHidden: true, children: [{ root: 'start', isDefault: true, language: 'en' }] },
        ],
      },
      { type: 'space', isHidden: true, root: 'api/pages' },
    ],
  });
  expect(report.map(({ message }) => message).join()).toContain('"French" has no folder');
});

test('a page with a condition is in no list, and no page of an account', () => {
  const { books } = planOf({ 'README.md': '---\nif: visitor.claims.staff\n---\n# Staff' });
  expect(books[0]?.pages[0]).toMatchObject({ hidden: true, noIndex: true, noRobotsIndex: true });
});

test('Docusaurus: sidebars are data, positions and categories order folders', () => {
  const { books, kind } = planOf({
    'site/docusaurus.config.ts': `
import type { Config } from '@docusaurus/types';
const config: Config = {
  title: 'Acme',
  presets: [['classic', { docs: { path: '../docs', routeBasePath: '/', sidebarPath: require.resolve('./sidebars.ts') } } satisfies Options]],
  headTags: [(name: string) => name],
};
export default config;`,
    'site/sidebars.ts': `
const more = ['guides/b'];
const sidebars: SidebarsConfig = {
  main: [
    { type: 'doc', id: 'intro', label: 'Hello' },
    { type: 'category', label: 'Guides', link: { type: 'doc', id: 'guides/index' }, items: ['guides/named', ...more] },
    { type: 'link', label: 'Forum', href: 'https://forum.example' },
    { Deep: [{ type: 'autogenerated', dirName: 'auto' }] },
    window.secret(),
  ],
};
export default sidebars;`,
    'docs/intro.md':
      '---\nid: intro\n---\n# Intro\n\n![](/img/a.png) [b](guides/b) [n](./guides/01-file.mdx#x)',
    'docs/guides/index.md': '# All guides',
    'docs/guides/01-file.mdx': '---\nid: named\ntitle: By id\nslug: /elsewhere\n---\ntext',
    'docs/guides/b.md': '# B',
    'docs/auto/2-two.md': '# Two',
    'docs/auto/one.md': '---\nsidebar_position: 1\ndraft: true\n---\n# One',
    'docs/auto/zed/_category_.json': '{"label":"Zed first","position":0}',
    'docs/auto/zed/x.md': '# X',
    'docs/auto/_partial.md': '# Partial',
    'docs/unlisted.md': '# Unlisted',
    'site/static/img/a.png': '',
  });
  expect(kind).toBe('docusaurus');
  expect(titlesOf(books[0]?.pages ?? [])).toEqual([
    'Hello',
    'Guides',
    '  By id',
    '  B',
    'Forum (link)',
    'Deep (group)',
    '  Zed first (group)',
    '    X',
    '  One',
    '  Two',
  ]);
  expect(books[0]?.pages[1]?.pages[0]?.slug).toBe('elsewhere');
  expect(books[0]?.pages[3]?.pages[1]).toMatchObject({ title: 'One', hidden: true });
  expect(books[0]?.pages[0]?.markdown).toBe(
    '# Intro\n\n![](site/static/img/a.png) [b](guides/b) [n](./guides/01-file.mdx#x)',
  );
  expect(books[0]?.files).toEqual([{ from: 'site/static/img/a.png', path: 'site/static/img/a.png' }]);
});

test('MkDocs: the navigation with sections, indexes and links', () => {
  const { books } = planOf({
    'mkdocs.yml':
      'site_name: Acme\nmarkdown_extensions:\n  - x:\n      f: !!python/name:a.b\nnav:\n  - Home: index.md\n  - Guide:\n    - guide/index.md\n    - Second: guide/two.md\n  - Away: https://example.org\n  - gone.md\nplugins:\n  - redirects:\n      redirect_maps:\n        old/page.md: guide/two.md\n',
    'docs/index.md': '# Welcome',
    'docs/guide/index.md': '# The guide',
    'docs/guide/two.md': '# Two',
    'docs/other.md': '# Other',
  });
  expect(books[0]).toMatchObject({
    title: 'Acme',
    root: 'docs',
    redirects: [{ from: 'old/page', to: 'guide/two.md' }],
  });
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Home', 'Guide', '  Second', 'Away (link)']);
});

test('Starlight: a book for each language, folders by the order in front matter', () => {
  const { books } = planOf({
    'astro.config.mjs': `
import starlight from '@astrojs/starlight';
export default defineConfig({ integrations: [starlight({
  title: 'Acme',
  locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
  sidebar: [ 'start', { label: 'Guides', translations: { fr: 'Conseils' }, autogenerate: { directory: 'guides' } } ],
})] });`,
    'src/content/docs/index.mdx': '---\ntitle: Acme\n---\n<Card title="A" href="/start/">Text</Card>',
    'src/content/docs/start.md': '---\ntitle: Start\n---\nx',
    'src/content/docs/guides/a.md': '---\ntitle: A\nsidebar: { order: 2 }\n---\nx',
    'src/content/docs/guides/b.md':
      '---\ntitle: B\nsidebar: { order: 1, label: Bee }\n---\n[up](../../start/)',
    'src/content/docs/fr/guides/a.md': '---\ntitle: Ah\n---\nx',
  });
  expect(books.map(({ language }) => language)).toEqual(['en', 'fr']);
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Acme', 'Start', 'Guides (group)', '  Bee', '  A']);
  expect(titlesOf(books[1]?.pages ?? [])).toEqual(['Conseils (group)', '  Ah']);
  expect(books[0]?.pages[2]?.pages[0]?.markdown).toBe('[up](../start.md)');
});

test('Mintlify: tabs, groups with a page of their own, hidden groups and redirects', () => {
  const { books, report } = planOf({
    'docs.json': JSON.stringify({
      name: 'Acme',
      navigation: {
        tabs: [
          {
            tab: 'Docs',
            groups: [
              {
                group: 'Start',
                root: 'start',
                icon: 'rocket',
                pages: ['a', { group: 'More', hidden: true, pages: ['b'] }],
              },
            ],
          },
          { tab: 'Blog', href: 'https://blog.example' },
          { tab: 'API', openapi: 'spec.yaml', pages: ['GET /pets'] },
        ],
      },
      redirects: [
        { source: '/older', destination: '/old' },
        { source: '/old', destination: '/a' },
        { source: '/loop', destination: '/loop' },
      ],
    }),
    'start.mdx':
      '---\ntitle: Start\n---\nimport Hi from "/snippets/hi.mdx";\n\n<Hi />\n\n[a](/older#b) [c](/loop)',
    'snippets/hi.mdx': 'Hello **you**',
    'a.mdx': '---\ntitle: A\ndescription: About a\n---\n<Note>Read on</Note>',
    'b.mdx': '---\ntitle: B\n---\nx',
  });
  expect(titlesOf(books[0]?.pages ?? [])).toEqual([
    'Docs (group)',
    '  Start',
    '    A',
    '    More (group)',
    '      B',
    'Blog (link)',
  ]);
  expect(books[0]?.redirects).toContainEqual({ from: 'old', to: 'a' });
  const [start] = books[0]?.pages[0]?.pages ?? [];
  expect(start?.markdown?.trim()).toBe('Hello **you**\n\n\n[a](a.mdx#b) [c](/loop)');
  expect(report.map(({ message }) => message)).toContain(
    'The target of a link "/loop" is not in the source.',
  );
  expect(start?.pages[0]?.markdown?.trim()).toBe('{% hint style="info" %}\nRead on\n{% endhint %}');
  expect(report.map(({ message }) => message).join()).toContain('GET /pets');
});

test('mdBook: parts, files that it includes, hidden lines of code', () => {
  const { books } = planOf({
    'book.toml': '[book]\ntitle = "Acme"\nlanguage = "en"\n',
    'src/SUMMARY.md':
      '# Summary\n\n[Preface](preface.md)\n\n# Part\n\n- [One](one.md)\n  - [Draft]()\n\n---\n\n[End](end.md)',
    'src/preface.md': '# Preface',
    'src/one.md': '# One\n\n```rust,ignore\n{{#include ../code/a.rs:2:3}}\n# hidden\n```',
    'src/end.md': '# End',
    'code/a.rs': 'one\ntwo\nthree\nfour',
  });
  expect(books[0]).toMatchObject({ title: 'Acme', language: 'en' });
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Preface', 'Part (group)', '  One', 'End']);
  expect(books[0]?.pages[1]?.pages[0]?.markdown).toBe('```rust\ntwo\nthree\n```');
});

test('Notion: pages without their ids, databases as tables, callouts', () => {
  const id = (digit: string) => digit.repeat(32);
  const { books, kind } = planOf({
    [`Export/Home ${id('a')}.md`]: `# Home\n\n<aside>\n💡 Mind this\n</aside>\n\n[Tasks](Home%20${id('a')}/Tasks%20${id('b')}.csv)`,
    [`Export/Home ${id('a')}/Tasks ${id('b')}.csv`]: 'Name,State\nFirst,open',
    [`Export/Home ${id('a')}/Tasks ${id('b')}_all.csv`]: 'Name,State\nFirst,open\n"Second, too","a | b"',
    [`Export/Home ${id('a')}/Tasks ${id('b')}/First ${id('c')}.md`]: '# First\n\nText',
  });
  expect(kind).toBe('notion');
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Home', '  Tasks', '    First']);
  const [home] = books[0]?.pages ?? [];
  expect(home?.markdown).toContain('{% hint style="info" %}\n💡 Mind this\n{% endhint %}');
  expect(home?.pages[0]?.markdown).toContain('| Second, too | a \\| b |');
  expect(home?.pages[0]?.markdown).toMatch(/\| \[First\]\(.*First.*\) \| open \|/);
});

test('Confluence: the index is the tree, attachments are files; its XML says what to choose', () => {
  const { books, kind } = planOf({
    'index.html':
      '<h1>Space</h1><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Child_2.html">Child</a></li></ul></li></ul>',
    'Home_1.html':
      '<title>Space : Home</title><h1>Space : Home</h1><div id="main-content"><h2 id="Home-Goals">Goals</h2><p><a href="Child_2.html#Child-Why">c</a> <img src="attachments/1/2.png"> <a href="attachments/1/3.pdf">f</a></p></div>',
    'Child_2.html':
      '<h1>Space : Child</h1><div id="main-content"><h2 id="Child-Why">Why</h2><div class="confluence-information-macro confluence-information-macro-warning"><p>a</p></div></div>',
    'attachments/1/2.png': '',
    'attachments/1/3.pdf': '',
  });
  expect(kind).toBe('confluence');
  expect(books[0]?.title).toBe('Space');
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Home', '  Child']);
  expect(books[0]?.pages[0]?.markdown).toBe(
    '## Goals\n\n[c](Child_2.md#Child-Why) ![](attachments/1/2.png) [f](attachments/1/3.pdf)',
  );
  expect(books[0]?.pages[0]?.pages[0]?.markdown).toBe(
    '## Why {#Child-Why}\n\n{% hint style="warning" %}\na\n{% endhint %}',
  );
  expect(books[0]?.files.map(({ path }) => path)).toEqual(['attachments/1/2.png', 'attachments/1/3.pdf']);
  expect(planOf({ 'entities.xml': '<x/>', 'exportDescriptor.properties': '' }).problem).toContain(
    'XML export',
  );
});

test('a wiki: its sidebar, then all other pages; links by name', () => {
  const { books, kind } = planOf({
    'Home.md': 'Welcome, see [[How To|Setup-Guide]] and [[Setup Guide]]. `[[code]]`',
    '_Sidebar.md': '* [[Setup Guide]]\n  * [Deep](Deep-Page)',
    '_Footer.md': 'x',
    'Setup-Guide.md': 'text',
    'Deep-Page.md': 'text',
    'Another-Page.md': 'text',
  });
  expect(kind).toBe('github-wiki');
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Home', 'Setup Guide', '  Deep', 'Another Page']);
  expect(books[0]?.pages[0]?.markdown).toBe(
    'Welcome, see [How To](<Setup-Guide.md>) and [Setup Guide](<Setup-Guide.md>). `[[code]]`',
  );
});
