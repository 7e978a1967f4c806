import type { EditorView } from '@codemirror/view';
import { BlockDrawing, type VisualContext } from '../drawing/block-drawing.ts';
import { blockAt } from '../structure/block-ranges.ts';
import { emojiNames } from '../structure/emoji-names.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import { TableField } from './table-field.ts';
import type { TableLines } from './table-text.ts';

/** A table in place of its lines. */
export class TableDrawing extends BlockDrawing {
  readonly key: string;
  readonly context: VisualContext;
  readonly frames: string;
  readonly lines: TableLines;
  readonly readsEmoji: boolean;

  private constructor(context: VisualContext, frames: string, lines: TableLines) {
    super();
    this.context = context;
    this.frames = frames;
    this.lines = lines;
    const hasNames = emojiNames.get() !== null;
    this.key = `table ${frames} ${hasNames ? 'emoji' : ''} ${lines.join('\n')}`;
    this.readsEmoji = hasNames;
  }

  static at(structure: TextStructure, context: VisualContext, index: number, frames: string): TableDrawing {
    const { first, last } = blockAt(structure, index);
    const lines: string[] = [];
    for (let at = first; at <= last; at += 1) lines.push(structure.textOf(at));
    return new TableDrawing(context, frames, lines);
  }

  override toDOM(view: EditorView): HTMLElement {
    return new TableField(view, this).dom;
  }

  /** The table stays on the screen with the field in it. */
  override updateDOM(dom: HTMLElement): boolean {
    const table = TableField.of(dom);
    table?.update(this);
    return table !== undefined;
  }

  override destroy(dom: HTMLElement): void {
    TableField.of(dom)?.leave();
  }
}
