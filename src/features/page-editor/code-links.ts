/** Underlines links to what is not there. */
import { type Extension, StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { isCodeAt } from './code-completion.ts';
import type { LinkSource } from './link-source.ts';
import { linksInLine } from './link-targets.ts';

/** More is known about what links lead to. */
const known = StateEffect.define();

/** A line longer than this has no links that are checked. */
const maxLineLength = 10_000;

function brokenLinks(view: EditorView, links: LinkSource): DecorationSet {
  const marks = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      at = line.to + 1;
      if (line.length > maxLineLength || !line.text.includes('](')) continue;
      for (const link of linksInLine(line.text)) {
        const problem = links.problemOf(link.address, link.isPicture);
        const start = line.from + link.from;
        if (problem === undefined || isCodeAt(view.state, start + 1)) continue;
        marks.push(
          Decoration.mark({
            class: 'cm-broken-link',
            attributes: { title: problem, 'aria-description': problem },
          }).range(start, line.from + link.to),
        );
      }
    }
  }
  return Decoration.set(marks);
}

export const brokenLinkMarks = (links: LinkSource): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      readonly #end: () => void;
      constructor(view: EditorView) {
        this.decorations = brokenLinks(view, links);
        this.#end = links.version.subscribe(() => view.dispatch({ effects: known.of(null) }));
      }
      update({ docChanged, viewportChanged, transactions, view }: ViewUpdate) {
        const isKnown = transactions.some(({ effects }) => effects.some((effect) => effect.is(known)));
        if (docChanged || viewportChanged || isKnown) this.decorations = brokenLinks(view, links);
      }
      destroy() {
        this.#end();
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
