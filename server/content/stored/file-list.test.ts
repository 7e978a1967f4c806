// @module-tag without-database
import { describe, expect, it, vi } from 'vitest';
import type { StoredFileRef } from '../pages/storage.ts';
import { FileList } from './file-list.ts';

const files = Array.from({ length: 40 }, (_, at): StoredFileRef => ({
  id: `file${at}`,
  name: `gauge "${at}".png`,
  contentType: 'image/png',
  size: at,
  width: null,
  height: null,
  // Two files with each path; names that look like JSON.
  git: { path: at === 39 ? '"id":"file3"' : `assets/gauge "${at % 20}".png` },
}));
/** As revisions store them: each part begins with the sign before its first file. */
const parts = Array.from({ length: 4 }, (_, at) => {
  const json = files.slice(at * 10, at * 10 + 10).map((file) => JSON.stringify(file));
  return `${at === 0 ? '[' : ','}${json.join(',')}${at === 3 ? ']' : ''}`;
});

describe('the files of a revision', () => {
  it('are read from the part that has them', () => {
    const readAll = vi.fn<() => StoredFileRef[]>(() => files);
    const list = new FileList(parts, readAll);
    expect(list.get('file12')).toEqual(files[12]);
    expect(list.get('file3')).toEqual(files[3]);
    expect(list.get('file25')).toEqual(files[25]);
    expect(list.atPath('assets/gauge "5".png'), 'the first of two').toEqual(files[5]);
    expect(list.atPath('"id":"file3"')).toEqual(files[39]);
    expect(list.get('file')).toBeUndefined();
    expect(list.atPath('assets/gauge "5"')).toBeUndefined();
    expect(readAll).not.toHaveBeenCalled();
    expect(list.all()).toBe(files);
  });

  it('are all read where many are wanted, with the same results', () => {
    const lists = [new FileList(parts, () => files), new FileList([], () => files)];
    for (const list of lists) {
      for (const file of files.toReversed()) expect(list.get(file.id)).toEqual(file);
      for (let at = 0; at < 19; at += 1) expect(list.atPath(`assets/gauge "${at}".png`)).toEqual(files[at]);
      for (let at = 0; at < 20; at += 1) expect(list.get(`missing${at}`)).toBeUndefined();
    }
  });
});
