/**
 * Dragging with mouse, pen and touch. Uses pointer events, because native drag and drop doesn't support touch.
 * While the pointer moves, only the mark and the ghost render.
 */
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { targetAtPointer, type TreeDrag, type TreeMeasure } from './tree-drag.ts';
import type { TreeRow } from './tree-state.ts';

/** The parts of a tree that a pointer drag needs. */
export interface PointerHost {
  /** The element whose top edge is the first row's. */
  tree: HTMLElement;
  /** The element that scrolls while an item is held at an edge: the tree or the page. */
  scroller: HTMLElement;
  /** The parts of the window that bars cover, in pixels. */
  covered: { start: number; end: number };
  /** Height of what stays above the rows in the scroller, in pixels. */
  aboveRows: number;
  rows(): readonly TreeRow[];
  measure: TreeMeasure;
  drag: TreeDrag;
  validate(ids: readonly string[], target: DropTarget): string | null;
  /** Whether the items could go anywhere inside a container; otherwise it isn't opened. */
  hasTargetIn(ids: readonly string[], container: string): boolean;
  /** Opens a container while the pointer rests on it. */
  openRow(id: string): void;
  /** Keys after a drag apply to the row that was dragged. */
  moveFocus(id: string): void;
}

/** How long a finger must rest on the grip to lift the row, in milliseconds. */
const LONG_PRESS_MS = 200;
/** How long the pointer must rest on a closed container to open it, in milliseconds. */
const OPEN_DELAY_MS = 600;
/** How far the pointer may move before it counts as moved, in pixels. */
const MOVE_THRESHOLD = { mouse: 4, touch: 10 };
/** Distance from an edge where scrolling starts in pixels, and the maximum speed in pixels per frame. */
const SCROLL_EDGE = 44;
const MAX_SCROLL_SPEED = 18;

function scrollSpeed(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const above = top + SCROLL_EDGE - y;
  const below = y - (bottom - SCROLL_EDGE);
  const depth = Math.max(above, below);
  if (depth <= 0) return 0;
  return Math.ceil(Math.min(depth / SCROLL_EDGE, 1) * MAX_SCROLL_SPEED) * (above > 0 ? -1 : 1);
}

/**
 * Follows the pointer from the start of a drag; its position is checked once per frame. What a frame shows is looked up
 * before it is changed: reading a position after a change would make the browser compute the layout twice.
 */
function follow(host: PointerHost, row: string, ids: readonly string[], start: { x: number; y: number }) {
  const moved = new Set(ids);
  const ownLevel = host.rows().find(({ id }) => id === row)?.level ?? 1;
  const pointer = { ...start };
  let frame = 0;
  let hovered: { id: string; since: number } | null = null;

  const openHovered = (row: TreeRow | undefined, now: number) => {
    if (!row?.isContainer || row.isOpen || moved.has(row.id)) return void (hovered = null);
    if (hovered?.id !== row.id)
      hovered = { id: row.id, since: host.hasTargetIn(ids, row.id) ? now : Infinity };
    else if (now - hovered.since > OPEN_DELAY_MS) host.openRow(row.id);
  };

  /** Scrolls if the pointer is at an edge, and finds what is under it. */
  const look = () => {
    const { tree, scroller, covered, measure } = host;
    const box = tree.getBoundingClientRect();
    const top = Math.max(box.top, covered.start);
    const bottom = Math.min(box.bottom, window.innerHeight - covered.end);
    const before = scroller.scrollTop;
    const speed = scrollSpeed(pointer.y, { top, bottom });
    if (speed !== 0) scroller.scrollTop += speed;
    const isScrolling = speed !== 0 && scroller.scrollTop !== before;
    const rows = host.rows();
    const inBox = Math.max(top, Math.min(pointer.y, bottom - 1)) - box.top + tree.scrollTop;
    const y = Math.max(0, inBox - host.aboveRows);
    const level = ownLevel + Math.round((pointer.x - start.x) / measure.indent);
    const validate = (target: DropTarget) => host.validate(ids, target);
    return {
      over: targetAtPointer(rows, { y, level }, moved, validate, measure.rowHeight),
      pointer: { ...pointer },
      restsOn: isScrolling ? undefined : rows[Math.floor(y / measure.rowHeight)],
    };
  };

  const update = (now: number) => {
    const { over, pointer: at, restsOn } = look();
    host.drag.setTarget(over, at);
    openHovered(restsOn, now);
    frame = requestAnimationFrame(update);
  };

  const { over } = look();
  host.drag.lift({ ids, mode: 'pointer', over, pointer: start });
  // The frame of the event that lifted the row shows what was just found.
  frame = requestAnimationFrame(() => (frame = requestAnimationFrame(update)));

  return {
    moveTo(x: number, y: number) {
      pointer.x = x;
      pointer.y = y;
    },
    /** Updates the target once more, because the pointer may have moved since the last frame. */
    end() {
      cancelAnimationFrame(frame);
      const { over: last, pointer: at } = look();
      host.drag.setTarget(last, at);
    },
    abandon: () => cancelAnimationFrame(frame),
  };
}

/**
 * Watches a pressed pointer. Lifts the row once the pointer has moved far enough or, for a finger on the grip,
 * rested long enough.
 *
 * @param row id of the row's item
 * @param subjects the items that move, including this one
 */
// oxlint-disable-next-line max-lines-per-function -- one listener after the other on the same press
export function watchPointer(
  down: PointerEvent,
  row: string,
  host: PointerHost,
  subjects: () => readonly string[],
): void {
  const touch = down.pointerType === 'touch';
  const ending = new AbortController();
  const { signal } = ending;
  let following: ReturnType<typeof follow> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lift = () => {
    following = follow(host, row, subjects(), { x: down.clientX, y: down.clientY });
    // The row may be scrolled out and removed; the scroller stays.
    host.tree.setPointerCapture(down.pointerId);
    if (touch) navigator.vibrate?.(8);
  };

  const finish = (act: () => void) => {
    clearTimeout(timer);
    ending.abort();
    if (following) host.moveFocus(row);
    act();
  };

  const cancel = () =>
    finish(() => {
      following?.abandon();
      if (following) host.drag.cancel();
    });

  if (touch) timer = setTimeout(lift, LONG_PRESS_MS);

  const options = { signal, capture: true };
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== down.pointerId) return;
      if (following) return following.moveTo(event.clientX, event.clientY);
      const distance = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (touch && distance > MOVE_THRESHOLD.touch) return cancel();
      if (!touch && distance > MOVE_THRESHOLD.mouse) lift();
    },
    options,
  );
  window.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== down.pointerId) return;
      finish(() => {
        following?.moveTo(event.clientX, event.clientY);
        following?.end();
        if (following) host.drag.drop();
      });
    },
    options,
  );
  window.addEventListener('pointercancel', cancel, options);
  // In the capture phase every blur event arrives here; only the window's own cancels the drag.
  window.addEventListener('blur', (event) => event.target === window && cancel(), options);
  window.addEventListener('contextmenu', (event) => following && event.preventDefault(), options);
  window.addEventListener(
    'keydown',
    (event) => {
      if (!following) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') cancel();
    },
    options,
  );
}
