import { describe, expect, it } from 'vitest';
import { stripTags } from './inline-runs.ts';

describe('HTML without its tags', () => {
  it.each([
    ['<b>tide</b>', 'tide'],
    ['<!-- a < b -->tide<br/>', 'tide'],
    ['1 < 2', '1 < 2'],
    ['<i>1 < 2', '1 < 2'],
    ['', ''],
  ])('of %j is %j', (html, text) => {
    expect(stripTags(html)).toBe(text);
  });

  // A backtracking pattern would take hours.
  it('is the text itself where a million tags begin and none ends', () => {
    const text = '<'.repeat(1_000_000);
    expect(stripTags(text)).toBe(text);
    expect(stripTags(`<b>${text}`)).toBe(text);
  });
});
