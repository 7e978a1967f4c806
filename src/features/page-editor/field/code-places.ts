/** Shows where files will stand that are on their way: lines that are not part of the text. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { Place } from '../text/text-files.ts';

export const setPlaces = StateEffect.define<readonly Place[]>();

export const filePlaces = StateField.define<readonly Place[]>({
  create: () => [],
  update(places, { changes, docChanged, effects }) {
    for (const effect of effects) if (effect.is(setPlaces)) return effect.value;
    return docChanged && places.length > 0
      ? places.map((place) => ({ ...place, at: changes.mapPos(place.at, -1) }))
      : places;
  },
  provide: (places) =>
    EditorView.decorations.compute([places], (state) =>
      Decoration.set(
        state
          .field(places)
          .map(({ key, at, label }) =>
            Decoration.widget({ widget: new PlaceWidget(label), block: true, side: key }).range(
              state.doc.lineAt(at).to,
            ),
          ),
        true,
      ),
    ),
});

class PlaceWidget extends WidgetType {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(other: PlaceWidget): boolean {
    return other.#label === this.#label;
  }

  toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = 'cm-file-place';
    line.dir = 'auto';
    line.textContent = this.#label;
    // The list of uploads says it, with what can be done.
    line.ariaHidden = 'true';
    return line;
  }
}

export const placesIn = (state: EditorState): readonly Place[] => state.field(filePlaces);
