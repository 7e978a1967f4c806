// @module-tag without-database
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withPaths } from '../pages/page-tree.ts';
import { documentIdOf, hashId, type StoredContent, type StoredPage } from '../pages/storage.ts';
import { plainTitle } from '../source/summary-lines.ts';
import { escapeHeading } from '../source/title-heading.ts';
import type { PlannedPage } from './import-plan.ts';
import { exportOf, type Files, planOf, revisionOf } from './testing/book-revision.ts';

const NOW = '2026-01-01T00:00:00.000Z';

const BOOK: Files = {
  '.gitbook.yaml': 'root: ./\n\nredirects:\n  old: guide/setup.md\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n\n## Guide <a href="#guide" id="guide"></a>\n\n* [Using it](guide/README.md "Use")\n    * [Set \\*up\\*](<guide/set up.md>)\n    * [Missing](missing.md)\n***\n\n- [Site](https://example.org/a)\n\n## Later\n',
  'README.md':
    '---\ndescription: >-\n  What it is\n  for\nicon: book # why\nother: [1, 2]\n---\n\n# Home\n\n[a](guide/) ![p](<.gitbook/assets/a b.png>)\n{% include ".gitbook/includes/note.md" %}\n',
  'guide/README.md': '\uFEFF# Using\r\n\r\n[b](set%20up.md#x) <img src="../.gitbook/assets/a b.png">\r\n',
  'guide/set up.md': 'No heading\r\nmixed\nends\r\n',
  '.gitbook/includes/note.md': '---\r\ntitle: Note # of all\r\n---\r\n\r\nA note.\r\n',
  '.gitbook/assets/a b.png': 'picture',
  '.gitbook/vars.yaml': '# Of the program\nversion:   "1"\nother: 2 # two\n',
  '.gitbook/tags.yaml': 'beta: {label: "Beta", color: blue}\n# Old\nold:\n    label: Old\n',
};

const mapPage = (
  pages: readonly StoredPage[],
  title: string,
  change: (page: StoredPage) => StoredPage[],
): StoredPage[] =>
  pages.flatMap((page) =>
    page.title === title ? change(page) : [{ ...page, pages: mapPage(page.pages, title, change) }],
  );

test('a book that nobody edited is written as the same bytes, and read as the same revision', () => {
  const revision = revisionOf(planOf(BOOK));
  const written = exportOf(revision, BOOK);
  for (const [path, text] of Object.entries(BOOK)) {
    expect([path, written[path]]).toEqual([path, text]);
  }
  expect(Object.keys(written).toSorted()).toEqual(Object.keys(BOOK).toSorted());
  expect(revisionOf(planOf(written))).toEqual(revision);
});

test('links and groups that are there twice stay twice, and one of them can go', () => {
  const link = (title: string) => `  * [${title}](https://example.org/apps)\n`;
  const book = {
    'SUMMARY.md': `* [Home](README.md)\n${link('For iOS')}${link('For macOS')}* Overview\n  * [A](a.md)\n\n## More\n\n* Overview\n  * [B](b.md)\n`,
    'README.md': '# Home\n',
    'a.md': '# A\n',
    'b.md': '# B\n',
  };
  const revision = revisionOf(planOf(book));
  expect(exportOf(revision, book)['SUMMARY.md']).toBe(book['SUMMARY.md']);
  const pages = mapPage(revision.content.pages, 'For macOS', () => []);
  const edited = exportOf({ ...revision, content: { ...revision.content, pages } }, book);
  expect(edited['SUMMARY.md']).toBe(book['SUMMARY.md'].replace(link('For macOS'), ''));
});

test('a group in the list keeps its pages, and takes others, in the list', () => {
  const book = {
    'SUMMARY.md': '* Overview\n  * [A](a.md)\n    * [B](b.md)\n* [C](c.md)\n',
    'a.md': '# A\n',
    'b.md': '# B\n',
    'c.md': '# C\n',
  };
  const revision = revisionOf(planOf(book));
  expect(exportOf(revision, book)['SUMMARY.md']).toBe(book['SUMMARY.md']);
  const [overview, c] = revision.content.pages;
  const pages = overview && c ? [{ ...overview, pages: [...overview.pages, c] }] : [];
  const edited = exportOf({ ...revision, content: { ...revision.content, pages } }, book);
  expect(edited['SUMMARY.md']).toBe('* Overview\n  * [A](a.md)\n    * [B](b.md)\n  * [C](c.md)\n');
});

test('a page that goes into the group above it, or out of it, leaves its line there', () => {
  const book = {
    'SUMMARY.md': '* [A](a.md)\n\n## Group\n\n* [B](b.md)\n* [E](e.md)\n\n***\n\n* [C](c.md)\n* [D](d.md)\n',
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.md`, `# ${name}\n`])),
  };
  const revision = revisionOf(planOf(book));
  const [a, group, c, d] = revision.content.pages;
  if (!a || !group || !c || !d) throw new Error('The book has four parts.');
  const write = (pages: StoredPage[]) =>
    exportOf({ ...revision, content: { ...revision.content, pages } }, book)['SUMMARY.md'] ?? '';
  const readBack = (text: string) =>
    titles(revisionOf(planOf({ ...book, 'SUMMARY.md': text })).content.pages);
  for (const pages of [
    [a, { ...group, pages: [...group.pages, c] }, d],
    [a, { ...group, pages: [...group.pages, c, d] }],
    [a, { ...group, pages: group.pages.slice(0, 1) }, ...group.pages.slice(1), c, d],
    [{ ...group, pages: [a, ...group.pages] }, c, d],
  ])
    expect(readBack(write(pages))).toEqual(titles(pages));
});

test('a title of any signs is read as it was written', () => {
  const signs = [
    'a',
    'b',
    ' ',
    '*',
    '_',
    '[',
    ']',
    '<',
    '>',
    '`',
    '&',
    '&lt;',
    '#',
    '~~',
    '(',
    ')',
    '"',
    '<b>',
    '**',
  ];
  const title = fc
    .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join('').trim());
  fc.assert(
    fc.property(title, (text) => {
      const shown = text.replaceAll(/\s+/g, ' ');
      expect(plainTitle(escapeHeading(text))).toBe(shown);
    }),
    { numRuns: 1000 },
  );
});

test('comments are no entries, nor lost, and blanks may stand in a path', () => {
  const book = {
    'SUMMARY.md': '<!--\n* [Old](old.md)\n-->\n* [A](a one.md)\n* [B [1]](b.md) <!-- soon -->\n',
    'a one.md': '# A\n',
    'b.md': '# B [1]\n',
  };
  const revision = revisionOf(planOf(book));
  expect(titles(revision.content.pages)).toEqual(['A', 'B [1]']);
  expect(exportOf(revision, book)['SUMMARY.md']).toBe(book['SUMMARY.md']);
});

test('escapes in the paths of links are none of their names', () => {
  const book = {
    'SUMMARY.md': '* [Home](README.md)\n  * [E\\_1](errors/e\\_1.md)\n',
    'README.md': '# Home\n\n[one](errors/e\\_1.md#why)\n',
    'errors/e_1.md': '# E\\_1\n\n## Why\n',
  };
  const plan = planOf(book);
  const revision = revisionOf(plan);
  expect(titles(revision.content.pages)).toEqual([['Home', 'E_1']]);
  expect(exportOf(revision, book)).toMatchObject(book);
});

test('headings of any level are groups, and a readme that is not named stays unnamed', () => {
  const book = {
    'SUMMARY.md':
      '## 9\n\n### Start ###\n\n * [A](/a.md)\n\n---\n\n * [B](b.md)\n\n### More\n\n * [C](c.md)\n',
    ...Object.fromEntries(['README', 'a', 'b', 'c'].map((name) => [`${name}.md`, `# ${name}\n`])),
  };
  const revision = revisionOf(planOf(book));
  expect(exportOf(revision, book)['SUMMARY.md']).toBe(book['SUMMARY.md']);
  const pages = mapPage(revision.content.pages, 'A', (page) => [{ ...page, title: 'Aha' }]);
  const edited = exportOf({ ...revision, content: { ...revision.content, pages } }, book);
  expect(edited['SUMMARY.md']).toBe(book['SUMMARY.md'].replace(' * [A](/a.md)', ' * [Aha](a.md)'));
});

const titles = (pages: readonly StoredPage[]): unknown[] =>
  pages.map(({ title, pages: below }) => (below.length === 0 ? title : [title, ...titles(below)]));

test('a book below its settings is written where it was', () => {
  const settings = 'root:   ./docs/ # here\r\nstructure:\r\n  summary: TOC.md\r\n';
  const book = Object.fromEntries(Object.entries(BOOK).map(([path, text]) => [`docs/${path}`, text]));
  const { 'docs/.gitbook.yaml': _own, 'docs/SUMMARY.md': summary = '', ...others } = book;
  const files = { ...others, '.gitbook.yaml': settings, 'docs/TOC.md': `\uFEFF${summary}` };
  const revision = revisionOf(planOf(files));
  expect(revision.content.book?.root).toBe('docs');
  const written = exportOf(revision, files);
  expect(Object.keys(written).toSorted()).toEqual(Object.keys(files).toSorted());
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith('.png')) expect([path, written[path]]).toEqual([path, text]);
  }
  expect(revisionOf(planOf({ ...written, 'docs/.gitbook/assets/a b.png': 'picture' }))).toEqual(revision);
});

test('the lines of deleted pages go, and those that never had one stay', () => {
  const revision = revisionOf(planOf(BOOK));
  revision.content.pages = mapPage(revision.content.pages, 'Set *up*', () => []);
  const summary = BOOK['SUMMARY.md'] ?? '';
  expect(exportOf(revision, BOOK)['SUMMARY.md']).toBe(
    summary.replace('    * [Set \\*up\\*](<guide/set up.md>)\n', ''),
  );
  revision.content.pages = mapPage(revision.content.pages, 'Home', () => []);
  expect(exportOf(revision, BOOK)['SUMMARY.md']).not.toContain('README.md)\n\n##');
});

test('values and tags change in their own lines', () => {
  const revision = revisionOf(planOf(BOOK));
  revision.content.book = {
    ...revision.content.book,
    vars: { version: '2', other: '2', more: 'x' },
    tags: [
      { tag: 'beta', label: 'Beta', color: 'blue' },
      { tag: 'new', label: 'New' },
    ],
  };
  const written = exportOf(revision, BOOK);
  expect(written['.gitbook/vars.yaml']).toBe('# Of the program\nversion: "2"\nother: 2 # two\nmore: x\n');
  expect(written['.gitbook/tags.yaml']).toContain('beta: { label: "Beta", color: blue }\n');
  const again = planOf(written);
  expect(again.vars).toEqual(revision.content.book.vars);
  expect(again.tags).toEqual(revision.content.book.tags);
});

test('an edit of a page changes the lines of its file alone', () => {
  const revision = revisionOf(planOf(BOOK));
  const text = '# Using\n\n[b](set%20up.md#x) [c](/pages/' + hashId('README.md') + '#top)\n';
  revision.texts.set(documentIdOf(text), text);
  revision.content.pages = mapPage(revision.content.pages, 'Using it', (page) => [
    { ...page, documentId: documentIdOf(text), hidden: true },
  ]);
  const written = exportOf(revision, BOOK);
  expect(written['guide/README.md']).toBe(
    '\uFEFF---\r\nhidden: true\r\n---\r\n\r\n# Using\r\n\r\n[b](set%20up.md#x) [c](../README.md#top)\r\n',
  );
  const { 'guide/README.md': _edited, ...others } = written;
  const { 'guide/README.md': _was, ...same } = BOOK;
  expect(others).toEqual(same);
});

test('the table of contents changes in the lines of the pages that did', () => {
  const revision = revisionOf(planOf(BOOK));
  const page = (title: string, text: string): StoredPage => {
    revision.texts.set(documentIdOf(text), text);
    const slug = title.toLowerCase();
    return {
      id: hashId(title),
      type: 'document',
      title,
      slug,
      path: slug,
      documentId: documentIdOf(text),
      createdAt: NOW,
      updatedAt: NOW,
      pages: [],
    };
  };
  const renamed = mapPage(revision.content.pages, 'Home', (home) => [
    { ...home, title: 'Start' },
    page('New', 'Text\n'),
  ]);
  revision.content.pages = mapPage(renamed, 'Using it', (using) => [
    { ...using, pages: [...using.pages, page('Last', '# Last\n')] },
  ]);
  const written = exportOf(revision, BOOK);
  expect(written['new.md']).toBe('# New\n\nText\n');
  expect(written['guide/last.md']).toBe('# Last\n');
  expect(written['SUMMARY.md']).toBe(
    (BOOK['SUMMARY.md'] ?? '')
      .replace('* [Home](README.md)', '* [Start](README.md)\n* [New](new.md)')
      .replace('(<guide/set up.md>)\n', '(<guide/set up.md>)\n    * [Last](guide/last.md)\n'),
  );
});

test('pages that were written here become a book that is read as the same tree', () => {
  const at = { path: '', createdAt: NOW, updatedAt: NOW };
  const texts = new Map<string, string>();
  const page = (title: string, text: string, pages: StoredPage[] = []): StoredPage => {
    texts.set(documentIdOf(text), text);
    return {
      ...at,
      id: `id-${title}`,
      type: 'document',
      title,
      slug: title.toLowerCase(),
      documentId: documentIdOf(text),
      pages,
    };
  };
  const file = {
    id: 'picture',
    name: 'a (1).png',
    contentType: 'image/png',
    size: 1,
    width: null,
    height: null,
  };
  const content: StoredContent & { spaceId: string } = {
    spaceId: 'space',
    pages: withPaths([
      page(
        'Start',
        'See [deep](/pages/id-Deep#a), [group](/spaces/space/pages/id-Guide) ![p](/files/picture)\n',
      ),
      {
        ...at,
        id: 'group',
        type: 'group',
        title: 'Group & more',
        slug: 'group',
        pages: [
          page('Guide', '[start](/pages/id-Start) `/pages/id-Start`\n', [
            { ...page('Deep', 'Text\n'), description: 'Why: so', icon: 'owl' },
          ]),
        ],
      },
      {
        ...at,
        id: 'link',
        type: 'link',
        title: 'Away',
        slug: 'away',
        href: 'https://example.org/',
        pages: [],
      },
    ]),
    files: [file],
    reusableContents: [],
  };
  const written = exportOf({ content, texts }, {});
  expect(written).toEqual({
    'SUMMARY.md':
      '# Table of contents\n\n* [Start](README.md)\n\n## Group & more\n\n* [Guide](guide/README.md)\n  * [Deep](guide/deep.md)\n\n***\n\n* [Away](https://example.org/)\n',
    'README.md':
      '# Start\n\nSee [deep](guide/deep.md#a), [group](guide/README.md) ![p](.gitbook/assets/a%20%281%29.png)\n',
    'guide/README.md': '# Guide\n\n[start](../README.md) `/pages/id-Start`\n',
    'guide/deep.md': '---\ndescription: "Why: so"\nicon: owl\n---\n\n# Deep\n\nText\n',
    '.gitbook/assets/a (1).png': '',
  });
  const titles = (pages: readonly (PlannedPage | StoredPage)[]): unknown[] =>
    pages.map(({ type, title, pages: below }) => [type, title, titles(below)]);
  expect(titles(planOf(written).pages)).toEqual(titles(content.pages));
});
