/** What is drawn in place of whole lines, for the whole text: they are higher than the lines. */
import { type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { blockAt } from '../structure/block-ranges.ts';
import { goesOn, isJoined, joinOf, type LineRange, paragraphAt } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import { type BlockDrawing, hiddenLine, type VisualContext } from './block-drawing.ts';
import { element } from './draw-nodes.ts';
import { drawLine } from './drawn-blocks.ts';
import { isRedrawn, structureOf } from './structure-field.ts';

/** Between lines of a paragraph, which readers see as one. */
class JoinDrawing extends WidgetType {
  override eq(other: WidgetType): boolean {
    return other instanceof JoinDrawing;
  }

  override toDOM(): HTMLElement {
    return element('span', '', ' ');
  }
}

const joined = Decoration.replace({ widget: new JoinDrawing() });

/**
 * What is drawn in place of whole lines: pictures, tables, the tags of containers. And what joins lines: of the ends of
 * lines, an editor has to know before it draws.
 */
export const blockDrawings = (context: VisualContext) =>
  StateField.define<DecorationSet>({
    create: (state) => drawingsIn(structureOf(state), context, 0, structureOf(state).lines.length - 1),
    update(drawings, transaction) {
      const { docChanged, changes, state } = transaction;
      if (isRedrawn(transaction)) {
        const structure = structureOf(state);
        return drawingsIn(structure, context, 0, structure.lines.length - 1);
      }
      if (!docChanged) return drawings;
      const moved = drawings.map(changes);
      // What is composed must stay where it is: decorations only move with the text.
      if (transaction.isUserEvent('input.type.compose')) return moved;
      const structure = structureOf(state);
      if (structure.read.isTagChanged) return drawingsIn(structure, context, 0, structure.lines.length - 1);
      const first = blockAt(structure, structure.read.first).first;
      const last = blockAt(structure, structure.read.last).last;
      return moved.update({
        filterFrom: structure.startOf(first),
        filterTo: structure.endOf(last),
        filter: () => false,
        add: rangesIn(structure, context, first, last),
      });
    },
    provide: (drawings) => EditorView.decorations.from(drawings),
  });

const drawingsIn = (structure: TextStructure, context: VisualContext, first: number, last: number) =>
  Decoration.set(rangesIn(structure, context, first, last));

function rangesIn(
  structure: TextStructure,
  context: VisualContext,
  first: number,
  last: number,
): Range<Decoration>[] {
  const ranges: Range<Decoration>[] = [];
  const add = (from: number, to: number, widget: BlockDrawing) => {
    const range = { from: structure.startOf(from), to: structure.endOf(to) };
    if (range.from < range.to)
      ranges.push(Decoration.replace({ widget, block: true }).range(range.from, range.to));
  };
  let paragraph: LineRange | undefined;
  for (let index = first; index <= last; index += 1) {
    const { kind } = structure.lineOf(index);
    const whole = structure.drawnWhole(index);
    if (whole) {
      add(whole.from, whole.to, drawLine(structure, context, whole.from, whole));
      index = whole.to;
    } else if (kind === 'table' || kind === 'html-table') {
      const table = blockAt(structure, index);
      add(index, table.last, drawLine(structure, context, index));
      index = table.last;
    } else if (kind === 'text' && goesOn(structure, index)) {
      if (paragraph === undefined || index > paragraph.last) paragraph = paragraphAt(structure, index);
      if (!isJoined(structure, index, paragraph)) continue;
      const { from, to } = joinOf(structure, index);
      ranges.push(joined.range(from, to));
    } else if (kind === 'underline') add(index, index, hiddenLine);
    else if (drawnKinds.has(kind)) add(index, index, drawLine(structure, context, index));
  }
  return ranges;
}

const drawnKinds: ReadonlySet<string> = new Set(['tag', 'picture', 'divider', 'fence', 'fence-end']);
