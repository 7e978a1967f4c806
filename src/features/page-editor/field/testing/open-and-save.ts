/** The fields of the editor without the console around them. `e2e/page-editor/round-trip.spec.ts` builds this file. */
import { createStore } from '#src/lib/store.ts';
import { toEditedText, toStoredText } from '../../text/stored-text.ts';
import { createCodeField } from '../code-field.ts';
import { createPlainField } from '../plain-field.ts';
import type { TextFieldOptions } from '../text-field.ts';

const create = { editor: createCodeField, 'plain field': createPlainField };

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
    place: () => undefined,
    show: (stored) => stored,
    addressOf: (stored) => stored,
    findFiles: () => undefined,
    problemOf: () => undefined,
    retryFailed: () => undefined,
    settled: async () => true,
    update: () => undefined,
  },
  onChooseLink: () => undefined,
  onChooseBlock: () => undefined,
  onChoosePicture: () => undefined,
  onChooseReusable: () => {},
  hasReusable: () => false,
  onFiles: () => undefined,
  convertHtml: async () => '',
};

/** The saved text after a letter is typed and deleted. */
export function openAndSave(kind: FieldKind, stored: string): string {
  const parent = document.body.appendChild(document.createElement('div'));
  const field = create[kind](parent, { ...options, text: toEditedText(stored) });
  const opened = field.text();
  field.apply((_text, { from }) => ({ from, to: from, insert: 'x', selection: { from, to: from } }));
  if (field.text() === opened) throw new Error('Nothing was typed.');
  field.apply((_text, { from }) => ({ from, to: from + 1, insert: '', selection: { from, to: from } }));
  const saved = toStoredText(field.text(), stored);
  field.destroy();
  parent.remove();
  return saved;
}
