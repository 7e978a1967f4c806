/** The look of the lines in view: what they are, the signs that are not shown, and what the caret passes as one. */
import { type Range, RangeSet, type RangeValue, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { firstPicture } from '../../text/pictures.ts';
import type { BlockLine } from '../structure/block-lines.ts';
import type { InlineMark, InlineSign } from '../structure/inline-marks.ts';
import { inlineOf, isJoined, joinOf, type LineRange, paragraphAt } from '../structure/paragraphs.ts';
import type { TextStructure } from '../structure/text-structure.ts';
import type { VisualContext } from './block-drawing.ts';
import { drawPicture, drawSign, element } from './draw-nodes.ts';
import { frameClasses } from './line-frames.ts';
import { isRedrawn, structureOf } from './structure-field.ts';
import { showsMarks } from './visual-choice.ts';

const hidden = Decoration.replace({});

/** What is drawn in place of signs. */
class SignDrawing extends WidgetType {
  readonly #key: string;
  readonly #draw: (view: EditorView) => HTMLElement;

  constructor(key: string, draw: (view: EditorView) => HTMLElement) {
    super();
    this.#key = key;
    this.#draw = draw;
  }

  override eq(other: SignDrawing): boolean {
    return other.#key === this.#key;
  }

  override toDOM(view: EditorView): HTMLElement {
    return this.#draw(view);
  }

  override ignoreEvent(event: Event): boolean {
    return event.type !== 'mousedown';
  }
}

const bulletOf = (level: number): string => ['•', '◦', '▪'][(level - 1) % 3] ?? '•';

/** The bullet, the number or the box of a list item. */
function itemSign(structure: TextStructure, index: number): SignDrawing {
  const { sign, level } = structure.lineOf(index);
  if (sign.startsWith('[')) {
    const isDone = sign !== '[ ]';
    return new SignDrawing(`task ${sign}`, (view) => {
      const box = element('input', 'cm-task');
      box.type = 'checkbox';
      box.checked = isDone;
      box.ariaLabel = 'Done';
      box.tabIndex = -1;
      box.addEventListener('mousedown', (event) => event.preventDefault());
      box.addEventListener('click', (event) => {
        event.preventDefault();
        toggleTask(view, view.posAtDOM(box));
      });
      return element('span', 'cm-item-sign', box);
    });
  }
  const label = /\d/.test(sign) ? `${numberOf(structure, index)}.` : bulletOf(level);
  return new SignDrawing(`item ${label}`, () => element('span', 'cm-item-sign', label));
}

/** Checks a task, or takes the check away. */
function toggleTask(view: EditorView, position: number): void {
  const line = view.state.doc.lineAt(position);
  const [before, sign] = /^(.*?\[)([ xX])\]/.exec(line.text)?.slice(1) ?? [];
  if (before === undefined) return;
  const at = line.from + before.length;
  view.dispatch({ changes: { from: at, to: at + 1, insert: sign === ' ' ? 'x' : ' ' }, userEvent: 'input' });
}

/** Readers count from the number of the first item, whatever the others have. */
function numberOf(structure: TextStructure, index: number): number {
  const { level, quote } = structure.lineOf(index);
  let number = 0;
  let first = 1;
  for (let at = index; at >= 0; at -= 1) {
    const line = structure.lineOf(at);
    if (line.kind === 'item' && line.level === level && line.quote === quote) {
      if (!/\d/.test(line.sign)) break;
      number += 1;
      first = Number.parseInt(line.sign, 10);
    } else if (line.kind !== 'blank' && line.level < level) break;
    if (number > maxCounted) return Number.parseInt(structure.lineOf(index).sign, 10);
  }
  return first + number - 1;
}

/** A longer list has its numbers as they are written. */
const maxCounted = 1000;

interface Drawn {
  doc: Text;
  decorations: Range<Decoration>[];
  /** What the caret passes as one. */
  atoms: Range<RangeValue>[];
}

function hide(drawn: Drawn, from: number, to: number, widget?: WidgetType): void {
  // The end of a line is not hidden with what is around it: the editor has to know before it draws.
  let at = from;
  while (at < to) {
    const end = Math.min(to, drawn.doc.lineAt(at).to);
    const decoration = widget && at === from ? Decoration.replace({ widget }) : hidden;
    if (at < end) {
      drawn.decorations.push(decoration.range(at, end));
      drawn.atoms.push(decoration.range(at, end));
    }
    at = end + 1;
  }
}

const marked: Readonly<Record<InlineMark['kind'], string>> = {
  ...{ strong: 'cm-mark-strong', emphasis: 'cm-mark-emphasis', strikethrough: 'cm-mark-strikethrough' },
  ...{ code: 'cm-mark-code', link: 'cm-mark-link', element: 'cm-mark-element' },
};

/** The marks of a paragraph. The edge that the caret is in is seen by the look of the mark around it. */
function drawMarks(
  drawn: Drawn,
  structure: TextStructure,
  context: VisualContext,
  paragraph: LineRange,
  caret: number,
  isShown: boolean,
): void {
  const { marks, signs } = inlineOf(structure, paragraph);
  for (const mark of marks) {
    const isInside =
      caret >= mark.contentFrom &&
      caret <= mark.contentTo &&
      (caret === mark.contentFrom || caret === mark.contentTo);
    const title =
      mark.address === undefined ? undefined : (context.targets.titleOf(mark.address) ?? mark.address);
    const look = Decoration.mark({
      class: marked[mark.kind] + (isInside ? ' cm-inside' : ''),
      ...(title !== undefined && { attributes: { title } }),
    });
    if (mark.contentFrom < mark.contentTo)
      drawn.decorations.push(look.range(mark.contentFrom, mark.contentTo));
    if (isShown) continue;
    hide(drawn, mark.from, mark.contentFrom);
    hide(drawn, mark.contentTo, mark.to);
  }
  if (!isShown) for (const sign of signs) hideSign(drawn, structure, context, sign);
}

function hideSign(
  drawn: Drawn,
  structure: TextStructure,
  { targets }: VisualContext,
  { kind, from, to }: InlineSign,
): void {
  if (kind === 'hidden' || kind === 'break') return hide(drawn, from, to);
  const written = structure.doc.sliceString(from, to);
  if (kind === 'image') {
    const settings = firstPicture(written);
    const key = `${written} ${targets.pictureOf(settings.address) ?? ''}`;
    const draw = (view: EditorView) => {
      const picture = drawPicture(settings, targets);
      // A press selects it, so that its settings show.
      picture.addEventListener('mousedown', (event) => {
        event.preventDefault();
        const anchor = view.posAtDOM(picture);
        view.dispatch({ selection: { anchor, head: anchor + written.length }, filter: false });
        view.focus();
      });
      return picture;
    };
    return hide(drawn, from, to, new SignDrawing(key, draw));
  }
  hide(drawn, from, to, new SignDrawing(`${kind} ${written}`, () => drawSign(kind, written)));
}

const written: ReadonlySet<string> = new Set([
  'text',
  'heading',
  'item',
  'code',
  'summary',
  'source',
  'blank',
]);

/** What is between two blocks depends on both, as the margins of published pages do. */
function gapClass(structure: TextStructure, index: number): string {
  const [before, after] = [structure.findLine(index - 1), structure.findLine(index + 1)];
  // The first two levels are as large, and so are the last three.
  const size = ({ level }: BlockLine) => Math.min(Math.max(level, 2), 4);
  if (after?.kind === 'heading') return `cm-before-${size(after)}`;
  if (before?.kind === 'heading') return `cm-after-${size(before)}`;
  return after?.kind === 'item' && (before?.level ?? 0) > 0 ? 'cm-between-items' : '';
}

function lineClass(structure: TextStructure, index: number): string {
  const { kind, level, sign } = structure.lineOf(index);
  const names = ['cm-v', `cm-v-${kind}`, frameClasses(structure, index)];
  if (kind === 'heading') names.push(`cm-v-h${level}`);
  else if (level > 0) names.push(`cm-level-${Math.min(level, 8)}`);
  if (kind === 'item' && sign.toLowerCase() === '[x]') names.push('cm-v-done');
  if (kind === 'blank' && !structure.isEmptyParagraph(index))
    names.push('cm-v-gap', gapClass(structure, index));
  if (structure.findLine(index - 1)?.level && level > 0 && kind === 'item') names.push('cm-next-item');
  return names.filter((name) => name !== '').join(' ');
}

function drawLines(view: EditorView, context: VisualContext): Drawn {
  const structure = structureOf(view.state);
  const drawn: Drawn = { doc: view.state.doc, decorations: [], atoms: [] };
  const { head, empty } = view.state.selection.main;
  const caretLine = structure.lineAt(head);
  let paragraph: LineRange | undefined;
  for (const { from, to } of view.visibleRanges) {
    const last = structure.lineAt(to);
    for (let index = structure.lineAt(from); index <= last; index += 1) {
      const line = structure.lineOf(index);
      if (structure.drawnWhole(index) || !written.has(line.kind)) continue;
      // Of a paragraph that goes on out of view, only the marks are drawn there.
      const isNew = !paragraph || index > paragraph.last;
      if (isNew) paragraph = paragraphAt(structure, index);
      const isCaretIn = paragraph?.first === caretLine && showsMarks.get() && empty;
      if (isNew && paragraph) drawMarks(drawn, structure, context, paragraph, empty ? head : -1, isCaretIn);
      if (isJoined(structure, index, paragraph)) {
        // What is between it and the line before is drawn with the blocks.
        const { from, to } = joinOf(structure, index);
        if (to - from > 1) drawn.atoms.push(hidden.range(from, to));
        continue;
      }
      const start = structure.startOf(index);
      drawn.decorations.push(Decoration.line({ class: lineClass(structure, index) }).range(start));
      const content = structure.contentOf(index);
      const isShown = showsMarks.get() && index === caretLine && empty;
      const sign = line.kind === 'item' ? itemSign(structure, index) : undefined;
      if (line.kind === 'blank') hide(drawn, start, structure.endOf(index));
      else if (!isShown) {
        if (start < content.from) {
          const decoration = sign ? Decoration.replace({ widget: sign }) : hidden;
          drawn.decorations.push(decoration.range(start, content.from));
        }
        if (content.to < structure.endOf(index))
          drawn.decorations.push(hidden.range(content.to, structure.endOf(index)));
        passGap(drawn, structure, index, content.from);
      }
    }
  }
  return drawn;
}

/** The caret passes from the end of what is written before to the first letter of a line. */
function passGap(drawn: Drawn, structure: TextStructure, index: number, to: number): void {
  const before = structure.nextWritten(index, -1);
  const from = before === undefined ? 0 : structure.contentOf(before).to;
  // The end of a line that directly follows is passed in any case.
  if (to - from > 1 || (from < to && structure.startOf(index) < to)) drawn.atoms.push(hidden.range(from, to));
}

class LineDrawings implements PluginValue {
  decorations: DecorationSet = Decoration.none;
  atoms: RangeSet<RangeValue> = RangeSet.empty;
  readonly #context: VisualContext;

  constructor(view: EditorView, context: VisualContext) {
    this.#context = context;
    this.#draw(view);
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, selectionSet, view, changes, transactions } = update;
    if (view.composing && docChanged) {
      // What is composed must stay where it is.
      this.decorations = this.decorations.map(changes);
      this.atoms = this.atoms.map(changes);
    } else if (docChanged || viewportChanged || selectionSet || transactions.some(isRedrawn))
      this.#draw(view);
  }

  #draw(view: EditorView): void {
    const { decorations, atoms } = drawLines(view, this.#context);
    this.decorations = Decoration.set(decorations, true);
    this.atoms = RangeSet.of(atoms, true);
  }
}

export const lineDrawings = (context: VisualContext) =>
  ViewPlugin.define((view) => new LineDrawings(view, context), {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.atoms ?? RangeSet.empty),
  });
