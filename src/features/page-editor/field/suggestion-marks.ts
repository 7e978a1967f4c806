/** Open suggestions in the text: a bar beside their lines, and a place for each below them. Nothing of it changes the text. */
import {
  type EditorState,
  type Extension,
  type Range,
  StateField,
  type Text,
  Transaction,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { TextRange } from '../text/text-edit.ts';

/** A suggestion as the editor shows it. */
export interface DrawnSuggestion {
  id: string;
  /** Lines of the page, from 1, both included. */
  startLine: number;
  endLine: number;
  /** The lines of the page, and what would replace them. */
  original: string;
  text: string;
  /** Whether the text has what it suggests, as one's own. */
  isInText: boolean;
}

/** The place below the lines of a suggestion, which is filled from outside of the shadow root, by the styles of the screen. */
class PlaceBelow extends WidgetType {
  readonly #id: string;
  readonly #observers = new WeakMap<HTMLElement, ResizeObserver>();

  constructor(id: string) {
    super();
    this.#id = id;
  }

  override eq(other: PlaceBelow): boolean {
    return other.#id === this.#id;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement('div');
    dom.className = 'cm-suggestion';
    const slot = dom.appendChild(document.createElement('slot'));
    slot.name = slotOf(this.#id);
    const observer = new ResizeObserver(() => view.requestMeasure());
    observer.observe(dom);
    this.#observers.set(dom, observer);
    return dom;
  }

  override destroy(dom: HTMLElement): void {
    this.#observers.get(dom)?.disconnect();
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** The name under which an element beside the field stands below the lines of a suggestion. */
export const slotOf = (id: string): string => `suggestion-${id}`;

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Whether lines of a text, the first of them counted from 1, are these. */
const hasLines = (doc: Text, first: number, lines: readonly string[]): boolean =>
  first >= 1 &&
  first + lines.length - 1 <= doc.lines &&
  lines.every((line, index) => doc.line(first + index).text === line.replace(/\r$/, ''));

/** Where suggestions are in a text that has those of one person; those whose lines are edited further have no place. */
function* placesOf(
  doc: Text,
  suggestions: readonly DrawnSuggestion[],
): Generator<{ id: string; first: number; count: number }> {
  let moved = 0;
  for (const one of suggestions.toSorted((a, b) => a.startLine - b.startLine)) {
    const lines = linesOf(one.isInText ? one.text : one.original);
    const first = one.startLine + moved;
    if (hasLines(doc, first, lines)) yield { id: one.id, first, count: lines.length };
    if (one.isInText) moved += lines.length - (one.endLine - one.startLine + 1);
  }
}

/** The last line of the table that has a line, which is drawn as one. */
function endOfTable(doc: Text, line: number): number {
  let last = line;
  if (!/^\s*\|/.test(doc.line(line).text)) return line;
  while (last < doc.lines && /^\s*\|/.test(doc.line(last + 1).text)) last += 1;
  return last;
}

const barred = Decoration.line({ class: 'cm-suggested' });

function draw({ doc }: Pick<EditorState, 'doc'>, suggestions: readonly DrawnSuggestion[]): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { id, first, count } of placesOf(doc, suggestions)) {
    for (let line = first; line < first + count; line += 1) ranges.push(barred.range(doc.line(line).from));
    const last = Math.max(1, first + count - 1);
    const start = doc.line(Math.min(first, doc.lines)).from;
    const end = doc.line(endOfTable(doc, last)).to;
    if (count > 0 && start < doc.line(last).to)
      ranges.push(Decoration.mark({ class: 'cm-suggested-lines', id }).range(start, doc.line(last).to));
    ranges.push(Decoration.widget({ widget: new PlaceBelow(id), block: true, side: 1, id }).range(end));
  }
  return Decoration.set(ranges, true);
}

/** Beside the words, not over the first letter. */
const theme = EditorView.theme({
  '.cm-suggested': { boxShadow: '-9px 0 0 var(--surface), -12px 0 0 var(--accent)' },
  '.cm-suggestion': {
    margin: '0 0 0 -12px',
    borderLeft: '3px solid var(--accent)',
    padding: '4px 0 8px 9px',
  },
});

/** Draws suggestions; their places move with what is typed, and are found again in a text that came from elsewhere. */
export function drawSuggestions(suggestions: readonly DrawnSuggestion[]): {
  extension: Extension;
  /** The lines of a suggestion in the text, an empty range where it takes them away; undefined where it has no place. */
  rangeOf: (state: EditorState, id: string) => TextRange | undefined;
} {
  const marks = StateField.define<DecorationSet>({
    create: (state) => draw(state, suggestions),
    update(drawn, transaction) {
      if (!transaction.docChanged) return drawn;
      const isRemote = transaction.annotation(Transaction.remote) === true;
      return isRemote ? draw(transaction.state, suggestions) : drawn.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return {
    extension: [marks, theme],
    rangeOf(state, id) {
      const drawn = state.field(marks, false);
      let range: TextRange | undefined;
      drawn?.between(0, state.doc.length, (from, to, { spec }) => {
        if (spec['id'] === id) range = { from: range?.from ?? from, to };
      });
      return range;
    },
  };
}
