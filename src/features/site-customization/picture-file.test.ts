import { expect, it } from 'vitest';
import { encodeFile, findFileProblem } from './picture-file.ts';

it('finds what the server would reject', () => {
  expect(findFileProblem({ type: 'image/svg+xml', size: 262_144 })).toBeNull();
  expect(findFileProblem({ type: 'image/png', size: 262_145 })).toBe(
    'Select a file of at most 256 KB (this one has 257 KB).',
  );
  expect(findFileProblem({ type: 'image/png', size: 0 })).toBe('This file is empty.');
  expect(findFileProblem({ type: 'text/html', size: 1 })).toMatch(/^Select a PNG/);
});

it('encodes all bytes', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(await encodeFile(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'));
});
