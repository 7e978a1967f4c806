import type { TextOperation } from './text-edit.ts';
import { toggleHeading, toggleLines } from './text-lines.ts';
import { insertLink, toggleMark } from './text-marks.ts';

/** Asks what a link leads to. */
export const chooseLinkKey = 'Mod-Shift-k';

/** Asks which block to insert. */
export const chooseBlockKey = 'Mod-Shift-e';

/** Keys that edit the text, in both fields; `Mod` is Ctrl, or Command on a Mac. */
export const operationKeys: readonly { key: string; operation: TextOperation }[] = [
  { key: 'Mod-b', operation: toggleMark('**') },
  { key: 'Mod-i', operation: toggleMark('_') },
  { key: 'Mod-e', operation: toggleMark('`') },
  { key: 'Mod-k', operation: insertLink },
  { key: 'Mod-Alt-1', operation: toggleHeading(1) },
  { key: 'Mod-Alt-2', operation: toggleHeading(2) },
  { key: 'Mod-Alt-3', operation: toggleHeading(3) },
  { key: 'Mod-Shift-7', operation: toggleLines('numbers') },
  { key: 'Mod-Shift-8', operation: toggleLines('bullets') },
  { key: 'Mod-Shift-9', operation: toggleLines('quote') },
];
