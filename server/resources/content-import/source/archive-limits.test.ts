// @module-tag without-database
import { strToU8, zipSync, type Zippable } from 'fflate';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { RandomAccessReader } from 'yauzl';
import { readEntry, type SourceEntry } from '#server/content/import/source-entry.ts';
import { selectEntries, selectTexts } from './source-entries.ts';
import { listArchive } from './stored-archive.ts';

class BytesReader extends RandomAccessReader {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#bytes.subarray(start, end)]);
  }
}

const list = (bytes: Buffer) => listArchive(new BytesReader(bytes), { size: bytes.length, name: 'docs.zip' });
const zip = (files: Zippable) => Buffer.from(zipSync(files));

/** An archive whose names are in an encoding that it does not state. */
function zipNamed(names: readonly (readonly number[])[]): Buffer {
  const placeholders = names.map((name, index) => String.fromCodePoint(65 + index).repeat(name.length));
  const bytes = zip(Object.fromEntries(placeholders.map((name) => [`${name}.md`, strToU8('# A')])));
  for (const [index, name] of names.entries()) {
    const placeholder = Buffer.from(placeholders[index] ?? '');
    for (let at = bytes.indexOf(placeholder); at !== -1; at = bytes.indexOf(placeholder, at + 1))
      Buffer.from(name).copy(bytes, at);
  }
  return bytes;
}

const entry = (path: string, size: number): SourceEntry => {
  return { path, size, open: async () => Readable.from([Buffer.alloc(size)]) };
};
const MEBIBYTE = 1024 * 1024;

describe('the names of an archive', () => {
  // Bytes as `iconv` writes them.
  it.each([
    ['code page 866', 'Привет.md', '8fe0a8a2a5e22e6d64'],
    ['Shift JIS, katakana', 'ガイド.md', '834b834383682e6d64'],
    ['Shift JIS, hiragana', 'はじめに.md', '82cd82b682df82c92e6d64'],
    ['Shift JIS, kanji', '資料.md', '8e9197bf2e6d64'],
    ['GBK', '使用指南.md', 'cab9d3c3d6b8c4cf2e6d64'],
    ['GBK, with bytes of Korean only', '概览.md', 'b8c5c0c02e6d64'],
    ['code page 949', '설치 안내.md', 'bcb3c4a120bec8b3bb2e6d64'],
    ['Big5', '教學.md', 'b1d0bec72e6d64'],
    ['code page 437', 'Größe über.md', '4772 94e1 6520 81 6265722e6d64'.replaceAll(' ', '')],
    ['code page 850', 'Instalação.md', '496e7374616c6187c66f2e6d64'],
  ])('are read in %s', async (_encoding, name, bytes) => {
    const { entries } = await list(zipNamed([[...Buffer.from(bytes, 'hex').subarray(0, -3)]]));
    expect(entries.map(({ path }) => path)).toEqual([name]);
  });

  it('that lead out of it, and symbolic links, are named and left out', async () => {
    const link = { os: 3, attrs: (0o120777 << 16) >>> 0 };
    const { entries, report } = await list(
      zip({
        'a.md': strToU8('# A'),
        'b/../../c.md': strToU8('# C'),
        'C:/d.md': strToU8('# D'),
        'e.md': [strToU8('/etc/passwd'), link],
      }),
    );
    expect(entries.map(({ path }) => path)).toEqual(['a.md']);
    expect(report.map(({ path, message }) => [path, message])).toEqual([
      ['b/../../c.md', 'Its path leads out of the archive.'],
      ['C:/d.md', 'Its path leads out of the archive.'],
      ['e.md', 'It is a symbolic link.'],
    ]);
  });
});

describe('an archive', () => {
  it('names what is encrypted, and takes the rest', async () => {
    const bytes = zip({ 'a.md': strToU8('# A'), 'b.md': strToU8('# B') });
    const header = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt16LE(bytes.readUInt16LE(header + 8) | 1, header + 8);
    const { entries, report } = await list(bytes);
    expect(entries.map(({ path }) => path)).toEqual(['b.md']);
    expect(report).toEqual([{ path: 'a.md', kind: 'left-out', message: 'It is encrypted.' }]);
  });

  it.each([
    ['expands to too much', zip({ 'a.md': Buffer.alloc(20 * MEBIBYTE) }), 'expands to more than 100 times'],
    ['is damaged', zip({ 'a.md': strToU8('# A') }).subarray(0, 40), 'is not a ZIP archive, or it is damaged'],
  ])('is refused where it %s', async (_what, bytes, message) => {
    await expect(list(bytes)).rejects.toThrow(message);
  });

  it('whose file has other bytes than it says is damaged', async () => {
    const bytes = zip({ 'a.md': [strToU8('# ABC'), { level: 0 }] });
    bytes.write('# XYZ', bytes.indexOf('# ABC'));
    const [first] = (await list(bytes)).entries;
    if (!first) throw new Error('The archive has no file.');
    await expect(readEntry({ ...first, size: 3 })).rejects.toThrow('a.md is damaged');
  });
});

describe('the files of a source', () => {
  it('beyond 100 MiB, and those with the path of another, are named and left out', () => {
    const { entries, report } = selectEntries([
      entry('a.md', 1),
      entry('film.mp4', 101 * MEBIBYTE),
      entry('a.md', 2),
      entry('.git/config', 1),
    ]);
    expect(entries.map(({ path }) => path)).toEqual(['a.md']);
    expect(report).toEqual([
      { path: 'film.mp4', kind: 'left-out', message: 'It is larger than 100 MiB.' },
      { path: 'a.md', kind: 'left-out', message: 'Another file has the same path.' },
    ]);
  });

  it('are refused with their number, or with the size that they may have', () => {
    const many = Array.from({ length: 20_001 }, (_, index) => entry(`${index}.md`, 1));
    expect(() => selectEntries(many)).toThrow('has 20,001 files. An import takes up to 20,000.');
    const large = Array.from({ length: 11 }, (_, index) => entry(`${index}.png`, 100 * MEBIBYTE));
    expect(() => selectEntries(large)).toThrow('larger than 1 GiB together');
  });

  it('have texts up to a size, settings first', () => {
    const texts = [
      entry('long.md', 11 * MEBIBYTE),
      entry('a.md', 1),
      entry('SUMMARY.md', 1),
      entry('x.yaml', 1),
    ];
    const selected = selectTexts(texts);
    expect(selected.texts.map(({ path }) => path)).toEqual(['x.yaml', 'a.md', 'SUMMARY.md']);
    expect(selected.report).toEqual([
      { path: 'long.md', kind: 'left-out', message: 'Its text is larger than 10 MiB.' },
    ]);
  });
});
