import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { BlockChange } from './compare-texts.ts';

/** One entry of a block diff, with positions instead of blocks. */
export interface BlockStep {
  kind: BlockChange['kind'];
  /** Index in the old text; omitted if it is not there. */
  base?: number;
  /** Index in the new text. */
  next?: number;
  /** Both versions of an edited block in one node, with differences marked; omitted if they can't be combined. */
  node?: DocumentNode;
  /** Edited, but with the same words: an image, URL or format differs. */
  isSameText?: boolean;
  /** For a moved block: the index of the entry at its other end. */
  movedTo?: number;
  movedFrom?: number;
}

/** Replaces blocks by positions, small enough to send between threads. */
export function toSteps(changes: readonly BlockChange[]): BlockStep[] {
  let base = 0;
  let next = 0;
  return changes.map((change) => {
    if (change.kind === 'same') return { kind: 'same', base: base++, next: next++ };
    if (change.kind === 'edited') return { kind: 'edited', base: base++, next: next++ };
    if (change.kind === 'removed') return { kind: 'removed', base: base++, movedTo: change.movedTo };
    return { kind: 'added', next: next++, movedFrom: change.movedFrom };
  });
}
