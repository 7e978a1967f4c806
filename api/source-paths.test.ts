// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { indexSourcePaths, isFolderFile, relativePath, resolveSourcePath } from './source-paths.ts';

const files = [
  'README.md',
  'guide/README.md',
  'guide/Setup.md',
  'guide/a b (1).md',
  'api/index.md',
  'api.md',
  '100%.md',
  'what?.md',
  'Übersicht.md',
  '.gitbook/assets/Bild 1.png',
];
const paths = indexSourcePaths(files.map((path) => ({ kind: 'page', id: path, path })));
const from = (path: string, address: string) => resolveSourcePath(paths, path, address)?.id;

describe('resolveSourcePath', () => {
  it.each([
    ['README.md', 'guide/Setup.md', 'guide/Setup.md'],
    ['README.md', 'guide/setup', 'guide/Setup.md'],
    ['README.md', 'guide', 'guide/README.md'],
    ['README.md', 'guide/', 'guide/README.md'],
    ['README.md', 'api', 'api.md'],
    ['README.md', 'api/', 'api/index.md'],
    ['guide/Setup.md', '../README.md#top', 'README.md'],
    ['guide/Setup.md', '..', 'README.md'],
    ['guide/Setup.md', '/', 'README.md'],
    ['guide/Setup.md', './', 'guide/README.md'],
    ['guide/Setup.md', '/guide/a%20b%20(1).md?raw=1', 'guide/a b (1).md'],
    ['guide/Setup.md', 'a b (1).md', 'guide/a b (1).md'],
    ['guide/Setup.md', '../.gitbook/assets/bild%201.PNG', '.gitbook/assets/Bild 1.png'],
    ['guide/Setup.md', '../.gitbook/assets/Bild 1', '.gitbook/assets/Bild 1.png'],
    ['README.md', '100%.md', '100%.md'],
    ['README.md', 'what?.md', 'what?.md'],
    ['README.md', 'U\u0308bersicht.md', 'Übersicht.md'],
    ['README.md', '../README.md', undefined],
    ['README.md', 'https://example.org/README.md', undefined],
    ['README.md', '#anchor', undefined],
    ['README.md', 'missing.md', undefined],
  ])('from %s, %s is %s', (path, address, target) => {
    expect(from(path, address)).toBe(target);
  });
});

it('leads out of the root only to what has such a path', () => {
  const other = indexSourcePaths([
    { kind: 'space-page', id: 'space/pages/page', path: '../other/a b/README.md' },
  ]);
  const both = [...paths, ...other];
  for (const address of [
    '../../other/a%20b/README.md#x',
    '../../other/a b',
    '../../Other/a%20b/',
    '/../other/a b/readme.md',
  ])
    expect(resolveSourcePath(both, 'guide/Setup.md', address)?.kind, address).toBe('space-page');
  expect(resolveSourcePath(both, 'guide/Setup.md', '../../../other/a b')).toBeUndefined();
  expect(resolveSourcePath(both, 'guide/Setup.md', 'other/a b')).toBeUndefined();
  expect(relativePath('guide/Setup.md', '../other/a b/README.md')).toBe('../../other/a b/README.md');
});

describe('relativePath', () => {
  it('leads from every file to every file', () => {
    for (const source of files) {
      for (const target of files) {
        expect(from(source, relativePath(source, target)), `${source} to ${target}`).toBe(target);
      }
    }
    expect(relativePath('guide/Setup.md', 'api/index.md')).toBe('../api/index.md');
    expect(relativePath('guide/Setup.md', 'guide/README.md')).toBe('README.md');
  });
});

it('knows the files that stand for their folder', () => {
  expect(['README.md', 'a/Readme.md', 'a/index.md', 'a/b.md'].map(isFolderFile)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

/** Counts what it is asked. */
class CountingMap<Key, Value> extends Map<Key, Value> {
  count = 0;

  override get(key: Key): Value | undefined {
    this.count += 1;
    return super.get(key);
  }
}

it('asks each list once for an address without a file: a page may have thousands of them', () => {
  const lists = Array.from({ length: 50 }, (_, at) => {
    const path = `chapter-${at}/page.md`;
    return new CountingMap([[path, { kind: 'page' as const, id: path }]]);
  });
  const index = lists.map((exact) => ({ exact }));
  expect(resolveSourcePath(index, 'chapter-1/page.md', '/pages/nowhere')).toBeUndefined();
  expect(lists.reduce((sum, { count }) => sum + count, 0)).toBe(lists.length);
  expect(resolveSourcePath(index, 'chapter-1/page.md', '../Chapter-49/PAGE')?.id).toBe('chapter-49/page.md');
});
