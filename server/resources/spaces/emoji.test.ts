import { describe, expect, it } from 'vitest';
import { isEmoji } from './emoji.ts';

describe('isEmoji', () => {
  it.each(['🦉', '✈️', '👩‍💻', '👍🏽', '🇨🇭', '1️⃣', '🏴‍☠️', '©'])('takes %s', (text) => {
    expect(isEmoji(text)).toBe(true);
  });

  it.each(['', 'a', '1', 'owl', '🦉🦉', '🦉 ', ':owl:', '<b>'])('refuses "%s"', (text) => {
    expect(isEmoji(text)).toBe(false);
  });
});
