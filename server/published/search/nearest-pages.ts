import type { ReaderContent, ReaderEntry } from '../visit/reader-content.ts';

/** Of larger spaces, the first pages only: comparing takes about a microsecond for each letter. */
const MAX_COMPARED = 5000;
const MAX_NAME_LENGTH = 100;

/** From 0, nothing in common, to 1, the same; about one mistake in a short word. */
const MIN_SIMILARITY = 0.5;

/** Pages that navigation shows with nearly this name, by their slug or title, the nearest first. */
export function nearestPages({ order }: ReaderContent, name: string): ReaderEntry[] {
  const queryPairs = pairsOf(name);
  if (queryPairs.size === 0) return [];
  const nearest = order.slice(0, MAX_COMPARED).map((entry) => {
    const { path, title } = entry.page;
    const slug = path.slice(path.lastIndexOf('/') + 1);
    return {
      entry,
      similarity: Math.max(...[slug, title].map((one) => similarity(queryPairs, pairsOf(one)))),
    };
  });
  return nearest
    .filter(({ similarity: value }) => value >= MIN_SIMILARITY)
    .toSorted((a, b) => b.similarity - a.similarity)
    .map(({ entry }) => entry);
}

/** The pairs of letters in a name that follow each other, its beginning and end included. */
function pairsOf(name: string): Set<string> {
  const plain = name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const pairs = new Set<string>();
  if (plain === '') return pairs;
  const letters = ` ${plain} `;
  for (let at = 1; at < letters.length; at += 1) pairs.add(letters.slice(at - 1, at + 1));
  return pairs;
}

/** The share of pairs that two names have in common (Sørensen–Dice). */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of b) if (a.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
