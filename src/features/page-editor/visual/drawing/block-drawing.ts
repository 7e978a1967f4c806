import { type EditorView, WidgetType } from '@codemirror/view';
import { blockAt } from '../structure/block-ranges.ts';
import { type DrawnTargets, element } from './draw-nodes.ts';
import { structureOf } from './structure-field.ts';

/** What drawings need of the editor around the field. */
export interface VisualContext {
  targets: DrawnTargets;
  /** Shows the source, with the caret at a position. */
  openSource: (view: EditorView, position: number) => void;
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
