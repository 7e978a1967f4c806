import { expect, it } from 'vitest';
import { describeShown } from './list-footer.tsx';

it.each([
  [{ shown: 50, total: 80, hasMore: true }, '50 of 80 members'],
  [{ shown: 80, total: 80, hasMore: false }, '80 members'],
  // A server that doesn't count.
  [{ shown: 50, total: 50, hasMore: true }, '50+ members'],
])('says how many are shown: %j', ({ shown, ...list }, expected) => {
  expect(describeShown(shown, list, 'member')).toBe(expected);
});
