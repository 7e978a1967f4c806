import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';
import { plainFieldKey, visualViewKey } from './plain-field-key.ts';
import type { CreateTextField } from './text-field.ts';

/** Whether this person chose the plain text field, in this browser. */
export const prefersPlainField = createStore(readStored('local', plainFieldKey) !== null);

export function setPrefersPlainField(isPlain: boolean): void {
  writeStored('local', plainFieldKey, isPlain ? 'yes' : null);
  prefersPlainField.set(isPlain);
}

/** Whether this person writes in the visual view, in this browser. */
export const prefersVisual = createStore(readStored('local', visualViewKey) !== null);

export function setPrefersVisual(isVisual: boolean): void {
  writeStored('local', visualViewKey, isVisual ? 'yes' : null);
  prefersVisual.set(isVisual);
}

/** How long the editor may take to load. */
const loadTimeoutMs = 8000;

/** The field with colors; `null` if it did not load, `undefined` if it was not needed. */
export type LoadedCodeField = CreateTextField | null | undefined;

/** The field with colors, where this person uses it. */
export const loadChosenField = async (): Promise<LoadedCodeField> =>
  prefersPlainField.get() ? undefined : loadCodeField();

/** The field with colors; null if it does not load. */
export async function loadCodeField(): Promise<CreateTextField | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, loadTimeoutMs, null));
  const load = async () => {
    try {
      const { createCodeField, loadVisualView } = await import('./code-field.ts');
      // Without it, the source is shown.
      if (prefersVisual.get()) await loadVisualView().catch(() => undefined);
      return createCodeField;
    } catch {
      return null;
    }
  };
  return Promise.race([load(), timeout]);
}
