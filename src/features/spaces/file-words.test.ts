import { expect, it } from 'vitest';
import { isPicture, sizeOf } from './file-words.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words);
});

it('knows pictures', () => {
  expect(isPicture('image/png')).toBe(true);
  expect(isPicture('image/tiff')).toBe(false);
  expect(isPicture('text/html')).toBe(false);
});
