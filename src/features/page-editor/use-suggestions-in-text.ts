import { useEffect, useState } from 'react';
import type { Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { DrawnSuggestion } from './field/suggestion-marks.ts';
import type { OpenedField } from './use-text-field.ts';

/** What can be done with a suggestion where it stands in the text. */
interface SuggestionInText {
  /** The element that stands below its lines; not on the screen where they are not in the text. */
  place: Element;
  /** Puts the caret into its lines. */
  edit: () => void;
  /** Puts the lines of the page back, which takes the suggestion back once it is saved. */
  takeBack: () => void;
}

type Marks = typeof import('./field/suggestion-marks.ts');

function drawInText(
  { drawSuggestions, slotOf }: Marks,
  { field, save }: OpenedField,
  suggestions: readonly DrawnSuggestion[],
): ReadonlyMap<string, SuggestionInText> {
  const { extension, rangeOf } = drawSuggestions(suggestions);
  const view = field.extend?.(extension);
  const places = new Map<string, SuggestionInText>();
  if (!(view?.root instanceof ShadowRoot)) return places;
  for (const { id, original, startLine } of suggestions) {
    const place = view.root.host.appendChild(document.createElement('div'));
    place.slot = slotOf(id);
    places.set(id, {
      place,
      edit() {
        const range = rangeOf(view.state, id);
        if (range) field.showLine(view.state.doc.lineAt(range.from).number - 1);
        field.focus();
      },
      takeBack() {
        const range = rangeOf(view.state, id);
        if (!range) return;
        // Lines that are gone come back as a whole.
        const isGone = range.from === range.to;
        const change = isGone
          ? startLine === 1
            ? { from: 0, to: 0, insert: `${original}\n` }
            : { ...range, insert: `\n${original}` }
          : { ...range, insert: original };
        field.edit(change, field.places());
        field.focus();
        void save();
      },
    });
  }
  return places;
}

/** Draws suggestions in the field; none in the plain one, and none where the code for it does not load. */
export function useSuggestionsInText(
  store: Store<OpenedField | null>,
  suggestions: readonly DrawnSuggestion[],
): ReadonlyMap<string, SuggestionInText> {
  const opened = useStore(store);
  const [drawn, setDrawn] = useState<ReadonlyMap<string, SuggestionInText>>(new Map());
  // The list is another one after each answer, also with the same suggestions in it.
  const content = JSON.stringify(suggestions);
  useEffect(() => {
    if (!opened?.field.extend) return undefined;
    let places: ReadonlyMap<string, SuggestionInText> = new Map();
    let isCurrent = true;
    const show = async () => {
      const marks = await import('./field/suggestion-marks.ts').catch(() => undefined);
      if (!marks || !isCurrent) return;
      places = drawInText(marks, opened, JSON.parse(content));
      setDrawn(places);
    };
    void show();
    return () => {
      isCurrent = false;
      setDrawn(new Map());
      for (const { place } of places.values()) place.remove();
      if (store.get() === opened) opened.field.extend?.([]);
    };
  }, [opened, content, store]);
  return drawn;
}
