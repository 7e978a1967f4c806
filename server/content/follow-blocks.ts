import { listBlocks, type SourceBlock } from './document-nodes.ts';
import { matchLines } from './merge/match-lines.ts';

/** An edited block has at least this share of words in common with what it was. */
const MIN_SIMILARITY = 0.5;

/**
 * Where blocks of a text are in a later version of it, by their ids (`nodeIdOf`); null where they are gone. A block that was
 * moved keeps its words, one that was edited its place between its neighbors.
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
  const taken = new Set(matches);
  const positions = new Map(old.map(({ id }, position) => [id, position]));
  return nodeIds.map((id) => {
    const position = positions.get(id);
    const block = position === undefined ? undefined : old[position];
    if (position === undefined || !block) return null;
    const match = matches[position] ?? -1;
    if (match >= 0) return now[match]?.id ?? null;
    const moved = now.find(({ source }, index) => source === block.source && !taken.has(index));
    return (moved ?? findEdited(position, { old, now, matches }))?.id ?? null;
  });
}

/** The block that stands between the same neighbors and is most like it. */
function findEdited(
  position: number,
  { old, now, matches }: { old: SourceBlock[]; now: SourceBlock[]; matches: number[] },
): SourceBlock | undefined {
  const block = old[position];
  const start = matches.findLastIndex((match, index) => index < position && match >= 0);
  const next = matches.findIndex((match, index) => index > position && match >= 0);
  const end = next < 0 ? old.length : next;
  const between = now.slice((matches[start] ?? -1) + 1, next < 0 ? now.length : matches[next]);
  const candidates = between.filter(({ type }) => type === block?.type);
  const [only] = candidates;
  // One block in the place of one block: it was rewritten.
  if (end - start === 2 && between.length === 1) return only;
  let [best, similarity]: [SourceBlock | undefined, number] = [undefined, MIN_SIMILARITY];
  for (const candidate of candidates) {
    const share = similarityOf(block?.source ?? '', candidate.source);
    if (share >= similarity && (best === undefined || share > similarity))
      [best, similarity] = [candidate, share];
  }
  return best;
}

/** The share of words that two texts have in common, from 0 to 1. */
function similarityOf(left: string, right: string): number {
  const [words, others] = [wordsOf(left), wordsOf(right)];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of others) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    counts.set(word, count - 1);
  }
  return words.length + others.length === 0 ? 0 : (2 * common) / (words.length + others.length);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
