/**
 * The field with colors and search: CodeMirror on the text itself, so that untouched text keeps its bytes. It
 * is in a shadow root: there its styles are adopted sheets, which the policy allows (decision 176).
 */
import { startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { syntaxHighlighting } from '@codemirror/language';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, type Extension, Prec, Text, Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  dropCursor,
  EditorView,
  type EditorViewConfig,
  keymap,
  type KeyBinding,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { textChanges } from '#src/lib/compare/line-hunks.ts';
import { chooseBlockKey, chooseLinkKey, operationKeys } from '../text/keys.ts';
import { insertNothing, type TextOperation } from '../text/text-edit.ts';
import { insertLink, linkOverSelection } from '../text/text-marks.ts';
import { wordsLayer } from '../visual/words-layer.ts';
import { completion, isCodeAt, signCompletion } from './code-completion.ts';
import { brokenLinkMarks } from './code-links.ts';
import { codePhrases } from './code-phrases.ts';
import { filePlaces, placesIn, setPlaces } from './code-places.ts';
import { codeHighlights, codeTheme } from './code-theme.ts';
import {
  type BeginLines,
  type CreateTextField,
  filesOf,
  type TextFieldOptions,
  watchScrolling,
} from './text-field.ts';

const autoDirection = Decoration.line({ attributes: { dir: 'auto' } });

/** Each line has its own direction, as readers see it. */
const lineDirections = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = directionsOf(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = directionsOf(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

const ownDirections: Extension = [EditorView.perLineTextDirection.of(true), lineDirections];

function directionsOf(view: EditorView): DecorationSet {
  const lines = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      lines.push(autoDirection.range(line.from));
      at = line.to + 1;
    }
  }
  return Decoration.set(lines);
}

/** `{% hint %}` and the like. */
const tagMatcher = new MatchDecorator({
  regexp: /\{%.*?%\}/g,
  decoration: Decoration.mark({ class: 'cm-block-tag' }),
});

const blockTags = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = tagMatcher.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = tagMatcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Runs an operation as one edit that can be undone. */
function run(view: EditorView, operation: TextOperation): void {
  const { doc, selection } = view.state;
  const { from, to, insert, selection: next } = operation(doc.toString(), selection.main);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: next.from, head: next.to },
    userEvent: 'input',
    scrollIntoView: true,
  });
}

const operationKeymap = (
  edit: (view: EditorView, operation: TextOperation) => boolean,
): readonly KeyBinding[] =>
  operationKeys.map(({ key, operation }) => ({
    key,
    preventDefault: true,
    run(view) {
      edit(view, operation);
      return true;
    },
  }));

/** A key that opens a dialog. */
const askKey = (key: string, ask: () => void): KeyBinding => ({
  key,
  preventDefault: true,
  run() {
    ask();
    return true;
  },
});

/** Dropped files stand where the pointer is, pasted ones at the caret. */
function takeFiles(onFiles: TextFieldOptions['onFiles']): Extension {
  const take = (event: ClipboardEvent | DragEvent, at: number) => {
    const files = filesOf(event);
    if (files.length === 0) return false;
    event.preventDefault();
    onFiles(files, at);
    return true;
  };
  return EditorView.domEventHandlers({
    paste: (event, view) => take(event, view.state.selection.main.to),
    drop: (event, view) => take(event, view.posAtCoords({ x: event.clientX, y: event.clientY }, false)),
  });
}

/** Copied HTML comes in as Markdown; in code, and with the key for plain text, as its text. */
function pasteHtml(convert: TextFieldOptions['convertHtml']): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const plain = event.clipboardData?.getData('text/plain') ?? '';
      const { main } = view.state.selection;
      if (html === '' || isCodeAt(view.state, main.from)) return false;
      if (linkOverSelection(view.state.doc.toString(), main, plain)) return false;
      event.preventDefault();
      const insert = (text: string) =>
        view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
      const [start, end] = [view.state.doc.lineAt(main.from), view.state.doc.lineAt(main.to)];
      const before = start.text.slice(0, main.from - start.from);
      convert(html, { before, after: end.text.slice(main.to - end.from) }).then(
        (converted) => insert(converted || plain),
        () => insert(plain),
      );
      return true;
    },
  });
}

/** The line at the top, from 1, with the part of it that is above. */
function topLine(view: EditorView): number {
  const { scrollTop } = view.scrollDOM;
  const top = scrollTop - view.documentPadding.top;
  if (top <= 0) return 1;
  const block = view.lineBlockAtHeight(top);
  const part = block.height > 0 ? Math.min(1, (top - block.top) / block.height) : 0;
  return view.state.doc.lineAt(block.from).number + part;
}

/** How far to scroll for a line to be at the top. */
function heightOf(view: EditorView, line: number): number {
  if (line <= 1) return 0;
  const { doc } = view.state;
  const block = view.lineBlockAt(doc.line(Math.min(Math.floor(line), doc.lines)).from);
  return block.top + block.height * (line % 1) + view.documentPadding.top;
}

/**
 * Types over several selected lines. Left to itself, Chrome keeps the look of what follows them with a style attribute,
 * which our policy refuses.
 */
const typeOverLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false;
    if (state.doc.lineAt(from).to >= to) return false;
    view.dispatch({ ...state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const atTop = (position: number) => EditorView.scrollIntoView(position, { y: 'start', yMargin: 24 });

/** Selection and scroll position of a view that begins at lines of its text. */
function beginAt(doc: Text, begin: BeginLines | undefined): Pick<EditorViewConfig, 'selection' | 'scrollTo'> {
  if (!begin) return {};
  const { from } = doc.line(begin.startLine);
  const head = begin.endLine === undefined ? from : doc.line(begin.endLine).to;
  return { selection: { anchor: from, head }, ...(from > 0 && { scrollTo: atTop(from) }) };
}

type VisualView = typeof import('../visual/visual-view.ts');

let loadedView: VisualView | undefined;

/** Loads the visual view, which is a file of its own. */
export async function loadVisualView(): Promise<VisualView> {
  loadedView ??= await import('../visual/visual-view.ts');
  return loadedView;
}

/** The source with its colors, or the text as readers see it. */
const lookOf = (
  view: VisualView | undefined,
  options: TextFieldOptions,
  whenPainted?: TextFieldOptions['whenPainted'],
): Extension =>
  view
    ? view.visualView({ ...options, whenPainted, inCells: [signCompletion, ownDirections] })
    : [blockTags, syntaxHighlighting(codeHighlights)];

/** The field with colors, in a shadow root: in the document the content policy would refuse the editor's style element. */
// oxlint-disable-next-line max-lines-per-function -- one view: the list of its extensions, then the methods of the field, a line or two each
export const createCodeField: CreateTextField = (parent, options) => {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open', delegatesFocus: true });
  /** Extensions that are invisible and unused before the text is painted. */
  const afterText = new Compartment();
  const look = new Compartment();
  const drawn = new Compartment();
  const doc = Text.of(options.text.split('\n'));
  let isVisual = options.isVisual && loadedView !== undefined;
  /** Returns whether the focus belongs to the text after it. */
  const edit = (edited: EditorView, operation: TextOperation): boolean => {
    const visual = isVisual ? loadedView : undefined;
    // The view has no place to type an address into.
    if (visual && operation === insertLink) {
      if (!visual.focusPopover(edited)) options.onAsk('link');
      return false;
    }
    if (visual?.editLeftCell(edited, operation)) return false;
    run(edited, visual ? visual.onShownText(edited, operation) : operation);
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    doc,
    // Going there afterwards would measure and draw the lines twice.
    ...beginAt(doc, options.begin),
    extensions: [
      history(),
      dropCursor(),
      EditorView.lineWrapping,
      ownDirections,
      look.of(lookOf(isVisual ? loadedView : undefined, options, options.whenPainted)),
      markdown({ base: markdownLanguage, completeHTMLTags: false }),
      takeFiles(options.onFiles),
      filePlaces,
      pasteHtml(options.convertHtml),
      typeOverLines,
      afterText.of([]),
      drawn.of([]),
      // Other words for it would make the whole view anew, and close what is open in it.
      codePhrases,
      Prec.high(
        keymap.of([
          ...operationKeymap(edit),
          askKey(chooseLinkKey, () => options.onAsk('link')),
          askKey(chooseBlockKey, () => options.onAsk('block')),
        ]),
      ),
      // Tab is not among them: it leaves the field.
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      codeTheme,
      EditorView.contentAttributes.of({
        'aria-label': options.label,
        // It can be focused without; tools that look for what scrolls without the keyboard don't know that.
        tabindex: '0',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        const isTyped = transactions.some(
          (transaction) => transaction.annotation(Transaction.remote) !== true,
        );
        if (docChanged && isTyped) options.onChange();
      }),
    ],
  });
  const cancelAfterText = options.whenPainted(() => {
    const extensions = [search({ top: true }), completion(options), brokenLinkMarks(options.links)];
    view.dispatch({ effects: afterText.reconfigure(extensions) });
    // Keys that were pressed by then have asked for a list, too.
    if (view.state.doc !== doc) startCompletion(view);
  });
  const scroller = view.scrollDOM;
  // A dialog gives the focus back to the element around the shadow root, which would pass it on to the scroller.
  parent.focus = () => view.focus();
  const scrolling = watchScrolling(scroller, () => options.onScroll(topLine(view)));
  return {
    text: () => view.state.doc.toString(),
    replaceText(text) {
      view.dispatch({
        changes: textChanges(view.state.doc.toString(), text),
        annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
      });
    },
    keepsHistory: () => true,
    apply(operation) {
      if (edit(view, operation)) view.focus();
    },
    edit(change, places) {
      const changes = view.state.changes(change);
      view.dispatch({
        changes,
        selection: view.state.selection.map(changes, 1),
        effects: setPlaces.of(places),
        annotations: isolateHistory.of('full'),
        userEvent: 'input',
      });
    },
    places: () => placesIn(view.state),
    showPlaces: (places) => view.dispatch({ effects: setPlaces.of(places) }),
    selected: () => view.state.selection.main,
    selectedInCell: () => view.state.facet(wordsLayer)?.selectedInCell(),
    focus() {
      const visual = isVisual ? loadedView : undefined;
      if (!visual?.editLeftCell(view, insertNothing)) view.focus();
    },
    showLine(line) {
      const { from } = view.state.doc.line(Math.min(line + 1, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: atTop(from),
      });
    },
    caretLine: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    showCaret() {
      view.focus();
      view.dispatch({ scrollIntoView: true });
    },
    scrollToLine: (line) =>
      scrolling.scroll(() => {
        scroller.scrollTop = heightOf(view, line);
      }),
    async showVisual(isVisualNext) {
      const visual = isVisualNext ? await loadVisualView() : undefined;
      isVisual = isVisualNext;
      view.dispatch({ effects: look.reconfigure(lookOf(visual, options)), scrollIntoView: true });
      view.focus();
    },
    search: () => void openSearchPanel(view),
    extend(extension) {
      view.dispatch({ effects: drawn.reconfigure(extension) });
      return view;
    },
    destroy() {
      cancelAfterText();
      scrolling.end();
      view.destroy();
    },
  };
};
