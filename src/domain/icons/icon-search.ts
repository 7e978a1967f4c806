import type { NamedDrawing } from '#api/icons.ts';
import { foldText } from '#src/lib/compare/match-text.ts';

/** An icon to choose: the name that is stored, and its drawing. */
interface IconChoice {
  readonly name: string;
  readonly path: string;
}

/** How well a name matches, higher is better; 0 for no match. */
function rank(name: string, words: readonly string[]): number {
  const parts = name.split('-');
  if (name === words.join('-')) return 4;
  if (words.every((word) => parts.includes(word))) return 3;
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  return words.every((word) => name.includes(word)) ? 1 : 0;
}

/** The icons with a name that matches, best first; each drawing once, by the name that matches best. */
export function searchIcons(drawings: readonly NamedDrawing[], query: string): IconChoice[] {
  const words = foldText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'fa');
  const matches = drawings.flatMap(({ names, path }) => {
    const ranked = names.map((name) => ({ name, path, rank: rank(name, words) }));
    const best = ranked.reduce((a, b) => (b.rank > a.rank ? b : a));
    return best.rank > 0 || words.length === 0 ? [best] : [];
  });
  return matches.toSorted((a, b) => b.rank - a.rank).map(({ name, path }) => ({ name, path }));
}
