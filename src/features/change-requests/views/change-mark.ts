import type { BlockStep } from '../differences/block-steps.ts';

const kindLabels: Record<BlockStep['kind'], string> = {
  same: '',
  added: '+ Added',
  removed: '− Removed',
  edited: '~ Edited',
};

/** Label of a changed block or line, with a sign. */
export function labelOfStep({ kind, movedFrom, movedTo, isSameText }: BlockStep): string {
  if (movedFrom !== undefined) return '↕ Moved here';
  if (movedTo !== undefined) return '↕ Moved from here';
  if (isSameText) return '~ Formatting changed';
  return kindLabels[kind];
}
