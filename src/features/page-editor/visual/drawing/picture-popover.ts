/** What can be set of the selected picture, below it. */
import { EditorState, type Extension, StateField } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { maxPictureText } from '../../text/picture-tags.ts';
import {
  type PictureInLine,
  type PictureSettings,
  readPicture,
  type WrittenPicture,
} from '../../text/pictures.ts';
import { deleteBlock } from '../commands/block-commands.ts';
import { selectedPicture, setSelectedPicture } from '../commands/picture-edits.ts';
import type { AskedOfPicture, VisualContext } from './block-drawing.ts';
import { element } from './draw-nodes.ts';
import { runCommand } from './kept-places.ts';
import { structureOf } from './structure-field.ts';

const sizes: readonly (readonly [size: string, label: string])[] = [
  ...([
    ['', 'Default'],
    ['line', 'Line of text'],
    ['188', 'Small'],
    ['375', 'Medium'],
    ['563', 'Large'],
    ['full', 'Full width'],
  ] as const),
];

const descriptionHint = 'Read out to people who can’t see the picture. Leave it empty for decoration.';

function smallButton(text: string, label: string, run: () => void): HTMLButtonElement {
  const button = element('button', 'cm-small-button', text);
  button.type = 'button';
  button.ariaLabel = label;
  button.addEventListener('click', run);
  return button;
}

const labelled = (label: string, ...fields: Node[]) => element('label', 'cm-setting-label', label, ...fields);

function textField(value: string): HTMLInputElement {
  const input = element('input', 'cm-setting');
  input.value = value;
  input.maxLength = maxPictureText;
  input.dir = 'auto';
  input.autocomplete = 'off';
  return input;
}

function sizeField(size: string, isBlock: boolean): HTMLSelectElement {
  const select = element('select', 'cm-setting');
  const offered = sizes.filter(([value]) => isBlock || value !== 'full');
  const isOther = !offered.some(([value]) => value === size);
  for (const [value, label] of isOther ? [...offered, [size, `${size} pixels`] as const] : offered) {
    const option = element('option', '', label);
    option.value = value;
    option.selected = value === size;
    select.append(option);
  }
  return select;
}

class PicturePopover {
  readonly dom = element('div', 'cm-picture-popover');
  readonly #view: EditorView;
  readonly #context: VisualContext;
  readonly #settings: WrittenPicture;
  /** A figure, or a paragraph that can become one. */
  readonly #isBlock: boolean;
  #fields: Partial<Record<keyof PictureSettings, HTMLInputElement | HTMLSelectElement>> = {};

  constructor(view: EditorView, context: VisualContext, picture: PictureInLine, settings: WrittenPicture) {
    this.#view = view;
    this.#context = context;
    this.#settings = settings;
    this.#isBlock = picture.isBlock || /<figure/i.test(picture.written);
    this.dom.setAttribute('role', 'group');
    this.dom.ariaLabel = 'Picture';
    this.dom.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      view.focus();
      this.#showBar();
    });
    this.#showBar();
  }

  #showBar(): void {
    this.#fields = {};
    const hint = element('span', 'cm-picture-hint', 'No description');
    const settings = smallButton('Settings', 'Settings of picture', () => this.#showForm());
    settings.setAttribute('aria-expanded', 'false');
    const bar = element(
      'div',
      'cm-picture-bar',
      ...(this.#settings.description === '' ? [hint] : []),
      settings,
      smallButton('Replace…', 'Replace picture', () => this.#ask('replaced-picture')),
      smallButton('Remove', 'Remove picture', () => this.#remove()),
    );
    this.dom.replaceChildren(bar);
  }

  #showForm(): void {
    const { description, caption, size, dark, link, isCaptionMarked } = this.#settings;
    const form = element('form', 'cm-picture-form');
    form.ariaLabel = 'Settings of picture';
    const fields = (this.#fields = {
      ...{ description: textField(description), link: textField(link) },
      size: sizeField(size, this.#isBlock),
      ...(this.#isBlock && !isCaptionMarked && { caption: textField(caption) }),
    });
    const hint = element('span', 'cm-picture-hint', descriptionHint);
    const showHint = () => (hint.hidden = fields.description.value.trim() !== '');
    fields.description.addEventListener('input', showHint);
    showHint();
    hint.id = 'picture-description-hint';
    fields.description.setAttribute('aria-describedby', hint.id);
    form.append(labelled('Description', fields.description), hint);
    if (fields.caption) form.append(labelled('Caption', fields.caption));
    else if (isCaptionMarked)
      form.append(element('span', 'cm-picture-hint', 'The caption is formatted: change it in the source.'));
    const choose = smallButton('Choose…', 'Choose page or file for link', () => this.#ask('picture-link'));
    form.append(
      labelled('Size', fields.size),
      element('div', 'cm-picture-row', labelled('Link', fields.link), choose),
      ...(this.#isBlock ? [this.#darkRow(dark)] : []),
      element('button', 'cm-small-button cm-picture-apply', 'Apply'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#apply();
      this.#view.focus();
    });
    this.dom.replaceChildren(form);
    fields.description.focus();
  }

  #darkRow(dark: string): HTMLElement {
    const name = dark === '' ? 'The same' : (this.#context.targets.titleOf(dark) ?? dark);
    const row = element(
      'div',
      'cm-picture-row',
      element('span', 'cm-setting-label', 'In dark mode', element('bdi', 'cm-picture-name', name)),
      smallButton('Choose…', 'Choose picture for dark mode', () => this.#ask('dark-picture')),
    );
    if (dark !== '')
      row.append(
        smallButton('Remove', 'Remove picture for dark mode', () => {
          this.#apply({ dark: '' });
          this.#view.focus();
        }),
      );
    return row;
  }

  /** Writes what was entered. */
  #apply(more: Partial<PictureSettings> = {}): void {
    const entered = Object.entries(this.#fields).map(([name, field]) => [name, field.value]);
    const change: Partial<PictureSettings> = { ...Object.fromEntries(entered), ...more };
    runCommand(setSelectedPicture(change), 'input')(this.#view);
  }

  #ask(asked: AskedOfPicture): void {
    this.#apply();
    this.#view.focus();
    this.#context.ask(asked);
  }

  #remove(): void {
    const view = this.#view;
    view.focus();
    const structure = structureOf(view.state);
    const { from, to } = view.state.selection.main;
    if (structure.lineOf(structure.lineAt(from)).kind === 'picture') runCommand(deleteBlock, 'delete')(view);
    else view.dispatch({ changes: { from, to }, userEvent: 'delete', scrollIntoView: true });
  }

  focus(): void {
    if (!this.dom.querySelector('form')) this.#showForm();
    this.dom.querySelector<HTMLElement>('input')?.focus();
  }
}

const opened = new WeakMap<EditorView, PicturePopover>();

/** Goes to the settings of the selected picture; false where there is none. */
export function focusPicture(view: EditorView): boolean {
  const popover = opened.get(view);
  if (!popover?.dom.isConnected) return false;
  popover.focus();
  return true;
}

interface Shown {
  tooltip: Tooltip;
  written: string;
}

function popoverFor(state: EditorState, context: VisualContext): Shown | null {
  const picture = selectedPicture(structureOf(state), state.selection.main);
  const settings = picture && readPicture(picture.written);
  if (!settings) return null;
  const create = (view: EditorView) => {
    const popover = new PicturePopover(view, context, picture, settings);
    opened.set(view, popover);
    return { dom: popover.dom };
  };
  return { tooltip: { pos: picture.from, create }, written: picture.written };
}

/** Says that a picture is selected, which has no words that are read out. */
const announcePicture = EditorState.transactionExtender.of(({ selection, docChanged, startState }) => {
  if (!selection || docChanged) return null;
  const picture = selectedPicture(structureOf(startState), selection.main);
  const settings = picture && readPicture(picture.written);
  if (!settings) return null;
  const name =
    settings.description === '' ? 'Picture without description' : `Picture: ${settings.description}`;
  return { effects: EditorView.announce.of(`${name}. Tab leads to its settings.`) };
});

export const picturePopover = (context: VisualContext): Extension => [
  announcePicture,
  StateField.define<Shown | null>({
    create: () => null,
    update(shown, { state, docChanged, selection }) {
      if (!docChanged && !selection) return shown;
      const next = popoverFor(state, context);
      // The same one stays, with what is entered.
      return next && shown?.tooltip.pos === next.tooltip.pos && shown.written === next.written ? shown : next;
    },
    provide: (field) => showTooltip.from(field, (shown) => shown?.tooltip ?? null),
  }),
];
