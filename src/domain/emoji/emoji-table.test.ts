import { gemoji } from 'gemoji';
import { describe, expect, it } from 'vitest';
import { emojiOfName, searchEmoji } from './emoji-table.ts';

const search = (query: string) => searchEmoji(query).map(({ emoji }) => emoji);

describe('the search for emoji', () => {
  it('offers all of them once', () => {
    expect(search('')).toEqual(gemoji.map(({ emoji }) => emoji));
  });

  it.each([
    ['the equal name', 'rocket', '🚀'],
    ['the beginning of a name', 'tad', '🎉'],
    ['a name with signs', '+1', '👍'],
    ['a name with its colons', ':+1:', '👍'],
    ['words in any order', 'up thumbs', '👍'],
    ['a word for what it is used for', 'launch', '🚀'],
    ['an accent', 'Rockét', '🚀'],
    ['the emoji itself', '🚀', '🚀'],
  ])('finds it by %s', (_, query, emoji) => expect(search(query)[0]).toBe(emoji));

  it('puts names before words for the use', () => {
    const found = search('ship');
    expect(found[0]).toBe('🚢');
    expect(found).toContain('🚀');
  });

  it('finds nothing for other words', () => expect(search('no such thing')).toEqual([]));

  it('has the emoji of names only', () => {
    expect(emojiOfName('rocket')).toBe('🚀');
    for (const name of ['no_such', 'constructor', 'toString', '']) expect(emojiOfName(name)).toBeUndefined();
  });
});
