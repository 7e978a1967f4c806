/** Handlers of a tree's events. Its rows have none; `data-row`, `data-toggle`, `data-grip` and `data-menu` name them. */
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react';
import { type PointerHost, watchPointer } from './pointer-drag.ts';
import type { DragRules, TreeDrag } from './tree-drag.ts';
import type { KeyHost, TreeKey } from './tree-keys.ts';
import {
  activate,
  activateForMenu,
  moveFocus,
  selectRange,
  setOpen,
  targetsOf,
  toggleSelected,
  type TreeRow,
  type TreeSource,
} from './tree-state.ts';
import type { TreeItems, TreeProps } from './tree.tsx';
import { COVERED, type TreeLayout } from './use-virtual-rows.ts';

/** The parts of a tree that its handlers need. */
export interface TreeEventHost<Item> {
  props: TreeProps<Item>;
  /** The props of the last render, for what happens after an event. */
  latest: RefObject<TreeProps<Item>>;
  layout: TreeLayout;
  drag: TreeDrag;
  onKey: (event: TreeKey, host: KeyHost) => boolean;
  rowsNow: () => readonly TreeRow[];
  /** The element of a row. */
  elementOf: (row: string) => HTMLElement | null;
  show: (row: string) => void;
  /** Scrolls until a row is below its containers. */
  scrollTo: (row: string) => void;
  focusTree: () => void;
  /** Activates another row if the active one was removed. */
  ensureActiveRow: () => void;
}

export const noRules: DragRules = {
  validate: () => 'Nothing can be moved here.',
  describe: () => '',
  describeItems: () => '',
  drop: () => undefined,
};

/** Drags what isn't in the tree into it. */
export interface IncomingDrag {
  /** Follows a pressed pointer once it moves. */
  dragIn(ids: readonly string[], down: PointerEvent['nativeEvent']): void;
  /** Lifts items for the arrow keys. */
  pickUp(ids: readonly string[]): void;
}

export function incomingDrag<Item>(host: TreeEventHost<Item>, tree: () => HTMLElement | null): IncomingDrag {
  return {
    dragIn(ids, down) {
      const element = tree();
      const [first] = ids;
      if (element && first !== undefined && host.props.rules)
        watchPointer(down, first, pointerHostOf(host, element), () => ids);
    },
    pickUp(ids) {
      host.focusTree();
      host.ensureActiveRow();
      if (host.props.rules) host.drag.lift({ ids, mode: 'keyboard', over: null, pointer: null });
    },
  };
}

const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';

/** The handlers of the tree's element. */
export function treeEvents<Item>(host: TreeEventHost<Item>) {
  const { props, drag, rowsNow, focusTree, ensureActiveRow } = host;
  const { state } = props;
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const row = idOf(event.target);
      const onGrip = closest(event.target, '[data-grip]') !== null;
      const onControl = closest(event.target, '[data-toggle], [data-menu], a, button, input') !== null;
      const tooEarly = event.pointerType === 'touch' && !onGrip;
      if (row === undefined || !props.rules || event.button !== 0 || onControl || tooEarly) return;
      const pointerHost = pointerHostOf(host, event.currentTarget);
      watchPointer(event.nativeEvent, row, pointerHost, () => targetsOf(state.get(), row, rowsNow()));
    },
    onClick: (event: MouseEvent<HTMLDivElement>) => {
      const above = closest(event.target, '[data-sticky]')?.dataset.sticky;
      if (above !== undefined) {
        state.set((current) => moveFocus(current, above));
        return host.scrollTo(above);
      }
      const row = idOf(event.target);
      if (row === undefined || closest(event.target, 'input, a')) return;
      const menuButton = closest(event.target, '[data-menu]');
      if (menuButton) {
        state.set((current) => activateForMenu(current, row));
        return props.onMenu?.(row, menuButton);
      }
      const isToggle = closest(event.target, '[data-toggle]') && props.items.isContainer(row);
      if (isToggle) return state.set((current) => setOpen(current, [row], !current.open.has(row)));
      if (event.ctrlKey || event.metaKey || (state.get().isSelecting && !event.shiftKey))
        return state.set((current) => toggleSelected(current, row));
      // With several selected, a finger goes on selecting: it has no Ctrl key to keep them.
      if (isTouch(event) && state.get().selected.size > 1)
        return state.set((current) => toggleSelected({ ...current, isSelecting: true }, row));
      if (event.shiftKey) return state.set((current) => selectRange(current, row, rowsNow()));
      state.set((current) => activate(current, row));
      props.onOpen?.(row);
    },
    onContextMenu: (event: MouseEvent<HTMLDivElement>) => {
      const row = idOf(event.target);
      if (row === undefined || !props.onMenu || closest(event.target, 'input, a')) return;
      event.preventDefault();
      state.set((current) => activateForMenu(current, row));
      openMenuOf(host, row);
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (closest(event.target, 'input, textarea, select')) return;
      ensureActiveRow();
      if (host.onKey(event.nativeEvent, keyHostOf(host))) event.preventDefault();
    },
    onFocus: (event: FocusEvent<HTMLDivElement>) => {
      // A closed menu focuses its button; arrow keys must work from there.
      if (closest(event.target, '[data-menu]')) focusTree();
      ensureActiveRow();
    },
    onBlur: (event: FocusEvent<HTMLDivElement>) => {
      const hasLeft = !event.currentTarget.contains(event.relatedTarget);
      if (hasLeft && drag.state.get()?.mode === 'keyboard') drag.cancel();
    },
  };
}

function pointerHostOf<Item>(host: TreeEventHost<Item>, tree: HTMLElement): PointerHost {
  const { latest, layout, drag, rowsNow } = host;
  const { state } = host.props;
  return {
    tree,
    ...(layout.scrollsPage
      ? { scroller: document.documentElement, covered: COVERED }
      : { scroller: tree, covered: { start: 0, end: 0 } }),
    aboveRows: layout.aboveRows,
    rows: rowsNow,
    measure: layout.measure,
    drag,
    validate: (ids, target) => (latest.current.rules ?? noRules).validate(ids, target),
    hasTargetIn: (ids, container) => hasTargetIn(latest.current, ids, container),
    openRow: (closed) => state.set((current) => setOpen(current, [closed], true)),
    moveFocus: (dragged) => {
      const isRow = rowsNow().some(({ id }) => id === dragged);
      if (isRow) state.set((current) => moveFocus(current, dragged));
    },
  };
}

function keyHostOf<Item>(host: TreeEventHost<Item>): KeyHost {
  const { items, state, rules, labelOf, ...props } = host.props;
  return {
    source: items,
    state,
    rows: host.rowsNow,
    drag: host.drag,
    rules,
    textOf: (row) => labelOfId(items, labelOf, row),
    show: host.show,
    onOpen: props.onOpen,
    onRename: (row) => {
      props.onRename?.(row);
      host.focusTree();
    },
    onRemove: props.onRemove,
    onMoveByOne: props.onMoveByOne,
    onMenu: (row) => openMenuOf(host, row),
  };
}

function openMenuOf<Item>({ props, elementOf }: TreeEventHost<Item>, row: string): void {
  const anchor = elementOf(row)?.querySelector<HTMLElement>('[data-menu]');
  if (anchor) props.onMenu?.(row, anchor);
}

const closest = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const idOf = (target: EventTarget | null) => closest(target, '[data-row]')?.dataset.row;

function hasTargetIn(
  { items, rules = noRules }: Pick<TreeProps<unknown>, 'rules'> & { items: TreeSource },
  ids: readonly string[],
  container: string,
): boolean {
  if (rules.validate(ids, { into: container }) === null) return true;
  const below = items.childrenOf(container).filter((id) => items.isContainer(id));
  return below.some((id) => hasTargetIn({ items, rules }, ids, id));
}

function labelOfId<Item>(items: TreeItems<Item>, labelOf: (item: Item) => string, id: string): string {
  const item = items.itemOf(id);
  return item === undefined ? '' : labelOf(item);
}
