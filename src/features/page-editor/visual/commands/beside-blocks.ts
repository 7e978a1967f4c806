import type { TextOperation } from '../../text/text-edit.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import { drawnBetween } from './edit-commands.ts';

/** Words behind a drawn block that is selected are a paragraph after it: in its lines they would be a part of it. */
export const besideBlocks =
  (structure: TextStructure, operation: TextOperation): TextOperation =>
  (text, selected) => {
    const edit = operation(text, selected);
    const isBehind = edit.from === selected.to && edit.to === selected.to && /^[^\n]/.test(edit.insert);
    if (selected.from === selected.to || !isBehind) return edit;
    const drawn = drawnBetween(structure, structure.lineAt(selected.from) - 1, structure.lines.length, 1);
    if (drawn?.from !== selected.from || drawn.to !== selected.to) return edit;
    const selection = { from: edit.selection.from + 2, to: edit.selection.to + 2 };
    return { ...edit, insert: `\n\n${edit.insert}`, selection };
  };
