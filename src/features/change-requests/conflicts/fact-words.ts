import type { ConflictSide } from '#api/generated/types.gen.ts';
import type { ChosenFact } from './resolution.ts';

/** What the facts of a page are called. */
export const factNames: Readonly<Record<ChosenFact, string>> = {
  description: 'description',
  emoji: 'emoji',
  parent: 'position',
};

/** A fact of one version of a page, in words. */
export function valueOf(side: ConflictSide, fact: ChosenFact): string {
  if (fact !== 'parent') return side[fact] ?? 'none';
  return side.parent === null ? 'top level' : `under “${side.parentTitle ?? side.parent}”`;
}
