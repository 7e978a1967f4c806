/**
 * Dragging with mouse, pen and finger, on pointer events: the browser's own drag and drop knows no
 * touch. Nothing of React runs while the pointer moves; only the mark and the ghost are drawn.
 */
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { targetAtPointer, type TreeDrag, type TreeMeasure } from './tree-drag.ts';
import type { TreeRow } from './tree-state.ts';

/** What a pointer drag needs of the tree. */
export interface PointerHost {
  /** The element that scrolls; the rows begin at its upper edge. */
  scroller: HTMLElement;
  rows(): readonly TreeRow[];
  measure: TreeMeasure;
  drag: TreeDrag;
  validate(ids: readonly string[], target: DropTarget): string | null;
  /** Whether the items could go somewhere in a container, at any depth: only then is it worth opening. */
  hasTargetIn(ids: readonly string[], container: string): boolean;
  /** Opens a container over which the pointer rests. */
  openRow(id: string): void;
}

/** How long a finger rests on the grip before it lifts, in milliseconds. */
const LONG_PRESS = 200;
/** How long the pointer rests on a closed container before it opens. */
const SPRING = 600;
/** How far the pointer may stray before it counts as moved, in pixels. */
const SLACK = { mouse: 4, touch: 10 };
/** How near to an edge the tree begins to scroll, and how fast at most, in pixels and pixels a frame. */
const EDGE = 44;
const FASTEST = 18;

function scrollSpeed(y: number, box: DOMRect): number {
  const above = box.top + EDGE - y;
  const below = y - (box.bottom - EDGE);
  const depth = Math.max(above, below);
  if (depth <= 0) return 0;
  return Math.ceil(Math.min(depth / EDGE, 1) * FASTEST) * (above > 0 ? -1 : 1);
}

/** Follows the pointer from the start of a drag; its position is checked once per frame. */
function follow(host: PointerHost, row: string, ids: readonly string[], start: { x: number; y: number }) {
  const moved = new Set(ids);
  const ownLevel = host.rows().find(({ id }) => id === row)?.level ?? 1;
  const pointer = { ...start };
  let frame = 0;
  let resting: { id: string; since: number } | null = null;

  const springOpen = (row: TreeRow | undefined, now: number) => {
    if (!row?.isContainer || row.isOpen || moved.has(row.id)) return void (resting = null);
    if (resting?.id !== row.id)
      resting = { id: row.id, since: host.hasTargetIn(ids, row.id) ? now : Infinity };
    else if (now - resting.since > SPRING) host.openRow(row.id);
  };

  const look = (now: number) => {
    const { scroller, measure } = host;
    const box = scroller.getBoundingClientRect();
    const before = scroller.scrollTop;
    scroller.scrollTop += scrollSpeed(pointer.y, box);
    const isScrolling = scroller.scrollTop !== before;
    const rows = host.rows();
    const y = Math.max(box.top, Math.min(pointer.y, box.bottom - 1)) - box.top + scroller.scrollTop;
    const level = ownLevel + Math.round((pointer.x - start.x) / measure.indent);
    const validate = (target: DropTarget) => host.validate(ids, target);
    host.drag.setTarget(targetAtPointer(rows, { y, level }, moved, validate, measure.rowHeight), {
      ...pointer,
    });
    springOpen(isScrolling ? undefined : rows[Math.floor(y / measure.rowHeight)], now);
    frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);

  return {
    moveTo(x: number, y: number) {
      pointer.x = x;
      pointer.y = y;
    },
    /** One last look, so that the drop is where the pointer is now and not where it was a frame ago. */
    end() {
      cancelAnimationFrame(frame);
      look(performance.now());
      cancelAnimationFrame(frame);
    },
    abandon: () => cancelAnimationFrame(frame),
  };
}

/**
 * Watches a pointer that went down on a row, and lifts the row once it has moved far enough or,
 * for a finger on the grip, rested long enough.
 *
 * @param row the id of the item in that row
 * @param subjects the items that move with it, itself among them
 */
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
    const ids = subjects();
    host.drag.lift(ids, 'pointer', null);
    // The row may be scrolled out and removed; the scroller stays.
    host.scroller.setPointerCapture(down.pointerId);
    following = follow(host, row, ids, { x: down.clientX, y: down.clientY });
    if (touch) navigator.vibrate?.(8);
  };

  const finish = (act: () => void) => {
    clearTimeout(timer);
    ending.abort();
    act();
  };

  const cancel = () =>
    finish(() => {
      following?.abandon();
      if (following) host.drag.cancel();
    });

  if (touch) timer = setTimeout(lift, LONG_PRESS);

  const options = { signal, capture: true };
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== down.pointerId) return;
      if (following) return following.moveTo(event.clientX, event.clientY);
      const strayed = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (touch && strayed > SLACK.touch) return cancel();
      if (!touch && strayed > SLACK.mouse) lift();
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
  // On the way down every blur of the page comes by; only the window's own ends the drag.
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
