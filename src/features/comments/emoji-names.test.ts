import { describe, expect, it } from 'vitest';
import { isOneEmoji, namedEmoji } from './emoji-names.ts';

describe('emoji', () => {
  it('are each in the list once, with a name', () => {
    for (const { emoji, label } of namedEmoji) {
      expect(isOneEmoji(emoji), emoji).toBe(true);
      expect(label).not.toBe('');
    }
    expect(new Set(namedEmoji.map(({ emoji }) => emoji)).size).toBe(namedEmoji.length);
    expect(namedEmoji.length).toBeGreaterThanOrEqual(150);
  });

  it.each(['👩‍🚀', '🇩🇪', '7️⃣', '👍🏽'])('accepts %s', (text) => expect(isOneEmoji(text)).toBe(true));
  it.each(['', 'a', '7', '👍👍', '👍 yes'])('rejects %j', (text) => expect(isOneEmoji(text)).toBe(false));
});
