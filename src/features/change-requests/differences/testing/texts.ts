/** Markdown texts as blocks, to test that a comparison keeps both texts complete. */
import { type BlockChange, compareBlocks } from '../compare-texts.ts';
import { splitBlocks } from './split-blocks.ts';

/** Block diff of two Markdown texts, with a word diff of edited blocks. */
export function compareTexts(base: string, next: string): BlockChange[] {
  return compareBlocks(splitBlocks(base), splitBlocks(next));
}

/** The text before the changes. */
export function baseTextOf(changes: readonly BlockChange[]): string {
  return changes
    .map((change) => {
      if (change.kind === 'added') return '';
      return change.kind === 'edited' ? change.base.source : change.block.source;
    })
    .join('');
}

/** The text after the changes. */
export function nextTextOf(changes: readonly BlockChange[]): string {
  return changes.map((change) => (change.kind === 'removed' ? '' : change.block.source)).join('');
}
