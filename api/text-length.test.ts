import { expect, test } from 'vitest';
import { zSpaceUpdate, zTeamCreate } from '#api/generated/zod.gen.ts';

test('an emoji counts as one character in generated schemas', () => {
  expect(zSpaceUpdate.safeParse({ title: '📚'.repeat(50) }).success).toBe(true);
  expect(zSpaceUpdate.safeParse({ title: '📚'.repeat(51) }).error?.issues).toMatchObject([
    { code: 'too_big', maximum: 50, path: ['title'] },
  ]);
});

test('a text can be too short', () => {
  expect(zTeamCreate.safeParse({ title: '' }).error?.issues).toMatchObject([
    { code: 'too_small', minimum: 1, path: ['title'] },
  ]);
});
