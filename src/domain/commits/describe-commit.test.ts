import { expect, it } from 'vitest';
import { describeCommit } from './describe-commit.ts';

it('says what a commit says, and who wrote it where it is known', () => {
  expect(describeCommit({ oid: 'a', message: 'Say uno', author: 'Robin' })).toBe('Say uno · Robin');
  expect(describeCommit({ oid: 'a', message: 'Edit pages' })).toBe('Edit pages');
  expect(describeCommit({ oid: 'a' })).toBeUndefined();
});
