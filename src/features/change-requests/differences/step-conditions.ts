import type { DocumentNode } from '#api/generated/types.gen.ts';
import { findConditions } from '#src/domain/document/conditions.ts';
import type { BlockStep } from './blocks.ts';

/** The condition that a block of a comparison is in. */
export interface StepCondition {
  /** The opening tag. */
  text: string;
  /** Whether the block is in it in the new text, in both texts, or no longer. */
  kind: 'entered' | 'same' | 'left';
}

/** Returns the conditions of the blocks of two texts: only some visitors get what is in one. */
export function stepConditions(
  base: DocumentNode,
  next: DocumentNode,
): (step: BlockStep) => StepCondition | undefined {
  const [before, after] = [conditionsByBlock(base), conditionsByBlock(next)];
  return ({ base: baseIndex, next: nextIndex }) => {
    const was = baseIndex === undefined ? undefined : before.get(baseIndex);
    const is = nextIndex === undefined ? undefined : after.get(nextIndex);
    const isInBoth = baseIndex !== undefined && nextIndex !== undefined;
    if (is !== undefined) return { text: is, kind: isInBoth && was === undefined ? 'entered' : 'same' };
    return was === undefined ? undefined : { text: was, kind: isInBoth ? 'left' : 'same' };
  };
}

/** The opening tags of the conditions that blocks are in, by the index of the block. */
function conditionsByBlock({ nodes = [] }: DocumentNode): ReadonlyMap<number, string> {
  return new Map(
    findConditions(nodes).flatMap(({ first, last, text }) =>
      Array.from({ length: last - first + 1 }, (_, index) => [first + index, text] as const),
    ),
  );
}
