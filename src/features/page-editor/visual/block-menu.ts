/**
 * The buttons beside a block, and its menu: what can be done with a block as a whole. They are beside the block at the pointer,
 * or that with the caret.
 */
import { Facet } from '@codemirror/state';
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { TextOperation } from '../text/text-edit.ts';
import { toggleHeading, toggleLines } from '../text/text-lines.ts';
import { dragBlock, lineAtHeight } from './block-drag.ts';
import { deleteBlock, duplicateBlock, moveBlock } from './commands/block-commands.ts';
import { takeKindAt } from './commands/edit-commands.ts';
import { turnIntoSteps } from './commands/list-commands.ts';
import type { VisualCommand } from './commands/visual-command.ts';
import { onParagraphs } from './commands/whole-paragraphs.ts';
import { element } from './drawing/draw-nodes.ts';
import { runCommand } from './drawing/kept-places.ts';
import { isVisual, structureOf } from './drawing/structure-field.ts';
import { blockAt } from './structure/block-ranges.ts';
import { wordsLayer } from './words-layer.ts';

interface MenuEntry {
  label: string;
  keys?: string;
  run: (view: EditorView) => void;
}

const turnInto = (label: string, operation: TextOperation): MenuEntry => ({
  label,
  run(view) {
    const { doc, selection } = view.state;
    const structure = structureOf(view.state);
    const { from, to } = structure.contentOf(structure.lineAt(selection.main.head));
    const edit = onParagraphs(structure, operation)(doc.toString(), { from, to });
    view.dispatch({
      changes: { from: edit.from, to: edit.to, insert: edit.insert },
      ...{ selection: { anchor: edit.selection.to }, userEvent: 'input', scrollIntoView: true },
    });
  },
});

const entry = (label: string, keys: string, command: VisualCommand, userEvent: string): MenuEntry => ({
  ...{ label, keys },
  run: (view) => void runCommand(command, userEvent)(view),
});

/** A paragraph with the sign that lists the blocks. */
const insertBelow: VisualCommand = (structure, { from }) => {
  const { last } = blockAt(structure, structure.lineAt(from));
  const at = structure.endOf(last);
  const isLast = last === structure.lines.length - 1;
  const insert = `\n\n/${isLast || structure.lines[last + 1]?.kind === 'blank' ? '' : '\n'}`;
  const caret = at + 3;
  return { from: at, to: at, insert, selection: { from: caret, to: caret } };
};

const kinds: readonly MenuEntry[] = [
  { label: 'Paragraph', run: (view) => void runCommand(takeKindAt, 'input')(view) },
  ...([1, 2, 3] as const).map((level) => turnInto(`Heading ${level}`, toggleHeading(level))),
  turnInto('Bulleted list', toggleLines('bullets')),
  turnInto('Numbered list', toggleLines('numbers')),
  turnInto('Task list', toggleLines('tasks')),
  turnInto('Quote', toggleLines('quote')),
];

/** Not in a quote, in which tags are words. */
const steps: MenuEntry = { label: 'Steps', run: (view) => void runCommand(turnIntoSteps, 'input')(view) };

const moveLabel = 'Move to…';

/** Asks where the block goes; it is selected as long as that. */
export const askToMove = Facet.define<() => void>();

function askForPlace(view: EditorView): void {
  const structure = structureOf(view.state);
  const { first, last } = blockAt(structure, structure.lineAt(view.state.selection.main.head));
  const selection = { anchor: structure.startOf(first), head: structure.endOf(last) };
  view.dispatch({ selection, filter: false });
  for (const ask of view.state.facet(askToMove)) ask();
}

/** Parts of a block, such as tabs, are nothing without it. */
function canMoveAway({ state }: EditorView): boolean {
  const structure = structureOf(state);
  const { first } = blockAt(structure, structure.lineAt(state.selection.main.head));
  return state.facet(askToMove).length > 0 && (structure.containerOf(first)?.part ?? 0) === 0;
}

const commentLabel = 'Comment';

/** Comments on the words of the block, which are selected for it. */
function commentOnBlock(view: EditorView): void {
  const structure = structureOf(view.state);
  const { first, last } = blockAt(structure, structure.lineAt(view.state.selection.main.head));
  const anchor = structure.isWritten(first) ? structure.contentOf(first).from : structure.startOf(first);
  const head = structure.isWritten(last) ? structure.contentOf(last).to : structure.endOf(last);
  view.dispatch({ selection: { anchor, head }, filter: false });
  view.state.facet(wordsLayer)?.comment?.();
}

const actions: readonly MenuEntry[] = [
  { label: 'Insert below…', run: (view) => void runCommand(insertBelow, 'input.type')(view) },
  entry('Duplicate', 'Shift+Alt+↓', duplicateBlock, 'input'),
  entry('Move up', 'Alt+↑', moveBlock(-1), 'move.line'),
  entry('Move down', 'Alt+↓', moveBlock(1), 'move.line'),
  { label: moveLabel, run: askForPlace },
  { label: commentLabel, run: commentOnBlock },
  entry('Delete', 'Ctrl+Shift+Backspace', deleteBlock, 'delete'),
];

function createButton(className: string, text: string, label: string, title: string): HTMLButtonElement {
  const button = element('button', `cm-block-button ${className}`, text);
  button.type = 'button';
  button.ariaLabel = label;
  button.title = title;
  button.tabIndex = -1;
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}

class BlockMenu implements PluginValue {
  readonly #view: EditorView;
  readonly #handle = createButton(
    'cm-block-handle',
    '⋮',
    'Block',
    'Drag to move, click for more (Ctrl+Alt+B)',
  );
  readonly #plus = createButton('cm-block-plus', '+', 'Insert below', 'Insert a block below');
  #menu: HTMLElement | undefined;
  #isDragged = false;
  /** A line that the pointer is at; without it the buttons are beside the block with the caret. */
  #pointed: number | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#handle.ariaHasPopup = 'menu';
    this.#handle.addEventListener('pointerdown', (event) => this.#press(event));
    this.#handle.addEventListener('click', () => {
      // The pointer that dragged a block is let go on its handle.
      if (this.#isDragged) return;
      if (this.#menu) this.close();
      else this.#openHere();
    });
    this.#plus.addEventListener('click', () => {
      this.#selectPointed();
      view.focus();
      runCommand(insertBelow, 'input.type')(view);
    });
    view.scrollDOM.append(this.#plus, this.#handle);
    view.scrollDOM.addEventListener('mousemove', this.#point);
    view.scrollDOM.addEventListener('mouseleave', this.#leave);
    this.#place();
  }

  update({ selectionSet, docChanged, geometryChanged }: ViewUpdate): void {
    if (selectionSet || docChanged) {
      this.close(false);
      this.#pointed = undefined;
    }
    if (selectionSet || docChanged || geometryChanged) this.#place();
  }

  destroy(): void {
    this.#view.scrollDOM.removeEventListener('mousemove', this.#point);
    this.#view.scrollDOM.removeEventListener('mouseleave', this.#leave);
    this.#handle.remove();
    this.#plus.remove();
    // Not removed alone: the focus leaves it then, which closes it.
    this.close(false);
  }

  readonly #point = ({ clientY, buttons, target }: MouseEvent) => {
    // What is selected by the pointer, and the buttons themselves, leave them where they are.
    const isButton = target instanceof Element && target.closest('.cm-block-button, .cm-block-menu') !== null;
    if (buttons !== 0 || isButton || this.#menu || !isVisual(this.#view.state)) return;
    const line = lineAtHeight(this.#view, clientY);
    if (line === this.#pointed || structureOf(this.#view.state).lineOf(line).kind === 'blank') return;
    this.#pointed = line;
    this.#place();
  };

  readonly #leave = () => {
    if (this.#menu || this.#pointed === undefined) return;
    this.#pointed = undefined;
    this.#place();
  };

  /** The menu and the move are about the block that the buttons are beside. */
  #selectPointed(): void {
    if (this.#pointed === undefined) return;
    const structure = structureOf(this.#view.state);
    const { first, last } = blockAt(structure, this.#pointed);
    const caret = blockAt(structure, structure.lineAt(this.#view.state.selection.main.head)).first;
    if (first === caret) return;
    const selection = structure.isWritten(first)
      ? { anchor: structure.contentOf(first).from }
      : { anchor: structure.startOf(first), head: structure.endOf(last) };
    this.#view.dispatch({ selection, filter: false });
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#isDragged = false;
    dragBlock(this.#view, this.#handle, event, () => {
      this.#isDragged = true;
      this.close(false);
      this.#selectPointed();
    });
  }

  #openHere(): void {
    this.#selectPointed();
    this.open();
  }

  /** Beside the first line of the block. */
  #place(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        if (!isVisual(view.state)) return 0;
        const structure = structureOf(view.state);
        const line = this.#pointed ?? structure.lineAt(view.state.selection.main.head);
        const { first } = blockAt(structure, line);
        const { top } = view.lineBlockAt(structure.startOf(first));
        return top + view.documentPadding.top;
      },
      write: (top) => {
        this.#handle.style.top = `${top}px`;
        this.#plus.style.top = `${top}px`;
        if (this.#menu) this.#menu.style.top = `${top + 26}px`;
      },
    });
  }

  open(): void {
    const menu = element('div', 'cm-block-menu');
    menu.setAttribute('role', 'menu');
    menu.ariaLabel = 'Block';
    const structure = structureOf(this.#view.state);
    const { kind, quote } = structure.lineOf(structure.lineAt(this.#view.state.selection.main.head));
    const canComment = this.#view.state.facet(wordsLayer)?.comment !== undefined && kind !== 'blank';
    const entries = actions.filter(
      ({ label }) =>
        (label !== moveLabel || canMoveAway(this.#view)) && (label !== commentLabel || canComment),
    );
    if (['text', 'heading', 'item', 'blank'].includes(kind))
      entries.push(...kinds, ...(quote > 0 ? [] : [steps]));
    for (const { label, keys, run } of entries) {
      const item = element('button', 'cm-block-entry', element('span', '', label));
      if (keys !== undefined) item.append(element('span', 'cm-block-keys', keys));
      item.type = 'button';
      item.setAttribute('role', 'menuitem');
      item.tabIndex = -1;
      item.addEventListener('click', () => {
        this.close();
        run(this.#view);
      });
      menu.append(item);
    }
    menu.addEventListener('keydown', (event) => this.#move(event, menu));
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) this.close(false);
    });
    menu.style.top = `${Number.parseFloat(this.#handle.style.top || '0') + 26}px`;
    this.#view.scrollDOM.append(menu);
    this.#menu = menu;
    menu.querySelector('button')?.focus();
  }

  close(returnsFocus = true): void {
    const menu = this.#menu;
    this.#menu = undefined;
    menu?.remove();
    if (menu && returnsFocus) this.#view.focus();
  }

  #move(event: KeyboardEvent, menu: HTMLElement): void {
    event.stopPropagation();
    const items = [...menu.querySelectorAll('button')];
    const root = menu.getRootNode();
    const at = items.findIndex((item) => root instanceof ShadowRoot && item === root.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  }
}

const plugin = ViewPlugin.fromClass(BlockMenu);

/** Opens the menu by a key. */
export function openBlockMenu(view: EditorView): boolean {
  view.plugin(plugin)?.open();
  return true;
}

export const blockMenu = plugin;
