import { diffArrays } from 'diff';
import { similarity } from '#src/lib/compare/word-diff.ts';
import type { Block } from './blocks.ts';

/**
 * One change of a block diff, in the order of the new text; removed blocks stay in place. A moved block appears twice,
 * as removed with `movedTo` and as added with `movedFrom` (indexes in the list).
 */
export type BlockChange =
  | { kind: 'same'; block: Block }
  | { kind: 'added'; block: Block; movedFrom?: number }
  | { kind: 'removed'; block: Block; movedTo?: number }
  | { kind: 'edited'; base: Block; block: Block };

/** Less similar blocks are shown as one removed and one added. */
const MIN_SIMILARITY = 0.4;
/** Shorter blocks are not reported as moved. */
const MIN_MOVED_LENGTH = 12;
/** Timeout in milliseconds for aligning a page's blocks; after it, the middle is shown as replaced. */
const TIMEOUT_MS = 3000;

/** Similarity of two blocks of one kind, from 0 to 1. */
type BlockSimilarity = (base: Block, next: Block) => number;

const textSimilarity: BlockSimilarity = (base, next) => similarity(base.source, next.source);

export function compareBlocks(base: Block[], next: Block[], similarityOf = textSimilarity): BlockChange[] {
  const changes = pairEdited(align(base, next), similarityOf);
  linkMoved(changes);
  return changes;
}

function align(base: Block[], next: Block[]): BlockChange[] {
  const first = countEqual(base, next);
  const last = countEqual(base.slice(first).toReversed(), next.slice(first).toReversed());
  const oldMiddle = base.slice(first, base.length - last);
  const newMiddle = next.slice(first, next.length - last);
  const changes = diffArrays(oldMiddle, newMiddle, { comparator: isEqual, timeout: TIMEOUT_MS });
  const middle = changes
    ? changes.flatMap(({ value, added, removed }): BlockChange[] =>
        value.map((block) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', block })),
      )
    : [...oldMiddle.map(removedOf), ...newMiddle.map(addedOf)];
  return [...next.slice(0, first).map(sameOf), ...middle, ...next.slice(next.length - last).map(sameOf)];
}

const sameOf = (block: Block): BlockChange => ({ kind: 'same', block });
const addedOf = (block: Block): BlockChange => ({ kind: 'added', block });
const removedOf = (block: Block): BlockChange => ({ kind: 'removed', block });

function isEqual(a: Block, b: Block): boolean {
  return (a.key ?? a.source) === (b.key ?? b.source);
}

function countEqual(a: Block[], b: Block[]): number {
  let count = 0;
  for (const block of a) {
    const counterpart = b[count];
    if (counterpart === undefined || !isEqual(block, counterpart)) break;
    count += 1;
  }
  return count;
}

/** Combines a removed and an added block of the same gap into an edited one where they are similar. */
function pairEdited(changes: BlockChange[], similarityOf: BlockSimilarity): BlockChange[] {
  const paired: BlockChange[] = [];
  let gap: BlockChange[] = [];
  const closeGap = (): void => {
    paired.push(...pairGap(gap, similarityOf));
    gap = [];
  };
  for (const change of changes) {
    if (change.kind === 'same') {
      closeGap();
      paired.push(change);
    } else gap.push(change);
  }
  closeGap();
  return paired;
}

function pairGap(gap: BlockChange[], similarityOf: BlockSimilarity): BlockChange[] {
  const removed = gap.flatMap((change) => (change.kind === 'removed' ? [change.block] : []));
  const added = gap.flatMap((change) => (change.kind === 'added' ? [change.block] : []));
  const paired: BlockChange[] = [];
  let next = 0;
  for (const base of removed) {
    const match = findMostSimilar(base, added, next, similarityOf);
    if (match === undefined) {
      paired.push(removedOf(base));
      continue;
    }
    paired.push(...added.slice(next, match).map(addedOf));
    const block = added[match];
    if (block) paired.push({ kind: 'edited', base, block });
    next = match + 1;
  }
  return [...paired, ...added.slice(next).map(addedOf)];
}

/** How many blocks ahead a match is searched, which keeps large gaps fast. */
const MAX_LOOKAHEAD = 8;

function findMostSimilar(
  base: Block,
  added: Block[],
  from: number,
  similarityOf: BlockSimilarity,
): number | undefined {
  let best: number | undefined;
  let bestScore = MIN_SIMILARITY;
  for (let index = from; index < Math.min(added.length, from + MAX_LOOKAHEAD); index += 1) {
    const candidate = added[index];
    if (candidate?.kind !== base.kind) continue;
    const score = similarityOf(base, candidate);
    if (score > bestScore) {
      bestScore = score;
      best = index;
    }
  }
  return best;
}

/** Links removed and added blocks with the same text as moved. */
function linkMoved(changes: BlockChange[]): void {
  const removed = new Map<string, number[]>();
  changes.forEach((change, index) => {
    if (change.kind !== 'removed') return;
    if (change.block.source.trim().length < MIN_MOVED_LENGTH) return;
    const name = keyOf(change.block);
    removed.set(name, [...(removed.get(name) ?? []), index]);
  });
  changes.forEach((change, index) => {
    if (change.kind !== 'added') return;
    const from = removed.get(keyOf(change.block))?.shift();
    const origin = from === undefined ? undefined : changes[from];
    if (from === undefined || origin?.kind !== 'removed') return;
    change.movedFrom = from;
    origin.movedTo = index;
  });
}

function keyOf({ key, source }: Block): string {
  return key ?? source.trim();
}
