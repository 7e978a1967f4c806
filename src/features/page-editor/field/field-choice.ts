import type { WritingView } from '#api/generated/types.gen.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { plainFieldKey, visualViewKey } from './plain-field-key.ts';
import type { CreateTextField } from './text-field.ts';

/** Whether this person chose the plain text field, in this browser. */
export const prefersPlainField = createStore(readStored('local', plainFieldKey) !== null);

export function setPrefersPlainField(isPlain: boolean): void {
  writeStored('local', plainFieldKey, isPlain ? 'yes' : null);
  prefersPlainField.set(isPlain);
}

/** The view that this person chose, in this browser; null for that of each space. */
const chosenView = createStore(readStored('local', visualViewKey));

/** Whether texts are shown as readers see them: as this person chose, or as the space does. */
export type VisualChoice = Pick<Store<boolean>, 'get' | 'subscribe'>;

/** @param first the view of the space; absent where the server has none */
export const visualChoiceOf = (first: WritingView = 'visual'): VisualChoice => ({
  get: () => (chosenView.get() === null ? first === 'visual' : chosenView.get() !== 'no'),
  subscribe: chosenView.subscribe,
});

export function chooseVisual(isVisual: boolean): void {
  const choice = isVisual ? 'yes' : 'no';
  writeStored('local', visualViewKey, choice);
  chosenView.set(choice);
}

/** How long the editor may take to load. */
const loadTimeoutMs = 8000;

/** The field with colors; `null` if it did not load, `undefined` if it was not needed. */
export type LoadedCodeField = CreateTextField | null | undefined;

/** The field with colors, where this person uses it, with the view that the text begins in. */
export const loadChosenField = async (first: WritingView | undefined): Promise<LoadedCodeField> =>
  prefersPlainField.get() ? undefined : loadCodeField(visualChoiceOf(first).get());

/** The field with colors; null if it does not load. */
export async function loadCodeField(isVisual: boolean): Promise<CreateTextField | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, loadTimeoutMs, null));
  const load = async () => {
    try {
      // Requested together. Without the view, the source is shown.
      const view = isVisual ? import('../visual/visual-view.ts').catch(() => undefined) : undefined;
      const { createCodeField, loadVisualView } = await import('./code-field.ts');
      if (await view) await loadVisualView();
      return createCodeField;
    } catch {
      return null;
    }
  };
  return Promise.race([load(), timeout]);
}
