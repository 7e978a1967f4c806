/**
 * The view for people who do not write Markdown: decorations of the same text. Nothing here changes the text but the
 * commands of keys and buttons (decision 311).
 */
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, placeholder, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LinkSource } from '../links/link-source.ts';
import type { TextOperation } from '../text/text-edit.ts';
import { isLineOperation } from '../text/text-lines.ts';
import { askToMove, blockMenu } from './block-menu.ts';
import { besideBlocks } from './commands/beside-blocks.ts';
import { onParagraphs } from './commands/whole-paragraphs.ts';
import type { AskedOfPicture, VisualContext } from './drawing/block-drawing.ts';
import { blockDrawings } from './drawing/block-drawings.ts';
import type { Highlight } from './drawing/code-colors.ts';
import { lineDrawings } from './drawing/line-drawings.ts';
import { focusLink, linkPopover } from './drawing/link-popover.ts';
import { pendingMarks } from './drawing/pending-marks.ts';
import { focusPicture, picturePopover } from './drawing/picture-popover.ts';
import {
  isRedrawn,
  isVisual,
  redraw,
  structureAtCaret,
  structureField,
  structureOf,
} from './drawing/structure-field.ts';
import { showsMarks } from './drawing/visual-choice.ts';
import { lastDrawnLine } from './drawn-lines.ts';
import { blockAt } from './structure/block-ranges.ts';
import { emojiNames } from './structure/emoji-names.ts';
import { enterAtCaret } from './table/enter-table.ts';
import { forgetLeftCell } from './table/left-cell.ts';
import { TableField } from './table/table-field.ts';
import { visualKeys } from './visual-keys.ts';
import { adoptBlockStyles, visualTheme } from './visual-theme.ts';
import { wordsLayer } from './words-layer.ts';

export { editLeftCell } from './table/left-cell.ts';

/** Goes to the address of the link with the caret, or to the settings of the selected picture; false where there is neither. */
export const focusPopover = (view: EditorView): boolean => focusPicture(view) || focusLink(view);

/** An operation on the text as one on what the view shows of it. */
export const onShownText = ({ state }: EditorView, operation: TextOperation): TextOperation =>
  (isLineOperation(operation) ? onParagraphs : besideBlocks)(structureOf(state), operation);

interface VisualOptions {
  /** Where it is shown from its caret on: calls a function once that is painted, and returns one that forgets it. */
  whenPainted?: ((act: () => void) => () => void) | undefined;
  links: LinkSource;
  /** Absent where code has no colors. */
  highlight?: Highlight;
  /** Shows the source. */
  onSource: () => void;
  /** What the fields in cells of tables have, too. */
  inCells: Extension;
  /** Asks where the selected block goes, or something about the selected picture. */
  onAsk: (asked: 'move' | AskedOfPicture) => void;
}

/** Draws again what depends on more than the text: titles of links, pictures, names of emoji, whether marks are shown. */
const followTargets = (links: LinkSource): Extension =>
  ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      clearTimeout(timer);
      timer = setTimeout(() => view.dispatch({ effects: redraw.of(null) }), 50);
    };
    const unsubscribes = [links.version, showsMarks, emojiNames].map((store) => store.subscribe(draw));
    links.findFiles();
    return {
      destroy() {
        clearTimeout(timer);
        for (const unsubscribe of unsubscribes) unsubscribe();
      },
    };
  });

/** Reads and draws what is far from the caret once the text is painted. */
const drawRest = (whenPainted: (act: () => void) => () => void): Extension =>
  ViewPlugin.define((view) => {
    const isLong = structureOf(view.state).readCount < view.state.doc.lines;
    const destroy = isLong ? whenPainted(() => view.dispatch({ effects: redraw.of(null) })) : () => undefined;
    return { destroy };
  });

/** Below tables and below blocks that are drawn whole. */
const endOfDrawn = lastDrawnLine.of((state, line) => {
  const structure = structureOf(state);
  const { kind } = structure.lineOf(line - 1);
  const isTable = kind === 'table' || kind === 'html-table';
  const last = structure.drawnWhole(line - 1)?.to ?? (isTable ? blockAt(structure, line - 1).last : line - 1);
  return last + 1;
});

/** Loads the colors of code once the text has code. */
function colorsOfCode(highlight: Highlight): Extension {
  const colors = new Compartment();
  const loadFor = (view: EditorView) => {
    let isLoading = false;
    const load = () => {
      const structure = structureOf(view.state);
      const end = Math.min(structure.read.last + 1, structure.readCount);
      let index = structure.read.first;
      while (index < end && structure.lineOf(index).kind !== 'fence') index += 1;
      if (isLoading || index >= end) return;
      isLoading = true;
      import('./drawing/code-colors.ts').then(
        ({ codeColors }) =>
          view.dispatch({ effects: colors.reconfigure(codeColors(highlight, structureOf)) }),
        // Code stays without colors.
        () => undefined,
      );
    };
    load();
    return {
      update: ({ docChanged, transactions }: ViewUpdate) =>
        (docChanged || transactions.some(isRedrawn)) && load(),
    };
  };
  return [colors.of([]), ViewPlugin.define(loadFor)];
}

/** A table that was just inserted is filled in, a card asks what it is of: its address has no place in the text. */
const followInserted = EditorView.updateListener.of(({ view, transactions, docChanged }) => {
  const isInserted = transactions.some((one) => one.isUserEvent('input') && !one.isUserEvent('input.type'));
  if (!docChanged || !isInserted) return;
  if (view.hasFocus) enterAtCaret(view);
  const structure = structureOf(view.state);
  const { from } = view.state.selection.main;
  const whole = structure.drawnWhole(structure.lineAt(from));
  if (!whole || from === structure.startOf(whole.from)) return;
  setTimeout(() => {
    if (!isVisual(view.state)) return;
    const start = structureOf(view.state).startOf(whole.from);
    const drawn = [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-drawn')].find(
      (dom) => view.posAtDOM(dom) === start,
    );
    drawn?.querySelector<HTMLElement>('.cm-drawn-settings')?.click();
  });
});

/** Shows which drawn block is selected. */
function markSelected({ view, selectionSet, docChanged, viewportChanged }: ViewUpdate): void {
  if (!selectionSet && !docChanged && !viewportChanged) return;
  const { from, to } = view.state.selection.main;
  for (const dom of view.contentDOM.querySelectorAll<HTMLElement>('.cm-drawn')) {
    const start = view.posAtDOM(dom);
    dom.classList.toggle('cm-selected', from < to && from <= start && start < to);
  }
}

/** Marks in drawn tables what comments are about: before they are in the text, their places are unknown. */
function markWords(update: ViewUpdate): void {
  const { view, state, startState, docChanged, viewportChanged, transactions } = update;
  const layer = state.facet(wordsLayer);
  const isSame = layer === startState.facet(wordsLayer) && (layer?.isSame(update) ?? true);
  if (isSame && !docChanged && !viewportChanged && !transactions.some(isRedrawn)) return;
  for (const dom of view.contentDOM.querySelectorAll<HTMLElement>('.cm-table'))
    TableField.of(dom)?.showWords();
}

export function visualView({
  whenPainted,
  links,
  highlight,
  onSource,
  inCells,
  onAsk,
}: VisualOptions): Extension {
  const context: VisualContext = {
    targets: {
      titleOf: (address) => links.targetOf(address)?.title,
      pictureOf: (address) => links.targetOf(address)?.url,
    },
    openSource(view, position) {
      view.dispatch({ selection: { anchor: position }, filter: false });
      onSource();
    },
    ask: onAsk,
    inCells,
  };
  return [
    whenPainted ? [structureAtCaret, drawRest(whenPainted)] : structureField,
    blockDrawings(context),
    endOfDrawn,
    lineDrawings(context),
    followTargets(links),
    highlight ? colorsOfCode(highlight) : [],
    pendingMarks,
    linkPopover(context),
    picturePopover(context),
    blockMenu,
    askToMove.of(() => onAsk('move')),
    visualKeys,
    visualTheme,
    placeholder('Write, or type / to insert a block'),
    EditorView.updateListener.of(markSelected),
    EditorView.updateListener.of(markWords),
    followInserted,
    EditorView.domEventHandlers({
      focus(_event, view) {
        forgetLeftCell(view);
        enterAtCaret(view);
      },
    }),
    ViewPlugin.define((view) => {
      if (view.root instanceof ShadowRoot) adoptBlockStyles(view.root);
      return {};
    }),
  ];
}
