// @module-tag without-database
import { zipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { planImport, planSource } from './plan-import.ts';
import { sourceOf, titlesOf } from './testing/source-of.ts';

test('texts in other encodings, and pictures within a text', () => {
  const picture = Buffer.alloc(60).toString('base64');
  const { books } = planImport({
    files: ['a.md', 'b.md', 'c.md', 'd.md'].map((path) => ({ path, size: 1 })),
    texts: new Map([
      ['a.md', Buffer.from('\uFEFF# Ä\r\n\r\nx\r\n')],
      ['b.md', Buffer.from('\uFEFF# Ö', 'utf16le')],
      ['c.md', Buffer.from([0x23, 0x20, 0xdc])],
      ['d.md', Buffer.from(`# D\0\n\n![x](data:image/png;base64,${picture})`)],
    ]),
  });
  expect(titlesOf(books[0]?.pages ?? [])).toEqual(['Ä', 'Ö', 'Ü', 'D']);
  expect(books[0]?.pages[0]?.source).toMatchObject({ lineEnds: 'crlf', byteOrderMark: true });
  expect(books[0]?.pages[3]?.markdown).toBe('![x](d-1.png)');
  expect(books[0]?.inlineFiles).toEqual([{ path: 'd-1.png', base64: picture }]);
});

test('a Word document becomes a page, or a page for each of its headings', async () => {
  const paragraph = (style: string, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${[
    ['Heading1', 'One'],
    ['Normal', 'First text'],
    ['Heading2', 'Deeper'],
    ['Normal', 'Second text'],
    ['Heading1', 'Two'],
  ]
    .map(([style = '', text = '']) => paragraph(style, text))
    .join('')}</w:body></w:document>`;
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const relations =
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
  const bytes = zipSync({
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(relations),
    'word/document.xml': strToU8(document),
  });
  const tree = {
    files: [{ path: 'Guide.docx', size: bytes.length }],
    texts: new Map([['Guide.docx', bytes]]),
  };
  const whole = await planSource(tree);
  expect(whole.books[0]?.pages[0]?.markdown).toContain('First text\n\n## Deeper\n\nSecond text');
  const split = await planSource(tree, { splitHeadings: true });
  expect(titlesOf(split.books[0]?.pages[0]?.pages ?? [])).toEqual(['One', '  Deeper', 'Two']);
  const damaged = await planSource({ ...tree, texts: new Map([['Guide.docx', Buffer.from('PK')]]) });
  expect(damaged.report[0]).toMatchObject({ path: 'Guide.docx', kind: 'left-out' });
});

test.each([
  [
    'a sidebar that names itself',
    {
      'sidebars.js': 'const a = [...a, b]; const b = { items: a };\nmodule.exports = { a: b };',
      'docs/x.md': '# X',
    },
  ],
  [
    'a sidebar of ten thousand levels',
    { 'sidebars.js': `module.exports = ${'['.repeat(10_000)}${']'.repeat(10_000)};`, 'docs/x.md': '# X' },
  ],
  [
    'a navigation of ten thousand levels',
    { 'mkdocs.yml': `nav: ${'[{a: '.repeat(3000)}x${'}]'.repeat(3000)}`, 'docs/x.md': '# X' },
  ],
  [
    'YAML that multiplies itself',
    {
      'mkdocs.yml': `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(',')}]`).join('\n')}\nnav: *j`,
      'docs/x.md': '# X',
    },
  ],
  [
    'a table of contents that nests without end',
    {
      'SUMMARY.md': Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}* [x](x.md)`).join('\n'),
      'x.md': '# X',
    },
  ],
  [
    'components that are never closed',
    { 'mint.json': '{"navigation":[{"group":"a","pages":["x"]}]}', 'x.mdx': '<Card a={'.repeat(100_000) },
  ],
  [
    'components within components',
    { 'mint.json': '{"navigation":[{"group":"a","pages":["x"]}]}', 'x.mdx': '<Note>'.repeat(50_000) },
  ],
  ['callouts within callouts', { 'x.md': ':::note\n'.repeat(50_000) }],
  ['brackets of wikis', { 'x.md': '[['.repeat(200_000) }],
  [
    'backticks of all lengths',
    { 'x.mdx': Array.from({ length: 1000 }, (_, n) => '`'.repeat(n + 1)).join(' ') },
  ],
  ['tags that are open to the end', { 'x.mdx': '<a b="'.repeat(100_000) }],
])('%s is read in time', (_, files) => {
  const { books } = planImport(sourceOf(files));
  expect(JSON.stringify(books).length).toBeGreaterThan(0);
});

test('pictures that only another book has, and pages by their path from the folder of all', () => {
  const { books, report } = planImport(
    sourceOf({
      'a/.gitbook.yaml': '',
      'a/README.md':
        '# A\n\n<source srcset=".gitbook/assets/dark mode.png"><img src=".gitbook/assets/one.png">\n',
      'b/.gitbook.yaml': '',
      'b/README.md': '# B\n\n![x](.gitbook/assets/dark%20mode.png)\n',
      'b/.gitbook/assets/dark mode.png': 'x',
      'b/.gitbook/assets/one.png': 'x',
      'b/deep/page.md': '# Page\n',
      'b/deep/er/other.md': '# Other\n\n[page](deep/page.md) [none](deep/none.md)\n',
    }),
  );
  expect(books[0]?.files.map(({ from }) => from)).toEqual([
    'b/.gitbook/assets/dark mode.png',
    'b/.gitbook/assets/one.png',
  ]);
  expect(books[0]?.pages[0]?.markdown).toContain('<img src="b/.gitbook/assets/one.png">');
  expect(JSON.stringify(books[1]?.pages)).toContain('[page](../page.md) [none](deep/none.md)');
  expect(report.filter(({ kind }) => kind === 'warning')).toHaveLength(1);
});

test('settings within the folder of the pages may name it from the folder of all', () => {
  const { books, problem } = planImport(
    sourceOf({
      'README.md': '# Program\n',
      'docs/.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md': '* [Home](README.md)\n* [Page](page.md)\n',
      'docs/README.md': '# Home\n',
      'docs/page.md': '# Page\n',
    }),
  );
  expect(problem).toBeUndefined();
  expect(books.map(({ root, pages }) => [root, pages.map(({ title }) => title)])).toEqual([
    ['docs', ['Home', 'Page']],
  ]);
});

test('a root that has no files has no pages, whatever is beside it', () => {
  const { books } = planImport(sourceOf({ '.gitbook.yaml': 'root: ./docs/\n', 'README.md': '# Program\n' }));
  expect(books.flatMap(({ pages }) => pages)).toEqual([]);
});

test('links of the page of a folder lead on from the folder, and from the one above', () => {
  const { books, report } = planImport(
    sourceOf({
      'docusaurus.config.js': 'module.exports = { title: "Docs" };',
      'docs/operations/index.md':
        '# Operations\n\n[a](operations/users) [b](users) [c](../start) [d](./start)\n',
      'docs/operations/users.md': '# Users\n',
      'docs/start.md': '# Start\n',
    }),
  );
  expect(report.filter(({ kind }) => kind === 'warning')).toEqual([]);
  expect(JSON.stringify(books)).toContain('[a](users.md) [b](users) [c](../start) [d](../start.md)');
});

test('callouts of MkDocs are read in a folder of pages alone', () => {
  const { books } = planImport(
    sourceOf({
      'page.md': '# Page\n\n!!! tip "Good"\n    Do *this*.\n\nAfter\n',
      'other.md': '# Other\n\n!!! wow\n',
    }),
  );
  const [other, page] = books[0]?.pages ?? [];
  expect(page?.markdown).toContain('{% hint style="success" %}\n**Good**\n\nDo *this*.\n{% endhint %}');
  expect(other?.markdown).toContain('!!! wow');
});

test('files for readers that no page links to are named, and those of programs are not', () => {
  const { books, report } = planImport(
    sourceOf({
      'repo/SUMMARY.md': '* [Home](docs/README.md)\n',
      'repo/docs/README.md': '# Home\n\n[Guide](guide.pdf) ![x](<img/a b.png>)\n',
      'repo/docs/guide.pdf': 'linked',
      'repo/docs/prices.pdf': 'not linked',
      'repo/docs/img/a b.png': 'linked',
      'repo/docs/img/c.png': 'not linked',
      'repo/docs/img/d.svg': 'not linked',
      'repo/src/main.ts': 'a program',
      'repo/plan.xlsx': 'not linked',
    }),
  );
  expect(books[0]?.files.map(({ path }) => path)).toEqual(['docs/guide.pdf', 'docs/img/a b.png']);
  expect(report).toEqual([
    { path: 'docs/prices.pdf', kind: 'left-out', message: 'The file is left out: no page links to it.' },
    {
      path: 'docs/img',
      kind: 'left-out',
      message: '2 files are left out, as no page links to them: c.png, d.svg.',
    },
    { path: 'plan.xlsx', kind: 'left-out', message: 'The file is left out: no page links to it.' },
  ]);
});
