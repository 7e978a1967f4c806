// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../links/parse-document.ts';
import type { StoredPage } from '../pages/storage.ts';
import { resolveLinks } from './resolve-links.ts';

const PUBLIC_URL = 'https://docs.example.com';
const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const page = (path: string, fields: Partial<StoredPage> = {}): StoredPage => ({
  id: path.replaceAll('/', '_'),
  type: 'document',
  title: path,
  slug: path,
  path,
  documentId: `text of ${path}`,
  pages: [],
  ...dates,
  ...fields,
});
const file = { id: 'pic', name: 'pic.png', contentType: 'image/png', size: 1, width: null, height: null };

/** The links of a text on the page `guide/start`, beside `guide/next` (with a heading "Part one") and `top`. */
function linksOf(markdown: string) {
  const guide = page('guide', { type: 'group', pages: [page('guide/start'), page('guide/next')] });
  const read = (text: string) => {
    const { links, anchors } = parseDocument(text);
    return { links, anchors: new Set(anchors) };
  };
  const textLinks = new Map([
    ['text of guide/start', read(markdown)],
    ['text of guide/next', read('# Part one')],
  ]);
  const content = {
    spaceId: 'own',
    pages: [guide, page('top')],
    files: [file],
    reusableContents: [],
    textLinks,
    outlines: new Map(),
    publicUrl: PUBLIC_URL,
  };
  return resolveLinks(content);
}

/** The links of a text in the file `guide/README.md`, beside files with other names than their pages. */
function linksInFile(markdown: string) {
  const inFile = (path: string, git: string) => page(path, { git: { path: git } });
  const guide = inFile('manual', 'guide/README.md');
  guide.pages = [inFile('manual/first-steps', 'guide/Setup.md'), inFile('manual/top', 'top.md')];
  const { links, anchors } = parseDocument(markdown);
  const textLinks = new Map([
    ['text of manual', { links, anchors: new Set(anchors) }],
    ['text of manual/first-steps', { links: [], anchors: new Set(['one']) }],
  ]);
  const files = [{ ...file, git: { path: '.gitbook/assets/A picture.png' } }];
  const resolved = resolveLinks({
    spaceId: 'own',
    pages: [guide],
    files,
    reusableContents: [],
    book: { neighbors: [{ path: '../pilots/radio.md', space: 'other', page: 'radio' }] },
    textLinks,
    outlines: new Map(),
    publicUrl: PUBLIC_URL,
  });
  return resolved.map(({ status, target }) => [
    status,
    target.page?.id ?? target.file?.id ?? (target.spaceId === undefined ? undefined : target.key),
  ]);
}

describe('resolveLinks in a page of a file', () => {
  it.each([
    ['[a](Setup.md)', 'ok', 'manual_first-steps'],
    ['[a](setup#one)', 'ok', 'manual_first-steps'],
    ['[a](setup#two)', 'broken', 'manual_first-steps'],
    ['[a](../top.md)', 'ok', 'manual_top'],
    ['[a](/top)', 'ok', 'manual_top'],
    ['[a](.)', 'ok', 'manual'],
    ['<a href="../guide/">a</a>', 'ok', 'manual'],
    ['![a](<../.gitbook/assets/A picture.png>)', 'ok', 'pic'],
    ['![a](../.gitbook/assets/a%20picture.png)', 'ok', 'pic'],
    ['<img src="../.gitbook/assets/A picture.png">', 'ok', 'pic'],
    ['[a](../.gitbook/assets/A%20picture.png)', 'ok', 'pic'],
    ['[a](/pages/manual_top)', 'ok', 'manual_top'],
    ['![a](/files/pic)', 'ok', 'pic'],
    // As in texts that are in no file.
    ['[a](/manual/top)', 'ok', 'manual_top'],
    ['[a](missing.md)', 'broken', undefined],
    ['[a](../../outside.md)', 'broken', undefined],
    // A page of another book of the same source.
    ['[a](../../pilots/radio.md)', 'ok', 'space:other/radio#'],
    ['<a href="../../pilots/radio#call">a</a>', 'ok', 'space:other/radio#call'],
  ])('resolves %s', (markdown, status, target) => {
    expect(linksInFile(markdown)).toEqual([[status, target]]);
  });
});

describe('resolveLinks', () => {
  it.each([
    ['/pages/guide_next', 'ok', 'page'],
    ['/pages/guide_next#part-one', 'ok', 'anchor'],
    ['/pages/guide_next#part%2Done', 'ok', 'anchor'],
    ['/pages/guide_next#part-two', 'broken', 'anchor'],
    ['/pages/gone', 'broken', 'page'],
    ['#here', 'ok', 'anchor'],
    ['#there', 'broken', 'anchor'],
    ['#', 'ok', 'page'],
    ['next', 'ok', 'page'],
    ['next.md#part-one', 'ok', 'anchor'],
    ['./next?x=1', 'ok', 'page'],
    ['../top', 'ok', 'page'],
    ['../../../top', 'ok', 'page'],
    ['/top', 'ok', 'page'],
    ['/guide/next', 'ok', 'page'],
    ['top', 'broken', 'page'],
    ['/files/pic', 'ok', 'file'],
    ['/files/gone', 'broken', 'file'],
    ['/spaces/own', 'ok', 'space'],
    ['/spaces/own/pages/guide_next#part-one', 'ok', 'anchor'],
    ['/spaces/own/pages/gone', 'broken', 'page'],
    ['/spaces/other', 'ok', 'space'],
    ['/spaces/other/pages/any#where', 'ok', 'space'],
    ['/o/organization/members', 'in-app', 'app'],
    [`${PUBLIC_URL}/o/organization`, 'in-app', 'app'],
    [PUBLIC_URL, 'in-app', 'app'],
    [`${PUBLIC_URL}/published/acme/help/`, 'ok', 'external'],
    [`${PUBLIC_URL}.evil.example/o/`, 'ok', 'external'],
    ['https://elsewhere.example/pages/gone', 'ok', 'external'],
    ['//elsewhere.example', 'ok', 'external'],
    ['mailto:ada@press.example', 'ok', 'external'],
    ['javascript:alert(1)', 'ok', 'external'],
    ['%E0%A4%A', 'broken', 'page'],
  ])('resolves %s as %s, a link of kind %s', (href, status, relation) => {
    const [link] = linksOf(`# Here\n\n[text](<${href}>)`);
    expect(link).toMatchObject({ status, relation, url: href, at: 'here', page: { id: 'guide_start' } });
  });

  it('treats an image with a path as a file', () => {
    expect(linksOf('![a](images/a.png)')[0]).toMatchObject({ status: 'broken', relation: 'file' });
  });

  it('includes covers and the targets of link pages', () => {
    const cover = { ref: { kind: 'file' as const, file: 'gone' }, yPos: 0 };
    const pages = [page('one', { cover }), page('two', { type: 'link', href: '/pages/one' })];
    const resolved = resolveLinks({
      spaceId: 'own',
      pages,
      files: [],
      reusableContents: [],
      textLinks: new Map(),
      outlines: new Map(),
    });
    expect(resolved.map(({ status, url }) => [status, url])).toEqual([
      ['broken', '/files/gone'],
      ['ok', '/pages/one'],
    ]);
  });

  it('uses the same key for all spellings of a target', () => {
    const keys = linksOf('[a](next) [b](/pages/guide_next) [c](/guide/next.md)').map(
      ({ target }) => target.key,
    );
    expect(new Set(keys).size).toBe(1);
  });

  it('names links of reusable contents at the pages that show them, from their own files', () => {
    const include = (id: string) => `{% include "/reusable-contents/${id}" %}`;
    const read = (text: string) => {
      const { links, anchors } = parseDocument(text);
      return { links, anchors: new Set(anchors) };
    };
    const outer = { id: 'outer', title: 'Outer', documentId: 'outer' };
    const inner = { id: 'inner', title: 'Inner', documentId: 'inner', git: { path: 'parts/inner.md' } };
    const shown = Array.from({ length: 30 }, (_, index) => page(`p${index}`, { documentId: 'shown' }));
    const resolved = resolveLinks({
      spaceId: 'own',
      pages: [page('top', { git: { path: 'docs/top.md' } }), ...shown],
      files: [],
      reusableContents: [outer, inner],
      outlines: new Map(),
      textLinks: new Map([
        ['text of top', read('[a](/pages/p0#part) [b](/pages/p0#part-1) [c](/pages/p0#no)')],
        ['shown', read(include('outer'))],
        ['outer', read(`${include('inner')} [gone](/pages/gone)`)],
        ['inner', read('## Part\n\n[top](../docs/top.md) [bad](../docs/no.md)')],
      ]),
    });
    const at = (id: string) =>
      resolved.filter((link) => link.page.id === id).map(({ status, url }) => [status, url]);
    expect(at('top')).toEqual([
      ['ok', '/pages/p0#part'],
      ['ok', '/pages/p0#part-1'],
      ['broken', '/pages/p0#no'],
    ]);
    expect(at('p0')).toEqual([
      ['ok', '/reusable-contents/outer'],
      ['ok', '/reusable-contents/inner'],
      ['broken', '/pages/gone'],
      ['ok', '../docs/top.md'],
      ['broken', '../docs/no.md'],
    ]);
    expect(resolved.filter(({ url }) => url === '/pages/gone')).toHaveLength(20);
  });
});
