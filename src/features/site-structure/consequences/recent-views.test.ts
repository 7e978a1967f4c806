import { expect, it } from 'vitest';
import { describeRecentViews } from './recent-views.ts';

it.each([
  [{ views: 0, isPartial: false }, undefined],
  [{ views: 1, isPartial: false }, 'Readers opened 1 page here in the last 30 days.'],
  [{ views: 1200, isPartial: true }, 'Readers opened at least 1,200 pages here in the last 30 days.'],
])('says how many readers an address has', (counted, sentence) => {
  expect(describeRecentViews(counted)).toBe(sentence);
});
