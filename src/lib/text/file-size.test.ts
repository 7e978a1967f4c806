import { expect, it } from 'vitest';
import { formatSize } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
