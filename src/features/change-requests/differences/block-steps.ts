import type { DocumentNode } from '#api/generated/types.gen.ts';
import type { BlockChange } from './compare-texts.ts';

/** What became of one block, without the block: where it stands among the blocks of the old and of the new text. */
export interface BlockStep {
  kind: BlockChange['kind'];
  /** Place in the old text, counted from 0; left out where it is not in it. */
  base?: number;
  /** Place in the new text. */
  next?: number;
  /** Old and new form of an edited block in one, with what differs marked; left out where they cannot be shown in one. */
  node?: DocumentNode;
  /** An edited block whose words are the same: a picture, an address or the format differs. */
  isSameText?: boolean;
  /** Of a block that was moved: the step with its other end. */
  movedTo?: number;
  movedFrom?: number;
}

/** Changes with places instead of blocks: small enough to travel between threads. */
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
