import { diffArrays } from 'diff';
import type { Block } from './blocks.ts';
import { likeness } from './words.ts';

/**
 * What became of one block. The changes of a text are in the order of the new text, with removed blocks where they
 * stood. A moved block appears twice: as removed with `movedTo`, and as added with `movedFrom` (places among the
 * changes), so that both readings of the list stay complete.
 */
export type BlockChange =
  | { kind: 'same'; block: Block }
  | { kind: 'added'; block: Block; movedFrom?: number }
  | { kind: 'removed'; block: Block; movedTo?: number }
  | { kind: 'edited'; base: Block; block: Block };

/** Blocks that have less in common than this are shown as one removed and one added. */
const ALIKE = 0.4;
/** Shorter blocks are no landmarks: finding one elsewhere does not mean that it was moved. */
const SHORTEST_MOVED = 12;
/** Milliseconds for aligning the blocks of one page; beyond, its middle is shown as replaced. */
const LONGEST_MS = 3000;

/** How much two blocks of one kind have in common: 0 nothing, 1 everything. */
type BlockLikeness = (base: Block, next: Block) => number;

const textLikeness: BlockLikeness = (base, next) => likeness(base.source, next.source);

/** What differs between two rows of blocks. */
export function compareBlocks(base: Block[], next: Block[], likenessOf = textLikeness): BlockChange[] {
  const changes = pairEdited(align(base, next), likenessOf);
  linkMoved(changes);
  return changes;
}

function align(base: Block[], next: Block[]): BlockChange[] {
  const first = countEqual(base, next);
  const last = countEqual(base.slice(first).toReversed(), next.slice(first).toReversed());
  const oldMiddle = base.slice(first, base.length - last);
  const newMiddle = next.slice(first, next.length - last);
  const found = diffArrays(oldMiddle, newMiddle, { comparator: isEqual, timeout: LONGEST_MS });
  const middle = found
    ? found.flatMap(({ value, added, removed }): BlockChange[] =>
        value.map((block) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', block })),
      )
    : [...oldMiddle.map(removedOf), ...newMiddle.map(addedOf)];
  return [...next.slice(0, first).map(sameOf), ...middle, ...next.slice(next.length - last).map(sameOf)];
}

const sameOf = (block: Block): BlockChange => ({ kind: 'same', block });
const addedOf = (block: Block): BlockChange => ({ kind: 'added', block });
const removedOf = (block: Block): BlockChange => ({ kind: 'removed', block });

function isEqual(one: Block, other: Block): boolean {
  return (one.key ?? one.source) === (other.key ?? other.source);
}

function countEqual(one: Block[], other: Block[]): number {
  let count = 0;
  for (const block of one) {
    const counterpart = other[count];
    if (counterpart === undefined || !isEqual(block, counterpart)) break;
    count += 1;
  }
  return count;
}

/** Makes one edited block of a removed and an added one in the same gap, in their order, where they are alike. */
function pairEdited(changes: BlockChange[], likenessOf: BlockLikeness): BlockChange[] {
  const paired: BlockChange[] = [];
  let gap: BlockChange[] = [];
  const closeGap = (): void => {
    paired.push(...pairGap(gap, likenessOf));
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

function pairGap(gap: BlockChange[], likenessOf: BlockLikeness): BlockChange[] {
  const removed = gap.flatMap((change) => (change.kind === 'removed' ? [change.block] : []));
  const added = gap.flatMap((change) => (change.kind === 'added' ? [change.block] : []));
  const paired: BlockChange[] = [];
  let next = 0;
  for (const base of removed) {
    const match = findAlike(base, added, next, likenessOf);
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

/** How far ahead a counterpart is looked for: in a gap of thousands, everything with everything would take minutes. */
const REACH = 8;

function findAlike(base: Block, added: Block[], from: number, likenessOf: BlockLikeness): number | undefined {
  let best: number | undefined;
  let most = ALIKE;
  for (let index = from; index < Math.min(added.length, from + REACH); index += 1) {
    const candidate = added[index];
    if (candidate?.kind !== base.kind) continue;
    const alike = likenessOf(base, candidate);
    if (alike > most) {
      most = alike;
      best = index;
    }
  }
  return best;
}

/** Ties removed blocks to added ones with the same text: they were moved. */
function linkMoved(changes: BlockChange[]): void {
  const removed = new Map<string, number[]>();
  changes.forEach((change, index) => {
    if (change.kind !== 'removed') return;
    if (change.block.source.trim().length < SHORTEST_MOVED) return;
    const name = nameOf(change.block);
    removed.set(name, [...(removed.get(name) ?? []), index]);
  });
  changes.forEach((change, index) => {
    if (change.kind !== 'added') return;
    const from = removed.get(nameOf(change.block))?.shift();
    const origin = from === undefined ? undefined : changes[from];
    if (from === undefined || origin?.kind !== 'removed') return;
    change.movedFrom = from;
    origin.movedTo = index;
  });
}

function nameOf({ key, source }: Block): string {
  return key ?? source.trim();
}
