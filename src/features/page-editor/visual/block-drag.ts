/** A block on its way to another place, by its handle. */
import type { EditorView } from '@codemirror/view';
import { announce } from '#src/ui/browser/live-region.tsx';
import { blocksUntil, moveBlockTo } from './commands/block-commands.ts';
import { element } from './drawing/draw-nodes.ts';
import { runCommand } from './drawing/kept-places.ts';
import { structureOf } from './drawing/structure-field.ts';
import { blockAt } from './structure/block-ranges.ts';

/** A shorter way is a click. */
const minDistance = 5;
/** So near to the edge of the field it scrolls. */
const edge = 32;

/** The line at a height of the window. */
export function lineAtHeight(view: EditorView, clientY: number): number {
  const { from } = view.lineBlockAtHeight(clientY - view.documentTop);
  return structureOf(view.state).lineAt(from);
}

/**
 * Follows the pointer from the handle of the selected block to where it is let go. Escape leaves the block where it is.
 *
 * @param onStart the pointer has moved: it is no click
 */
export function dragBlock(
  view: EditorView,
  handle: HTMLElement,
  down: PointerEvent,
  onStart: () => void,
): void {
  const mark = element('div', 'cm-drop-line');
  let target: number | undefined;
  let isDragged = false;
  const move = (event: PointerEvent) => {
    if (!isDragged && Math.abs(event.clientY - down.clientY) < minDistance) return;
    if (!isDragged) {
      isDragged = true;
      onStart();
      view.scrollDOM.append(mark);
    }
    scrollAtEdge(view, event.clientY);
    target = lineAtHeight(view, event.clientY);
    showDrop(view, mark, target);
  };
  const end = (event: Event) => {
    handle.removeEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
      handle.removeEventListener(name, end);
    document.removeEventListener('keydown', leave, true);
    mark.remove();
    if (!isDragged) return;
    if (event.type === 'pointerup' && target !== undefined) {
      runCommand(moveBlockTo(target), 'move.line')(view);
      announce('Moved the block');
    }
    view.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(event);
  };
  handle.setPointerCapture(down.pointerId);
  handle.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture']) handle.addEventListener(name, end);
  document.addEventListener('keydown', leave, true);
}

function scrollAtEdge(view: EditorView, clientY: number): void {
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  if (clientY < top + edge) view.scrollDOM.scrollTop -= edge / 2;
  if (clientY > bottom - edge) view.scrollDOM.scrollTop += edge / 2;
}

/** A line where the block would come to be; none where it would stay. */
function showDrop(view: EditorView, mark: HTMLElement, line: number): void {
  const structure = structureOf(view.state);
  const block = blockAt(structure, structure.lineAt(view.state.selection.main.from));
  const isOther = line < block.first || line > block.last;
  const passed = isOther ? blocksUntil(structure, block, line) : undefined;
  mark.hidden = passed === undefined;
  if (!passed) return;
  const isDown = passed.first > block.first;
  const shown = view.lineBlockAt(isDown ? structure.endOf(passed.last) : structure.startOf(passed.first));
  mark.style.top = `${(isDown ? shown.bottom : shown.top) + view.documentPadding.top}px`;
}
