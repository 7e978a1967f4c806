/** Markdown texts as blocks, to test that a comparison contains both of what it compares, character by character. */
import { type BlockChange, compareBlocks } from '../compare-texts.ts';
import { splitBlocks } from './split-blocks.ts';

/** What differs between two markdown texts, block by block, and word by word where a block was edited. */
export function compareTexts(base: string, next: string): BlockChange[] {
  return compareBlocks(splitBlocks(base), splitBlocks(next));
}

/** The text that changes lead from. */
export function baseTextOf(changes: readonly BlockChange[]): string {
  return changes
    .map((change) => {
      if (change.kind === 'added') return '';
      return change.kind === 'edited' ? change.base.source : change.block.source;
    })
    .join('');
}

/** The text that changes lead to: what the view shows, applied to the base. */
export function nextTextOf(changes: readonly BlockChange[]): string {
  return changes.map((change) => (change.kind === 'removed' ? '' : change.block.source)).join('');
}
