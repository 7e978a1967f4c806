import { expect, test } from 'vitest';
import { zSpaceUpdate, zTeamCreate } from '#api/generated/zod.gen.ts';
import { countCodePoints } from './count-code-points.ts';

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

test('only lengths of texts are replaced', () => {
  const source = `import * as z from 'zod';
z.string().min(2).max(5).regex(/^a$/);
z.array(z.string().max(3)).min(1);
z.int().gte(1);
`;
  const lines = countCodePoints(source).trimEnd().split('\n').slice(-3);
  expect(lines).toEqual([
    'z.string().check(textLength(2, 5)).regex(/^a$/);',
    'z.array(z.string().check(textLength(0, 3))).min(1);',
    'z.int().gte(1);',
  ]);
});

test('a module of another shape is refused', () => {
  expect(() => countCodePoints("import { z } from 'zod/mini';")).toThrow('import zod in another way');
});
