// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { stripTags } from './inline-runs.ts';

describe('stripTags', () => {
  it.each([
    ['<b>tide</b>', 'tide'],
    ['<!-- a < b -->tide<br/>', 'tide'],
    ['1 < 2', '1 < 2'],
    ['<i>1 < 2', '1 < 2'],
    ['', ''],
  ])('turns %j into %j', (html, text) => {
    expect(stripTags(html)).toBe(text);
  });

  // A backtracking pattern would take hours.
  it('returns a million unclosed tags unchanged', () => {
    const text = '<'.repeat(1_000_000);
    expect(stripTags(text)).toBe(text);
    expect(stripTags(`<b>${text}`)).toBe(text);
  });
});
