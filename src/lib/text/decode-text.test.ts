import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

it.each([
  ['UTF-8', bytesOf(0x4a, 0xc3, 0xb6, 0x72, 0x67)],
  ['UTF-8 with a mark', bytesOf(0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0xb6, 0x72, 0x67)],
  ['little-endian UTF-16', bytesOf(0xff, 0xfe, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67, 0)],
  ['big-endian UTF-16', bytesOf(0xfe, 0xff, 0, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67)],
  ['little-endian UTF-16 without a mark', bytesOf(0x4a, 0, 0xf6, 0, 0x72, 0, 0x67, 0)],
  ['big-endian UTF-16 without a mark', bytesOf(0, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67)],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: 'Jörg', guessedEncoding: null });
});

it('reports that it guessed Windows-1252', () => {
  expect(decodeText(bytesOf(0x4a, 0xf6, 0x72, 0x67))).toEqual({
    text: 'Jörg',
    guessedEncoding: 'Windows-1252',
  });
});

it('decodes an empty file', () => {
  expect(decodeText(bytesOf())).toEqual({ text: '', guessedEncoding: null });
});

it.each([
  ['a workbook', bytesOf(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xe9, 0xff)],
  ['a picture', bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)],
  ['half of UTF-16', bytesOf(0xff, 0xfe, 0x4a, 0, 0xf6)],
])('rejects %s', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});
