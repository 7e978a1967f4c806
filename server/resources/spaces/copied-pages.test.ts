// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { documentIdsOf, replaceFileIds, replaceIds } from './space-copy.queries.ts';

const page = (fields: Partial<StoredPage>): StoredPage => ({
  id: 'page',
  type: 'document',
  title: 'Owls',
  slug: 'owls',
  path: 'owls',
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
  pages: [],
  ...fields,
});

const files = new Map([['old', 'new']]);

describe('copied pages', () => {
  it('list the documents of a whole tree', () => {
    const tree = [
      page({ documentId: 'a', pages: [page({ type: 'group', pages: [page({ documentId: 'b' })] })] }),
    ];
    expect(documentIdsOf(tree)).toEqual(['a', 'b']);
  });

  it('reference copies if there are any, at every depth, and keep everything else', () => {
    const cover = (file: string) => ({ ref: { kind: 'file' as const, file }, yPos: 3 });
    const tree = [
      page({
        documentId: 'a',
        cover: cover('old'),
        pages: [page({ documentId: 'b', cover: cover('other') })],
      }),
    ];
    expect(replaceIds(tree, new Map([['a', 'copy-of-a']]), files)).toEqual([
      page({
        documentId: 'copy-of-a',
        cover: cover('new'),
        pages: [page({ documentId: 'b', cover: cover('other') })],
      }),
    ]);
  });

  it.each([
    ['![Owl](/files/old) and [more](/files/old#x)', '![Owl](/files/new) and [more](/files/new#x)'],
    ['![Owl](/files/older)', '![Owl](/files/older)'],
    ['[page](/pages/old), old', '[page](/pages/old), old'],
  ])('rewrite %s', (markdown, expected) => {
    expect(replaceFileIds(markdown, files)).toBe(expected);
  });
});
