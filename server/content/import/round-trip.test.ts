// @module-tag without-database
import { expect, test } from 'vitest';
import { withPaths } from '../pages/page-tree.ts';
import { documentIdOf, hashId, type StoredContent, type StoredPage } from '../pages/storage.ts';
import { listBookFiles } from '../source/write-book.ts';
import { isTextFile, type PlannedBook, type PlannedPage } from './import-plan.ts';
import { planImport } from './plan-import.ts';

type Files = Record<string, string>;

const NOW = '2026-01-01T00:00:00.000Z';

const BOOK: Files = {
  '.gitbook.yaml': 'root: ./\n\nredirects:\n  old: guide/setup.md\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n\n## Guide <a href="#guide" id="guide"></a>\n\n* [Using it](guide/README.md "Use")\n    * [Set \\*up\\*](<guide/set up.md>)\n    * [Missing](missing.md)\n***\n\n- [Site](https://example.org/a)\n',
  'README.md':
    '---\ndescription: >-\n  What it is\n  for\nicon: book # why\nother: [1, 2]\n---\n\n# Home\n\n[a](guide/) ![p](<.gitbook/assets/a b.png>)\n{% include ".gitbook/includes/note.md" %}\n',
  'guide/README.md': '\uFEFF# Using\r\n\r\n[b](set%20up.md#x) <img src="../.gitbook/assets/a b.png">\r\n',
  'guide/set up.md': 'No heading\r\nmixed\nends\r\n',
  '.gitbook/includes/note.md': 'A note.\n',
  '.gitbook/assets/a b.png': 'picture',
  '.gitbook/vars.yaml': 'version: "1"\n',
};

function planOf(files: Files): PlannedBook {
  const texts = new Map(
    Object.entries(files).flatMap(([path, text]) => (isTextFile(path) ? [[path, Buffer.from(text)]] : [])),
  );
  const list = Object.entries(files).map(([path, text]) => ({ path, size: Buffer.byteLength(text) }));
  const [book] = planImport({ files: list, texts }).books;
  if (!book) throw new Error('There is no book.');
  return book;
}

/** The revision that an import makes of a book; ids are made of paths. */
function revisionOf(book: PlannedBook) {
  const texts = new Map<string, string>();
  const keep = (text: string) => {
    const id = documentIdOf(text);
    texts.set(id, text);
    return id;
  };
  const toPage = ({ key, markdown, cover, pages, ...planned }: PlannedPage): StoredPage => ({
    ...planned,
    id: hashId(key),
    slug: planned.slug ?? hashId(key),
    path: '',
    ...(markdown !== undefined && { documentId: keep(markdown) }),
    ...(cover && { cover: { ref: { kind: 'file' as const, file: hashId(cover.path) }, yPos: cover.yPos } }),
    createdAt: NOW,
    updatedAt: NOW,
    pages: pages.map(toPage),
  });
  const content: StoredContent & { spaceId: string } = {
    spaceId: 'space',
    pages: withPaths(book.pages.map(toPage)),
    files: book.files.map(({ path }) => ({
      id: hashId(path),
      name: path.slice(path.lastIndexOf('/') + 1),
      contentType: 'image/png',
      size: 1,
      width: null,
      height: null,
      git: { path },
    })),
    reusableContents: book.includes.map(({ path, title, markdown }) => ({
      id: hashId(path),
      title,
      documentId: keep(markdown),
      git: { path },
    })),
    book: {
      texts: book.texts.map(({ path, text }) => ({ path, documentId: keep(text) })),
      ...(Object.keys(book.vars).length > 0 && { vars: book.vars }),
    },
  };
  return { content, texts };
}

function exportOf({ content, texts }: ReturnType<typeof revisionOf>, source: Files = BOOK): Files {
  return Object.fromEntries(
    listBookFiles(content).map((entry) => [
      entry.path,
      'file' in entry ? (source[entry.path] ?? '') : entry.text(texts).toString('utf8'),
    ]),
  );
}

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
  const written = exportOf(revision);
  for (const [path, text] of Object.entries(BOOK)) {
    // Values have no form of their own here.
    if (path !== '.gitbook/vars.yaml') expect([path, written[path]]).toEqual([path, text]);
  }
  expect(Object.keys(written).toSorted()).toEqual(Object.keys(BOOK).toSorted());
  expect(revisionOf(planOf(written))).toEqual(revision);
});

test('an edit of a page changes the lines of its file alone', () => {
  const revision = revisionOf(planOf(BOOK));
  const text = '# Using\n\n[b](set%20up.md#x) [c](/pages/' + hashId('README.md') + '#top)\n';
  revision.texts.set(documentIdOf(text), text);
  revision.content.pages = mapPage(revision.content.pages, 'Using it', (page) => [
    { ...page, documentId: documentIdOf(text), hidden: true },
  ]);
  const written = exportOf(revision);
  expect(written['guide/README.md']).toBe(
    '\uFEFF---\r\nhidden: true\r\n---\r\n\r\n# Using\r\n\r\n[b](set%20up.md#x) [c](../README.md#top)\r\n',
  );
  const { 'guide/README.md': _edited, '.gitbook/vars.yaml': _vars, ...others } = written;
  const { 'guide/README.md': _was, '.gitbook/vars.yaml': _wereVars, ...same } = BOOK;
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
  const written = exportOf(revision);
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
