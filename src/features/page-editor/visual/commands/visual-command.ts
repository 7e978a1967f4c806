import type { TextEdit, TextRange } from '../../text/text-edit.ts';
import type { TextStructure } from '../structure/text-structure.ts';

/** What a key does in the visual view: a function to one edit; undefined where there is nothing to do. */
export type VisualCommand = (structure: TextStructure, selected: TextRange) => TextEdit | undefined;
