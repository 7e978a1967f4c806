// @module-tag without-database
import { zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { unpackZip } from './unpack-zip.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('unpackZip', () => {
  it('returns the files with their paths, compressed or not', () => {
    const archive = zipSync({
      'a.md': text('a'.repeat(500)),
      b: { 'ü.md': [text('b'), { level: 0 }] },
      c: {},
    });
    expect(unpackZip({ bytes: archive })).toEqual({
      files: [
        { path: 'a.md', bytes: Buffer.from('a'.repeat(500)) },
        { path: 'b/ü.md', bytes: Buffer.from('b') },
      ],
    });
  });

  it.each([
    '../a.md',
    'a/../../b.md',
    '/etc/passwd',
    'C:/a.md',
    'c:\\a.md',
    '..\\a.md',
    'a\\..\\b.md',
    'a\nb.md',
  ])('rejects an archive with the path %j', (path) => {
    const bytes = zipSync({ 'good.md': text('good'), [path]: text('bad') });
    expect(unpackZip({ bytes })).toEqual({ problem: 'The archive contains an unsafe path.' });
  });

  it('rejects other formats and damaged archives', () => {
    const archive = zipSync({ 'a.md': text('tide '.repeat(1000)) });
    expect(unpackZip({ bytes: text('# A page') })).toEqual({ problem: 'This is not a ZIP archive.' });
    expect(unpackZip({ bytes: new Uint8Array() })).toHaveProperty('problem');
    expect(unpackZip({ bytes: zipSync({}) })).toHaveProperty('problem');
    const damaged = archive.map((byte, index) => (index > 40 && index < 60 ? byte ^ 0x55 : byte));
    expect(unpackZip({ bytes: damaged })).toHaveProperty('problem');
  });

  it('rejects more files than the maximum', () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}.md`, text('a')]));
    expect(unpackZip({ bytes: zipSync(many) })).toEqual({
      problem: 'The archive contains more than 1000 files.',
    });
  });

  it('stops at a zip bomb long before it is inflated', () => {
    const bytes = zipSync({ 'a.md': new Uint8Array(200 * 1024 * 1024) }, { level: 9 });
    const read = vi.spyOn(bytes, 'subarray');
    expect(unpackZip({ bytes })).toEqual({ problem: 'The unpacked archive is too large.' });
    expect(read.mock.calls.length * 4096).toBeLessThan(bytes.length / 10);
  });
});
