import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { findWords, type QuotedWords, quoteWords, type WordsRange } from '#api/quoted-words.ts';
import { samePosition } from '#src/domain/document/link-paths.ts';
import type { Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { DrawnMarks } from './field/drawn-marks.ts';
import type { OpenedField } from './use-text-field.ts';

/** What can be done with a comment where it stands in the text. */
export interface CommentInText {
  /** The element that stands below its lines; not on the screen where they are not in the text. */
  place: Element;
  /** Puts the caret into its lines. */
  edit: () => void;
  /** Puts these lines in place of those of a suggestion, which takes it back once they are saved. */
  replaceBy: (lines: string, isAtStart: boolean) => void;
}

/** Selected words, as the page has them; undefined where none are selected. */
export function selectedWords({ field, texts }: OpenedField): QuotedWords | undefined {
  const text = field.text();
  const stored = texts.store(text);
  const { from, to } = field.selectedInCell?.() ?? field.selected();
  if (from === to) return undefined;
  return quoteWords(stored, {
    from: samePosition(text, stored, from),
    to: samePosition(text, stored, to),
  });
}

/** Finds quoted words in a text of the field, which shows paths in place of ids. */
const wordsFinder = (texts: OpenedField['texts']) => (text: string) => {
  const stored = texts.store(text);
  return (quote: QuotedWords): WordsRange | undefined => {
    const range = findWords(stored, quote, true);
    if (!range || stored === text) return range;
    return { from: samePosition(stored, text, range.from), to: samePosition(stored, text, range.to) };
  };
};

type MarksCode = typeof import('./field/drawn-marks.ts');

/** What marks are pressed for on a screen. */
interface MarkHandlers {
  onPress: (id: string) => void;
  onComment: (() => void) | undefined;
}

/** What is drawn in a text. */
interface Drawn {
  /** What was wanted, as JSON. */
  content: string;
  /** What has a place in the text of that. */
  inText: ReadonlyMap<string, CommentInText>;
}

const none: Drawn = { content: '', inText: new Map() };

/** The marks in one field, and the elements below their lines, which stay the same as long as they are wanted. */
function createLayer(
  code: MarksCode,
  { field, texts, save }: OpenedField,
  handlers: MarkHandlers,
  show: (drawn: Drawn) => void,
) {
  let { content, inText: places } = none;
  let lastKey = '';
  const marks = code.drawnMarks({
    findIn: wordsFinder(texts),
    ...handlers,
    onDrawn() {
      const inText = [...places].filter(([id]) => view && marks.rangeOf(view, id) !== undefined);
      const key = `${content} ${inText.map(([id]) => id).join()}`;
      if (key !== lastKey) show({ content, inText: new Map(inText) });
      lastKey = key;
    },
  });
  const view: EditorView | undefined = field.extend?.(marks.extension);
  if (!(view?.root instanceof ShadowRoot)) return undefined;
  const { host } = view.root;
  const createPlace = (id: string): CommentInText => {
    const place = host.appendChild(document.createElement('div'));
    place.slot = code.slotOf(id);
    return {
      place,
      edit() {
        const range = marks.rangeOf(view, id);
        if (range) field.showLine(view.state.doc.lineAt(range.from).number - 1);
        field.focus();
      },
      replaceBy(lines, isAtStart) {
        const range = marks.rangeOf(view, id);
        if (!range) return;
        // Lines that are gone come back as a whole.
        const isGone = range.from === range.to;
        const change = isGone
          ? isAtStart
            ? { from: 0, to: 0, insert: `${lines}\n` }
            : { ...range, insert: `\n${lines}` }
          : { ...range, insert: lines };
        field.edit(change, field.places());
        field.focus();
        void save();
      },
    };
  };
  return {
    /** @param next what is wanted, as JSON */
    draw(next: string) {
      const wanted: DrawnMarks = JSON.parse(next);
      content = next;
      const ids = [...wanted.suggestions, ...wanted.words.filter(({ isOpen }) => isOpen)].map(({ id }) => id);
      const before = places;
      places = new Map(ids.map((id) => [id, before.get(id) ?? createPlace(id)]));
      for (const [id, { place }] of before) if (!places.has(id)) place.remove();
      marks.change(view, wanted);
    },
    idAtCaret: () => marks.idAtCaret(view),
    end() {
      for (const { place } of places.values()) place.remove();
      field.extend?.([]);
    },
  };
}

/** Draws what comments are about in the field; nothing in the plain one, and where the code for it does not load. */
export function useMarksInText(
  store: Store<OpenedField | null>,
  wanted: DrawnMarks,
  { onPress, onComment }: MarkHandlers,
) {
  const opened = useStore(store);
  const [layer, setLayer] = useState<ReturnType<typeof createLayer> | null>(null);
  const [drawn, setDrawn] = useState(none);
  const press = useEffectEvent(onPress);
  const comment = useEffectEvent(() => onComment?.());
  const canComment = onComment !== undefined;
  useEffect(() => {
    if (!opened) return undefined;
    let created: ReturnType<typeof createLayer>;
    let isCurrent = true;
    const load = async () => {
      const code = opened.field.extend && (await import('./field/drawn-marks.ts').catch(() => undefined));
      if (!isCurrent) return;
      // At once, as the next key may be for what is opened: React does not know events of a shadow root.
      const handlers = {
        onPress: (id: string) => flushSync(() => press(id)),
        onComment: canComment ? () => flushSync(comment) : undefined,
      };
      created = code && createLayer(code, opened, handlers, setDrawn);
      setLayer(created);
    };
    void load();
    return () => {
      isCurrent = false;
      setLayer(null);
      setDrawn(none);
      if (store.get() === opened) created?.end();
    };
  }, [opened, store, canComment]);
  // The list is another one after each answer, also with the same comments in it.
  const content = JSON.stringify(wanted);
  // Before the next key, which may be for a field in the text already.
  useLayoutEffect(() => layer?.draw(content), [layer, content]);
  return {
    inText: drawn.inText,
    /** Whether it is known what has a place in the text. */
    isDrawn: layer === undefined || drawn.content === content,
    idAtCaret: () => layer?.idAtCaret(),
  };
}
