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

interface Drawings {
  set: DecorationSet;
  /** Not as long as only a beginning of the text is read. */
  isWhole: boolean;
}

/**
 * What is drawn in place of whole lines: pictures, tables, the tags of containers. And what joins lines: of the ends of
 * lines, an editor has to know before it draws.
 */
export const blockDrawings = (context: VisualContext) =>
  StateField.define<Drawings>({
    create(state) {
      const structure = structureOf(state);
      const { readCount } = structure;
      const ranges = rangesIn(structure, context, 0, readCount - 1);
      return { set: Decoration.set(ranges), isWhole: readCount === state.doc.lines };
    },
    update(drawings, transaction) {
      const { docChanged, changes, state } = transaction;
      const drawAll = (): Drawings => {
        const ranges = rangesIn(structureOf(state), context, 0, state.doc.lines - 1);
        return { set: Decoration.set(ranges), isWhole: true };
      };
      if (isRedrawn(transaction)) return drawAll();
      if (!docChanged) return drawings;
      const { isWhole } = drawings;
      const moved = drawings.set.map(changes);
      // What is composed must stay where it is: decorations only move with the text.
      if (transaction.isUserEvent('input.type.compose')) return { set: moved, isWhole };
      const structure = structureOf(state);
      if (!isWhole || structure.read.isTagChanged) return drawAll();
      const first = blockAt(structure, structure.read.first).first;
      const last = blockAt(structure, structure.read.last).last;
      const set = moved.update({
        filterFrom: structure.startOf(first),
        filterTo: structure.endOf(last),
        filter: () => false,
        add: rangesIn(structure, context, first, last),
      });
      return { set, isWhole };
    },
    provide: (drawings) => EditorView.decorations.from(drawings, ({ set }) => set),
  });

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
