/** Emoji with their names on GitHub, by which readers' texts have them, too. Large: loaded when the first one is looked for. */
import { gemoji } from 'gemoji';
import { foldText, splitWords } from '#src/lib/compare/match-text.ts';

/** An emoji to choose. */
export interface NamedEmoji {
  emoji: string;
  /** The name that a text may have between colons. */
  name: string;
  /** What it shows, in words. */
  description: string;
}

const byName = new Map(gemoji.flatMap(({ names, emoji }) => names.map((name) => [name, emoji] as const)));

/** The emoji that a text means by a name between colons. */
export const emojiOfName = (name: string): string | undefined => byName.get(name);

const searched = gemoji.map(({ emoji, names, tags, description }) => ({
  ...{ emoji, names, description },
  nameWords: [...names, description].flatMap(splitWords),
  tagWords: tags.flatMap(splitWords),
}));

type SearchedEmoji = (typeof searched)[number];

/** How well an emoji matches what was typed, higher is better, and the name that matches; undefined for no match. */
function matchOf({ names, nameWords, tagWords }: SearchedEmoji, typed: string, words: readonly string[]) {
  const prefixed = names.filter((name) => name.startsWith(typed)).toSorted((a, b) => a.length - b.length)[0];
  // Of several names that begin so, the shorter ones are the better known.
  if (prefixed !== undefined)
    return { name: prefixed, rank: 3 + 1 / prefixed.length + (prefixed === typed ? 1 : 0) };
  const [name = ''] = names;
  const isIn = (...lists: (readonly string[])[]) =>
    words.length > 0 &&
    words.every((word) => lists.some((parts) => parts.some((part) => part.startsWith(word))));
  if (isIn(nameWords)) return { name, rank: 2 };
  return isIn(nameWords, tagWords) ? { name, rank: 1 } : undefined;
}

/** The emoji that match words or a name, best first; all of them for an empty query. */
export function searchEmoji(query: string): NamedEmoji[] {
  const written = query.trim();
  const typed = foldText(written).replaceAll(':', '').replaceAll(/\s+/g, '_');
  const words = splitWords(typed.replaceAll('_', ' '));
  const matches = searched.flatMap((one) => {
    const { emoji, description, names } = one;
    const first = { name: names[0] ?? '', rank: 0 };
    const match = typed === '' || emoji === written ? first : matchOf(one, typed, words);
    return match ? [{ emoji, description, ...match }] : [];
  });
  return matches
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ emoji, name, description }) => ({ emoji, name, description }));
}
