import type { Extension } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import { blockAt } from '../structure/block-ranges.ts';
import { type DrawnTargets, element } from './draw-nodes.ts';
import { structureOf } from './structure-field.ts';

/** What is asked about the selected picture in a dialog. */
export type AskedOfPicture = 'replaced-picture' | 'dark-picture' | 'picture-link';

/** What drawings need of the editor around the field. */
export interface VisualContext {
  targets: DrawnTargets;
  /** Shows the source, with the caret at a position. */
  openSource: (view: EditorView, position: number) => void;
  ask: (asked: AskedOfPicture) => void;
  /** What the fields in cells of tables have from the field around them. */
  inCells: Extension;
}

/** What is drawn in place of lines. Two with the same key look the same. */
export abstract class BlockDrawing extends WidgetType {
  abstract readonly key: string;

  override eq(other: WidgetType): boolean {
    return other instanceof BlockDrawing && other.key === this.key;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

class HiddenLine extends BlockDrawing {
  readonly key = 'hidden';

  override toDOM(): HTMLElement {
    return element('div', 'cm-hidden-line');
  }
}

export const hiddenLine = new HiddenLine();

/** Selects all lines of a drawn block, which keys then move and delete. */
export function selectDrawn(view: EditorView, dom: HTMLElement): void {
  const structure = structureOf(view.state);
  const { first, last } = blockAt(structure, structure.lineAt(view.posAtDOM(dom)));
  view.dispatch({ selection: { anchor: structure.startOf(first), head: structure.endOf(last) } });
  view.focus();
}

/** Adds lines below a block and goes to the last of them. */
export function addLines(view: EditorView, at: number, insert: string): void {
  view.dispatch({
    changes: { from: at, insert },
    selection: { anchor: at + insert.length },
    userEvent: 'input',
    filter: false,
  });
}

export function labelButton(text: string, label: string): HTMLButtonElement {
  const button = element('button', 'cm-block-label', text);
  button.type = 'button';
  button.ariaLabel = label;
  // The caret stays where it is.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}

/** Leads to the source of a drawn block. */
export function drawSourceButton(
  view: EditorView,
  dom: HTMLElement,
  context: VisualContext,
  title: string,
): HTMLButtonElement {
  const button = labelButton('Edit source', `Edit source of ${title}`);
  button.addEventListener('click', () => context.openSource(view, view.posAtDOM(dom)));
  return button;
}

/** A block that is drawn and not written in: a picture, a card. */
export abstract class Drawn extends BlockDrawing {
  abstract readonly title: string;
  protected abstract fill(dom: HTMLElement, view: EditorView): void;
  protected readonly context: VisualContext;
  readonly #frames: string;

  constructor(context: VisualContext, frames: string) {
    super();
    this.context = context;
    this.#frames = frames;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = element('div', `cm-block cm-drawn ${this.#frames}`);
    dom.setAttribute('role', 'group');
    dom.ariaLabel = this.title;
    this.fill(dom, view);
    dom.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('button, form')) return;
      event.preventDefault();
      selectDrawn(view, dom);
    });
    return dom;
  }
}
