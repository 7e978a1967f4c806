import { listBlocks, type SourceBlock } from '../documents/document-nodes.ts';
import { matchLines } from './match-lines.ts';

/** A block is like another if they have at least this share of words in common. */
const MIN_SIMILARITY = 0.5;
/** Pairs of blocks that are compared for a text. Where there are more, none is looked for far from its place. */
const MAX_COMPARISONS = 300_000;

/**
 * The positions of a text's blocks in a later version of it, by their ids (`nodeIdOf`); null where they were
 * removed. A block that was moved keeps its words, one that was edited most of them, and one that was
 * rewritten its place between its neighbors.
 */
export function followBlocks({
  before,
  after,
  nodeIds,
}: {
  before: string;
  after: string;
  nodeIds: readonly string[];
}): (string | null)[] {
  const [old, now] = [listBlocks(before), listBlocks(after)];
  const matches = matchLines(
    old.map(({ source }) => source),
    now.map(({ source }) => source),
  );
  const moved = findMoved(old, now, matches);
  const usedIndexes = new Set([...matches, ...moved.values()]);
  const oldGaps = gapsOf(old, (position) => (matches[position] ?? -1) >= 0);
  const matched = new Set(matches);
  const newGaps = gapsOf(now, (index) => matched.has(index));
  const edited = old.flatMap((block, position) =>
    (matches[position] ?? -1) < 0 && !moved.has(position) ? [{ block, gap: oldGaps[position] }] : [],
  );
  // An unchanged continuation of another block is no successor of this one.
  const free = now.flatMap((block, index) =>
    usedIndexes.has(index) ? [] : [{ block, gap: newGaps[index] }],
  );
  const positions = new Map(old.map(({ id }, position) => [id, position]));
  const unmatchedOld = countByGap(oldGaps, (position) => (matches[position] ?? -1) < 0);
  const unmatchedNew = countByGap(newGaps, (index) => !matched.has(index));
  const isSmall = edited.length * (edited.length + free.length) <= MAX_COMPARISONS;
  const likeness = new Likeness();
  /** Those that no block in their own place has become; asked for where nothing in its place is like a block. */
  let unclaimed: SourceBlock[] | undefined;
  const findUnclaimed = (): SourceBlock[] =>
    free
      .filter(
        ({ block, gap }) =>
          !edited.some((other) => other.gap === gap && likeness.isAlike(other.block, block)),
      )
      .map(({ block }) => block);
  const findEdited = (position: number, block: SourceBlock): SourceBlock | undefined => {
    const gap = oldGaps[position];
    const here = free.filter((candidate) => candidate.gap === gap).map((candidate) => candidate.block);
    const inPlace = likeness.findMostAlike(block, here);
    if (inPlace) return inPlace;
    if (isSmall) unclaimed ??= findUnclaimed();
    const match = likeness.findMostAlike(block, unclaimed ?? []);
    // A block that stands alone in the place of one block, is of its kind and like no other one, was rewritten.
    const isSingle = unmatchedOld.get(gap ?? -1) === 1 && unmatchedNew.get(gap ?? -1) === 1;
    const [only] = here;
    if (match || !isSingle || only?.type !== block.type) return match;
    const isOfOther =
      isSmall && edited.some((other) => other.block !== block && likeness.isAlike(other.block, only));
    return isOfOther ? undefined : only;
  };

  return nodeIds.map((id) => {
    const position = positions.get(id);
    const block = position === undefined ? undefined : old[position];
    if (position === undefined || !block) return null;
    const match = matches[position] ?? -1;
    const index = match >= 0 ? match : moved.get(position);
    const followed = index === undefined ? findEdited(position, block) : now[index];
    return followed?.id ?? null;
  });
}

/** For each block, how many matched ones are before it: blocks with the same number stand between the same neighbors. */
function gapsOf(blocks: readonly SourceBlock[], isMatched: (index: number) => boolean): number[] {
  let count = 0;
  return blocks.map((_, index) => {
    const gap = count;
    if (isMatched(index)) count += 1;
    return gap;
  });
}

/** Blocks that moved unchanged: their positions in both versions. */
function findMoved(
  old: readonly SourceBlock[],
  now: readonly SourceBlock[],
  matches: readonly number[],
): Map<number, number> {
  const matched = new Set(matches);
  const bySource = new Map<string, number[]>();
  // The first of equal ones is taken first.
  for (let index = now.length - 1; index >= 0; index -= 1) {
    const source = now[index]?.source ?? '';
    if (matched.has(index)) continue;
    const indexes = bySource.get(source);
    if (indexes) indexes.push(index);
    else bySource.set(source, [index]);
  }
  const moved = new Map<number, number>();
  for (const [position, { source }] of old.entries()) {
    const index = (matches[position] ?? -1) < 0 ? bySource.get(source)?.pop() : undefined;
    if (index !== undefined) moved.set(position, index);
  }
  return moved;
}

function countByGap(gaps: readonly number[], isCounted: (index: number) => boolean): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [index, gap] of gaps.entries())
    if (isCounted(index)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return counts;
}

/** How like blocks are to one another. Reads the words of each block once, however many it is compared with. */
class Likeness {
  readonly #words = new Map<string, { total: number; counts: Map<string, number> }>();

  isAlike(left: SourceBlock, right: SourceBlock): boolean {
    return this.#shareOf(left, right) >= MIN_SIMILARITY;
  }

  /** The block that is most like another; of equally similar ones the first of the same kind. */
  findMostAlike(block: SourceBlock, candidates: readonly SourceBlock[]): SourceBlock | undefined {
    let best: { candidate: SourceBlock; share: number } | undefined;
    for (const candidate of candidates) {
      const share = this.#shareOf(block, candidate);
      if (share < MIN_SIMILARITY || (best && share < best.share)) continue;
      const isCloserKind = candidate.type === block.type && best?.candidate.type !== block.type;
      if (!best || share > best.share || isCloserKind) best = { candidate, share };
    }
    return best?.candidate;
  }

  /** The share of words that two blocks have in common, from 0 to 1. */
  #shareOf(left: SourceBlock, right: SourceBlock): number {
    const [words, others] = [this.#wordsOf(left), this.#wordsOf(right)];
    let common = 0;
    for (const [word, count] of words.counts) common += Math.min(count, others.counts.get(word) ?? 0);
    return common === 0 ? 0 : (2 * common) / (words.total + others.total);
  }

  #wordsOf({ source }: SourceBlock) {
    const cachedWords = this.#words.get(source);
    if (cachedWords) return cachedWords;
    const all = wordsOf(source);
    const counts = new Map<string, number>();
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
    const words = { total: all.length, counts };
    this.#words.set(source, words);
    return words;
  }
}

/** Words in lower case; of scripts that have no spaces between words, each character. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(words) ?? [];
}

const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}])+/gu;
