/** The fields of the editor without the console around them. `e2e/page-editor/round-trip.spec.ts` builds this file. */
import { createStore } from '#src/lib/store.ts';
import { toEditedText, toStoredText } from '../../text/stored-text.ts';
import { createCodeField, loadVisualView } from '../code-field.ts';
import { createPlainField } from '../plain-field.ts';
import type { TextField, TextFieldOptions } from '../text-field.ts';

const create = { editor: createCodeField, 'visual view': createCodeField, 'plain field': createPlainField };

export type FieldKind = keyof typeof create;

const options: Omit<TextFieldOptions, 'text'> = {
  label: 'Text',
  whenPainted: () => () => undefined,
  onChange: () => undefined,
  onScroll: () => undefined,
  links: {
    version: createStore(0),
    find: () => ({ targets: [], more: undefined }),
    findPictures: () => ({ targets: [], more: undefined }),
    findReusable: () => ({ targets: [], more: undefined }),
    addFile: () => undefined,
    releaseFiles: () => undefined,
    place: () => undefined,
    targetOf: () => undefined,
    show: (stored) => stored,
    addressOf: (stored) => stored,
    findFiles: () => undefined,
    problemOf: () => undefined,
    retryFailed: () => undefined,
    settled: async () => true,
    update: () => undefined,
  },
  isVisual: false,
  onSource: () => undefined,
  onAsk: () => undefined,
  hasReusable: () => false,
  onFiles: () => undefined,
  convertHtml: async () => '',
};

/** The field that tests type into. */
export let field: TextField | undefined;

/** How often the text of the field changed. */
export let changes = 0;

/** Opens a field with a text, in place of the one before. */
export async function openField(kind: FieldKind, text: string): Promise<TextField> {
  field?.destroy();
  document.querySelector('main')?.remove();
  const parent = document.body.appendChild(document.createElement('main'));
  const isVisual = kind === 'visual view';
  if (isVisual) await loadVisualView();
  changes = 0;
  const onChange = () => {
    changes += 1;
  };
  // What is added once the text is painted.
  const whenPainted = (act: () => void) => {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  };
  field = create[kind](parent.appendChild(document.createElement('div')), {
    ...{ ...options, text, isVisual, onChange, whenPainted },
  });
  return field;
}

/** The saved text after a letter is typed and deleted. */
export async function openAndSave(kind: FieldKind, stored: string): Promise<string> {
  const opened = await openField(kind, toEditedText(stored));
  const text = opened.text();
  opened.apply((_text, { from }) => ({ from, to: from, insert: 'x', selection: { from, to: from } }));
  if (opened.text() === text) throw new Error('Nothing was typed.');
  opened.apply((_text, { from }) => ({ from, to: from + 1, insert: '', selection: { from, to: from } }));
  return toStoredText(opened.text(), stored);
}
