/** What comments are about in the text: bars beside suggested lines, marked words, and places below them. Nothing of it changes the text. */
import {
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type Text,
  Transaction,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, showTooltip, WidgetType } from '@codemirror/view';
import type { QuotedWords, WordsRange } from '#api/quoted-words.ts';
import type { TextRange } from '../text/text-edit.ts';
import { lastDrawnLine } from '../visual/drawn-lines.ts';
import { type MarkedWords, type OpenedCell, type WordsLayer, wordsLayer } from '../visual/words-layer.ts';

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

/** Words that a comment is about. */
export interface DrawnWords {
  id: string;
  quote: QuotedWords;
  /** Whether there is a place below their last line. */
  isOpen: boolean;
}

export interface DrawnMarks {
  suggestions: readonly DrawnSuggestion[];
  words: readonly DrawnWords[];
}

/** The place below lines, which is filled from outside of the shadow root, by the styles of the screen. */
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
    dom.className = 'cm-place-below';
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

/** The name under which an element beside the field stands below the lines of a comment. */
export const slotOf = (id: string): string => `comment-${id}`;

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

/** Below a line, or below all lines that are drawn as one with it. */
const endBelow = (state: EditorState, line: number): number =>
  state.doc.line(state.facet(lastDrawnLine)?.(state, line) ?? line).to;

/** What was asked for, and where it is in the text. */
interface DrawnState {
  wanted: DrawnMarks;
  drawn: DecorationSet;
  /** How often it was looked for. */
  draws: number;
}

const barred = Decoration.line({ class: 'cm-suggested' });

const classOfWords = (isOpen: boolean): string => (isOpen ? 'cm-commented cm-open' : 'cm-commented');

const marked = (id: string, isOpen: boolean) =>
  Decoration.mark({ tagName: 'mark', class: classOfWords(isOpen), id, isOpen });

const placeBelow = (id: string) =>
  Decoration.widget({ widget: new PlaceBelow(id), block: true, side: 1, id });

/** What marks need from the screen. */
export interface MarkOptions {
  /** Finds quoted words in a text of the field. */
  findIn: (text: string) => (quote: QuotedWords) => WordsRange | undefined;
  /** The person pressed marked words. */
  onPress: (id: string) => void;
  /** The person comments on what is selected; absent where they may not. */
  onComment: (() => void) | undefined;
  /** Marks were looked for; some may have another place, or none. */
  onDrawn: () => void;
}

function* drawSuggestions(
  state: EditorState,
  suggestions: readonly DrawnSuggestion[],
): Generator<Range<Decoration>> {
  const { doc } = state;
  for (const { id, first, count } of placesOf(doc, suggestions)) {
    for (let line = first; line < first + count; line += 1) yield barred.range(doc.line(line).from);
    const last = Math.max(1, first + count - 1);
    const start = doc.line(Math.min(first, doc.lines)).from;
    if (count > 0 && start < doc.line(last).to)
      yield Decoration.mark({ class: 'cm-suggested-lines', id }).range(start, doc.line(last).to);
    yield placeBelow(id).range(endBelow(state, last));
  }
}

function* drawWords(
  state: EditorState,
  words: readonly DrawnWords[],
  findIn: MarkOptions['findIn'],
): Generator<Range<Decoration>> {
  if (words.length === 0) return;
  const { doc } = state;
  const find = findIn(doc.toString());
  for (const { id, quote, isOpen } of words) {
    const range = find(quote);
    if (!range || range.to > doc.length) continue;
    yield marked(id, isOpen).range(range.from, range.to);
    if (isOpen) yield placeBelow(id).range(endBelow(state, doc.lineAt(range.to).number));
  }
}

/** Beside the words, not over the first letter. */
const theme = EditorView.theme({
  '.cm-suggested': { boxShadow: '-9px 0 0 var(--surface), -12px 0 0 var(--accent)' },
  '.cm-place-below': {
    margin: '0 0 0 -12px',
    borderLeft: '3px solid var(--accent)',
    padding: '4px 0 8px 9px',
  },
  '.cm-commented': {
    background: 'var(--warning-soft)',
    color: 'inherit',
    borderBottom: '2px solid var(--warning-line)',
    cursor: 'pointer',
  },
  '.cm-commented.cm-open': { borderBottomColor: 'var(--warning-ink)' },
  // What is selected in the text is not meant while a cell of a table has the focus; its button is in an element of its own.
  '&:has(.cm-table .cm-focused) > .cm-comment-selected': { display: 'none' },
  '.cm-comment-selected': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    padding: '4px 10px',
    background: 'var(--surface)',
    color: 'var(--ink)',
    font: 'inherit',
    fontSize: '13px',
    cursor: 'pointer',
  },
});

/** A button at the end of the selection, for who selects by pointer or touch; not in words whose place below is open. */
function commentButton(onComment: () => void, marks: StateField<DrawnState>): Extension {
  const create = () => {
    const dom = document.createElement('button');
    dom.type = 'button';
    dom.className = 'cm-comment-selected';
    dom.textContent = 'Comment';
    dom.addEventListener('mousedown', (event) => event.preventDefault());
    dom.addEventListener('click', onComment);
    return { dom, offset: { x: 0, y: 4 } };
  };
  return showTooltip.compute(['selection', marks], (state) => {
    const { empty, from, to } = state.selection.main;
    const isOpen = wordsBetween(state.field(marks).drawn, { from, to }).some((words) => words.isOpen);
    return empty || isOpen ? null : { pos: to, create };
  });
}

/** Where a mark is; undefined where it is not in the text. */
function rangeIn(drawn: DecorationSet, id: string): TextRange | undefined {
  let range: TextRange | undefined;
  drawn.between(0, Number.POSITIVE_INFINITY, (from, to, { spec }) => {
    if (spec['id'] === id && (!range || from < to)) range = { from: range?.from ?? from, to };
  });
  return range;
}

/** All marked words of a range. */
function wordsBetween(drawn: DecorationSet, range: TextRange): Omit<MarkedWords, 'draw'>[] {
  const words: Omit<MarkedWords, 'draw'>[] = [];
  drawn.between(range.from, range.to, (from, to, { spec }) => {
    if (spec['tagName'] === 'mark' && from < range.to && range.from < to)
      words.push({ from, to, id: spec['id'], isOpen: spec['isOpen'] });
  });
  return words;
}

/** Marked words outside of a field. The press goes to what they stand in first, which may put a field in their place. */
function drawPressed(text: Node, isOpen: boolean, onPress: () => void): HTMLElement {
  const dom = document.createElement('mark');
  dom.className = classOfWords(isOpen);
  dom.append(text);
  dom.addEventListener('mousedown', (event) => {
    if (event.button === 0 && !event.shiftKey) setTimeout(onPress);
  });
  return dom;
}

/** The marked words at a position, the shortest where several are. */
function wordsAt(drawn: DecorationSet, position: number): string | undefined {
  let shortest: { id: string; length: number } | undefined;
  drawn.between(position, position, (from, to, { spec }) => {
    if (spec['tagName'] !== 'mark' || (shortest && shortest.length <= to - from)) return;
    shortest = { id: spec['id'], length: to - from };
  });
  return shortest?.id;
}

/** The marks as a part of the editor's state: changed by what is wanted, or given where somebody else has looked for them. */
function markField(findIn: MarkOptions['findIn']) {
  const change = StateEffect.define<DrawnMarks>();
  const give = StateEffect.define<DecorationSet>();
  const draw = (state: EditorState, { suggestions, words }: DrawnMarks) =>
    Decoration.set([...drawSuggestions(state, suggestions), ...drawWords(state, words, findIn)], true);
  const none: DrawnMarks = { suggestions: [], words: [] };
  const marks = StateField.define<DrawnState>({
    create: () => ({ wanted: none, drawn: Decoration.none, draws: 0 }),
    update(before, transaction) {
      const given = transaction.effects.findLast((effect) => effect.is(give));
      if (given) return { ...before, drawn: given.value };
      const wanted = transaction.effects.findLast((effect) => effect.is(change))?.value ?? before.wanted;
      const { startState, state } = transaction;
      const isOtherView = startState.facet(lastDrawnLine) !== state.facet(lastDrawnLine);
      const isWanted = wanted === before.wanted && !isOtherView;
      if (isWanted && !transaction.docChanged) return before;
      const isTyped =
        isWanted &&
        transaction.annotation(Transaction.remote) !== true &&
        !transaction.isUserEvent('undo') &&
        !transaction.isUserEvent('redo');
      if (isTyped) return { ...before, drawn: before.drawn.map(transaction.changes) };
      return { wanted, drawn: draw(state, wanted), draws: before.draws + 1 };
    },
    provide: (field) => EditorView.decorations.from(field, ({ drawn }) => drawn),
  });
  return { marks, change, give };
}

/** Opens the comment whose words are pressed. */
const pressable = (marks: StateField<DrawnState>, onPress: MarkOptions['onPress']): Extension =>
  EditorView.domEventHandlers({
    click(event, view) {
      const isOnMark = event.target instanceof Element && event.target.closest('.cm-commented') !== null;
      const position = isOnMark ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      const id = position === null ? undefined : wordsAt(view.state.field(marks).drawn, position);
      const { empty, from, to } = view.state.selection.main;
      // Who selects the words has something else in mind; what was selected elsewhere ends with this press.
      const isSelected = !empty && position !== null && from <= position && position <= to;
      if (id !== undefined && !isSelected) onPress(id);
      return false;
    },
  });

/**
 * Draws what comments are about. Places move with what is typed, and are looked for again in a text that came from
 * elsewhere or was undone to.
 */
export function drawnMarks({ findIn, onPress, onComment, onDrawn }: MarkOptions) {
  const { marks, change, give } = markField(findIn);
  const report = EditorView.updateListener.of(({ state, startState }) => {
    if (state.field(marks).draws !== startState.field(marks, false)?.draws) onDrawn();
  });
  const inFields: Extension = [
    marks,
    theme,
    pressable(marks, onPress),
    onComment ? commentButton(onComment, marks) : [],
  ];
  let lastCell: OpenedCell | undefined;
  const cellWithFocus = () => (lastCell?.field.hasFocus === true ? lastCell : undefined);
  const layer: WordsLayer = {
    isSame: ({ startState, state }) => startState.field(marks, false) === state.field(marks),
    wordsIn: (state, range) =>
      wordsBetween(state.field(marks).drawn, range).map((words) => ({
        ...words,
        draw: (text) => drawPressed(text, words.isOpen, () => onPress(words.id)),
      })),
    showIn(cell, words) {
      lastCell = cell;
      const { field } = cell;
      // It may be older than this.
      const before = field.state.field(marks, false);
      if (!before) field.dispatch({ effects: StateEffect.appendConfig.of(inFields) });
      const drawn = words.map(({ from, to, id, isOpen }) => marked(id, isOpen).range(from, to));
      if (drawn.length > 0 || (before && before.drawn.size > 0))
        field.dispatch({ effects: give.of(Decoration.set(drawn, true)) });
    },
    selectedInCell: () => cellWithFocus()?.selected(),
    comment: onComment,
  };
  const extension: Extension = [inFields, report, wordsLayer.of(layer)];
  return {
    extension,
    change: (view: EditorView, wanted: DrawnMarks) => view.dispatch({ effects: change.of(wanted) }),
    /** Where a comment is in the text, an empty range where a suggestion takes lines away. */
    rangeOf: ({ state }: EditorView, id: string) => rangeIn(state.field(marks).drawn, id),
    /** The comment on the words at the caret. */
    idAtCaret(view: EditorView) {
      const { state } = cellWithFocus()?.field ?? view;
      return wordsAt(state.field(marks).drawn, state.selection.main.head);
    },
  };
}
