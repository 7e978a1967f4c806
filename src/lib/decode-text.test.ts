import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer;

it.each([
  ['UTF-8', bytesOf(0x4a, 0xc3, 0xb6, 0x72, 0x67)],
  ['UTF-8 with a mark', bytesOf(0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0xb6, 0x72, 0x67)],
  ['little-endian UTF-16', bytesOf(0xff, 0xfe, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67, 0)],
  ['big-endian UTF-16', bytesOf(0xfe, 0xff, 0, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67)],
  ['the encoding of Windows', bytesOf(0x4a, 0xf6, 0x72, 0x67)],
])('reads %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Jörg');
});

it('reads an empty file', () => {
  expect(decodeText(bytesOf())).toBe('');
});
