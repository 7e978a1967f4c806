/** Underlines links to what is not there. */
import { type Extension, type Range, StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LinkSource } from '../links/link-source.ts';
import { linksInLine } from '../links/link-targets.ts';
import { isCodeAt } from './code-completion.ts';

/** The targets of more links have been checked. */
const linksChecked = StateEffect.define();

/** A line longer than this has no links that are checked. */
const maxLineLength = 10_000;

/** The text is shown, and no key is pressed, before anything asks for its headings: that reads all of a text. */
const quietMs = 100;

/** The marks of broken links in the lines of a range. */
function marksIn({ state }: EditorView, from: number, to: number, links: LinkSource): Range<Decoration>[] {
  const marks: Range<Decoration>[] = [];
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    at = line.to + 1;
    if (line.length > maxLineLength || !line.text.includes('](')) continue;
    for (const link of linksInLine(line.text)) {
      const problem = links.problemOf(link.address, link.isPicture);
      const start = line.from + link.from;
      if (problem === undefined || isCodeAt(state, start + 1)) continue;
      const mark = Decoration.mark({
        class: 'cm-broken-link',
        attributes: { title: problem, 'aria-description': problem },
      });
      marks.push(mark.range(start, line.from + link.to));
    }
  }
  return marks;
}

const marksInView = (view: EditorView, links: LinkSource): DecorationSet =>
  Decoration.set(view.visibleRanges.flatMap(({ from, to }) => marksIn(view, from, to, links)));

/** Checks the lines that were typed in; those of the others move along. */
function markChanged(
  marks: DecorationSet,
  { view, changes, state: { doc } }: ViewUpdate,
  links: LinkSource,
): DecorationSet {
  let moved = marks.map(changes);
  const { viewport } = view;
  changes.iterChangedRanges((_oldFrom, _oldTo, changedFrom, changedTo) => {
    // Lines below the view are checked when they come into view.
    if (changedFrom > viewport.to || changedTo < viewport.from) return;
    const { from } = doc.lineAt(Math.max(changedFrom, viewport.from));
    const { to } = doc.lineAt(Math.min(changedTo, viewport.to));
    moved = moved.update({
      filterFrom: from,
      filterTo: to,
      filter: (start) => start < from || start > to,
      add: marksIn(view, from, to, links),
    });
  });
  return moved;
}

export const brokenLinkMarks = (links: LinkSource): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet = Decoration.none;
      readonly #view: EditorView;
      readonly #unsubscribe: () => void;
      #timer: ReturnType<typeof setTimeout> | undefined;
      constructor(view: EditorView) {
        this.#view = view;
        this.#unsubscribe = links.version.subscribe(() => this.#checkWhenQuiet());
        this.#checkWhenQuiet();
      }
      #checkWhenQuiet() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#view.dispatch({ effects: linksChecked.of(null) });
        }, quietMs);
      }
      update(update: ViewUpdate) {
        const { docChanged, viewportChanged, transactions, view, changes } = update;
        const isKnown = transactions.some(({ effects }) => effects.some((effect) => effect.is(linksChecked)));
        if (this.#timer !== undefined) {
          this.decorations = this.decorations.map(changes);
          if (docChanged) this.#checkWhenQuiet();
        } else if (viewportChanged || isKnown) this.decorations = marksInView(view, links);
        else if (docChanged) this.decorations = markChanged(this.decorations, update, links);
      }
      destroy() {
        clearTimeout(this.#timer);
        this.#unsubscribe();
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
