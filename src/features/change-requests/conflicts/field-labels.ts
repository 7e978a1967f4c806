import type { ConflictSide } from '#api/generated/types.gen.ts';
import type { ConflictField } from './resolution.ts';

export const fieldNames: Readonly<Record<ConflictField, string>> = {
  description: 'description',
  emoji: 'emoji',
  parent: 'position',
};

/** A field of one version, as text. */
export function formatField(side: ConflictSide, fact: ConflictField): string {
  if (fact !== 'parent') return side[fact] ?? 'none';
  return side.parent === null ? 'top level' : `under “${side.parentTitle ?? side.parent}”`;
}
