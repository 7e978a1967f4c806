import { listBlocks, type SourceBlock } from './document-nodes.ts';
import { matchLines } from './merge/match-lines.ts';

/** A block is like another if they have at least this share of words in common. */
const MIN_SIMILARITY = 0.5;
/** Where more blocks would have to be compared, none is looked for far from its place. */
const MAX_COMPARISONS = 100_000;

/**
 * Where blocks of a text are in a later version of it, by their ids (`nodeIdOf`); null where they are gone. A block that was
 * moved keeps its words, one that was edited most of them, and one that was rewritten its place between its neighbors.
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
  const taken = new Set([...matches, ...moved.values()]);
  const oldGaps = gapsOf(old, (position) => (matches[position] ?? -1) >= 0);
  const matched = new Set(matches);
  const newGaps = gapsOf(now, (index) => matched.has(index));
  const isEdited = (position: number) => (matches[position] ?? -1) < 0 && !moved.has(position);
  const edited = old.flatMap((block, position) =>
    isEdited(position) ? [{ block, position, gap: oldGaps[position] }] : [],
  );
  // What continues another block as it was is not what this one has become.
  const free = now.flatMap((block, index) => (taken.has(index) ? [] : [{ block, gap: newGaps[index] }]));
  const positions = new Map(old.map(({ id }, position) => [id, position]));

  const findEdited = (position: number, block: SourceBlock): SourceBlock | undefined => {
    const gap = oldGaps[position];
    const here = free.filter((candidate) => candidate.gap === gap).map((candidate) => candidate.block);
    const inPlace = findAlike(block, here);
    if (inPlace) return inPlace;
    // A block elsewhere that has become of one there is no candidate either.
    const similarityTo = createSimilarity(block.source);
    const alike = free.filter((candidate) => similarityTo(candidate.block.source) >= MIN_SIMILARITY);
    const isUnclaimed = (candidate: (typeof free)[number]) =>
      !edited.some(
        (other) =>
          other.gap === candidate.gap &&
          other.position !== position &&
          createSimilarity(other.block.source)(candidate.block.source) >= MIN_SIMILARITY,
      );
    const elsewhere = alike.length * edited.length > MAX_COMPARISONS ? [] : alike.filter(isUnclaimed);
    const found = findAlike(
      block,
      elsewhere.map((candidate) => candidate.block),
    );
    // A block that stands alone in the place of one block, is of its kind and like no other one, was rewritten.
    const unmatched = (gaps: readonly number[], isMatched: (index: number) => boolean) =>
      gaps.filter((each, index) => each === gap && !isMatched(index)).length;
    const isSingle =
      unmatched(oldGaps, (index) => (matches[index] ?? -1) >= 0) === 1 &&
      unmatched(newGaps, (index) => matched.has(index)) === 1;
    const [only] = here;
    if (found || !isSingle || only?.type !== block.type) return found;
    const similarityToOnly = createSimilarity(only.source);
    const isOfOther =
      edited.length ** 2 <= MAX_COMPARISONS &&
      edited.some(
        (other) => other.position !== position && similarityToOnly(other.block.source) >= MIN_SIMILARITY,
      );
    return isOfOther ? undefined : only;
  };

  return nodeIds.map((id) => {
    const position = positions.get(id);
    const block = position === undefined ? undefined : old[position];
    if (position === undefined || !block) return null;
    const match = matches[position] ?? -1;
    const index = match >= 0 ? match : moved.get(position);
    const found = index === undefined ? findEdited(position, block) : now[index];
    return found?.id ?? null;
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

/** Blocks that are elsewhere as they were: their positions in both versions. */
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

/** The block that is most like another; of equally similar ones the first of the same kind. */
function findAlike(block: SourceBlock, candidates: readonly SourceBlock[]): SourceBlock | undefined {
  const similarityTo = createSimilarity(block.source);
  let best: { candidate: SourceBlock; share: number } | undefined;
  for (const candidate of candidates) {
    const share = similarityTo(candidate.source);
    if (share < MIN_SIMILARITY || (best && share < best.share)) continue;
    const isCloserKind = candidate.type === block.type && best?.candidate.type !== block.type;
    if (!best || share > best.share || isCloserKind) best = { candidate, share };
  }
  return best?.candidate;
}

/** The share of words that other texts have in common with a text, from 0 to 1; in the time that reading both takes. */
function createSimilarity(text: string): (other: string) => number {
  const ownWords = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of ownWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (other) => {
    const others = wordsOf(other);
    const found = new Map<string, number>();
    let common = 0;
    for (const word of others) {
      const times = (found.get(word) ?? 0) + 1;
      found.set(word, times);
      if (times <= (counts.get(word) ?? 0)) common += 1;
    }
    return common === 0 ? 0 : (2 * common) / (ownWords.length + others.length);
  };
}

/** Words in lower case; of scripts that have no spaces between words, each character. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(words) ?? [];
}

const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}])+/gu;
