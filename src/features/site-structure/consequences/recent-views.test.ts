import { expect, it } from 'vitest';
import { describeRecentViews } from './recent-views.ts';

it.each([
  [{ views: 0, isPartial: false }, undefined],
  [{ views: 1, isPartial: false }, 'Readers opened pages here 1 time in the last 30 days.'],
  [{ views: 1200, isPartial: true }, 'Readers opened pages here at least 1,200 times in the last 30 days.'],
])('says how many readers an address has', (counted, sentence) => {
  expect(describeRecentViews(counted)).toBe(sentence);
});
