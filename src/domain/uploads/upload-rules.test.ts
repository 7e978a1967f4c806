import { expect, it } from 'vitest';
import { zFileUploadCreate } from '#api/generated/zod.gen.ts';
import { findPictureProblem, findProblem, maxFileBytes, toFileName } from './upload-rules.ts';

it('allows what the contract allows', () => {
  for (const size of [0, 1, maxFileBytes, maxFileBytes + 1]) {
    const isAllowed = zFileUploadCreate.safeParse({ name: 'a', size }).success;
    expect(findProblem({ name: 'a', size }) === undefined).toBe(isAllowed);
  }
});

it('refuses pictures that browsers do not show', () => {
  expect(findPictureProblem({ name: 'a.heic', size: 1, type: 'image/heic' })).toContain('“a.heic” isn’t');
  expect(findPictureProblem({ name: 'a.png', size: 1, type: 'image/png' })).toBeUndefined();
});

it.each([
  ['owl.png', 'owl.png'],
  ['a/b\\c\u0007.png', 'a b c .png'],
  [' ', 'file'],
  [`${'🦉'.repeat(300)}.png`, `${'🦉'.repeat(251)}.png`],
])('names a file as the contract allows: %s', (name, expected) => {
  expect(toFileName(name)).toBe(expected);
  expect(zFileUploadCreate.safeParse({ name: toFileName(name), size: 1 }).success).toBe(true);
});
