import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import {
  useId,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '#src/lib/class-names.ts';
import type { Store } from '#src/lib/store.ts';
import { usePageOffset } from '#src/ui/browser/use-page-offset.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { DragGhost, DragLayer } from './drag-layer.tsx';
import { useListedKeys } from './listed-keys.ts';
import { watchPointer, type PointerHost } from './pointer-drag.ts';
import { type PlacedRow, useRowMotion } from './row-motion.ts';
import { useShowRow } from './show-row.ts';
import { createTreeDrag, type DragRules, type TreeMeasure } from './tree-drag.ts';
import { createKeyHandler, type KeyHost } from './tree-keys.ts';
import { TreeRowView, type RowContentProps } from './tree-row.tsx';
import {
  activate,
  ancestorsOf,
  moveFocus,
  activateForMenu,
  rememberRows,
  rowIndex,
  selectRange,
  setOpen,
  targetsOf,
  toggleSelected,
  type TreeSource,
  type TreeState,
} from './tree-state.ts';
import './tree.css';

/** A tree with its items. */
export interface TreeItems<Item> extends TreeSource {
  /** The same object while the item is unchanged. */
  itemOf(id: string): Item | undefined;
}

export interface TreeProps<Item> {
  ref?: Ref<TreeHandle>;
  /** Names the tree. */
  label: string;
  items: TreeItems<Item>;
  state: Store<TreeState>;
  /** The accessible label: name first, then details. */
  labelOf: (item: Item) => string;
  /** The row's content; a component defined at module scope. */
  Content: ComponentType<RowContentProps<Item>>;
  /** Omitted if nothing can be moved. */
  rules?: DragRules | undefined;
  onOpen?: (id: string) => void;
  onRemove?: (ids: readonly string[]) => void;
  /** Shows the rename field; the tree focuses it. */
  onRename?: (id: string) => void;
  /** Alt and an arrow key: moves items one position up or down. */
  onMoveByOne?: (ids: readonly string[], direction: 1 | -1) => void;
  /** Opens a row's menu next to its `data-menu` button. */
  onMenu?: (id: string, anchor: HTMLElement) => void;
  /** The page scrolls instead of the tree, which is as high as its rows. */
  scrollsPage?: boolean;
  /** Headers of columns (`role="columnheader"`) make it a tree grid: `Content` then renders cells (`role="gridcell"`). */
  columnHeaders?: ReactNode;
  /** In pixels, where rows have more than one line. */
  rowHeight?: number;
  className?: string;
}

/** Methods of a tree for its screen. */
export interface TreeHandle {
  /** Expands the ancestors of an item and scrolls to it. */
  show(id: string): void;
  focus(): void;
}

/** Where level 1 starts: behind the grip. */
const INSET = 20;
const FINE: TreeMeasure = { rowHeight: 36, indent: 20 };
const COARSE: TreeMeasure = { rowHeight: 48, indent: 18 };
/** The parts of a scrolling page that bars cover, in pixels. */
const COVERED = { start: 104, end: 72 };
const HEADERS_HEIGHT = 36;

const closest = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const idOf = (target: EventTarget | null) => closest(target, '[data-row]')?.dataset.row;

/**
 * A tree of any size; only visible rows are rendered. Items are moved by mouse, pen, touch or keyboard;
 * `rules.drop` receives every move as a target that names a neighbor.
 */
// oxlint-disable-next-line max-lines-per-function -- one element: its keys, rows and drag share one state
export function Tree<Item>(props: TreeProps<Item>) {
  const { items, state, rules, labelOf, Content, scrollsPage = false } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [offset, measureOffset] = usePageOffset();
  const latest = useRef(props);
  latest.current = props;
  const [{ memoizedRows, onKey, drag }] = useState(() => ({
    memoizedRows: rememberRows(),
    onKey: createKeyHandler(),
    drag: createTreeDrag(() => latest.current.rules ?? noRules),
  }));
  // As in `.tree-toggle`: room for fingers, and for texts below each other.
  const [isRoomy] = useState(() => matchMedia('(pointer: coarse), (width < 48rem)').matches);
  const measure = { ...(isRoomy ? COARSE : FINE), ...(props.rowHeight && { rowHeight: props.rowHeight }) };
  const isGrid = props.columnHeaders !== undefined;
  const aboveRows = isGrid ? HEADERS_HEIGHT : 0;
  const { open, active, selected } = useStore(state);
  const rows = memoizedRows(items, open);
  const rowsNow = () => memoizedRows(latest.current.items, state.get().open);
  const activeIndex = rowIndex(rows, active);
  const lastIndex = useRef(0);
  if (activeIndex !== -1) lastIndex.current = activeIndex;
  const domId = (row: string) => `${id}${row}`;

  const sizes = {
    count: rows.length,
    estimateSize: () => measure.rowHeight,
    overscan: 6,
    // Keep the active row mounted, or assistive technology loses it when scrolled out.
    rangeExtractor: (range: Range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      return activeIndex === -1 || visibleIndexes.includes(activeIndex)
        ? visibleIndexes
        : [...visibleIndexes, activeIndex].toSorted((a, b) => a - b);
    },
  };
  const inTree = useVirtualizer({
    ...sizes,
    enabled: !scrollsPage,
    getScrollElement: () => scroller.current,
    initialOffset: () => Math.max(0, activeIndex - 4) * measure.rowHeight,
    scrollMargin: aboveRows,
    scrollPaddingStart: aboveRows,
  });
  const inPage = useWindowVirtualizer({
    ...sizes,
    enabled: scrollsPage,
    scrollMargin: offset,
    scrollPaddingStart: COVERED.start,
    scrollPaddingEnd: COVERED.end,
  });
  const virtual = scrollsPage ? inPage : inTree;
  const placed = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row ? [{ index, row, top: start - (scrollsPage ? offset : aboveRows) }] : [];
  });
  useRowMotion(
    scroller,
    rows,
    placed.map(({ row, top }): PlacedRow => [row.id, top]),
    drag,
  );

  const show = useShowRow({ items, rows, state, scroller: virtual });
  const isPlaced = offset > 0;
  useEffect(() => {
    // In a tree with its own scroll area, the active row is the initial offset.
    if (scrollsPage && isPlaced && activeIndex !== -1) virtual.scrollToIndex(activeIndex);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the position is known
  }, [isPlaced]);
  /** Focuses the rename field, if any, else the tree. */
  const focusTree = () => {
    flushSync(() => undefined);
    (scroller.current?.querySelector('input') ?? scroller.current)?.focus({ preventScroll: scrollsPage });
  };
  const openMenuOf = (row: string) => {
    const anchor = document.getElementById(domId(row))?.querySelector<HTMLElement>('[data-menu]');
    if (anchor) props.onMenu?.(row, anchor);
  };

  useImperativeHandle(props.ref, () => ({ show, focus: focusTree }));
  useListedKeys({
    canMove: rules !== undefined,
    canMoveByOne: props.onMoveByOne !== undefined,
    canOpen: props.onOpen !== undefined,
    canRename: props.onRename !== undefined,
    canRemove: props.onRemove !== undefined,
  });

  const keyHost = (): KeyHost => ({
    source: items,
    state,
    rows: rowsNow,
    drag,
    rules,
    textOf: (row) => labelOfId(items, labelOf, row),
    show,
    onOpen: props.onOpen,
    onRename: (row) => {
      props.onRename?.(row);
      focusTree();
    },
    onRemove: props.onRemove,
    onMoveByOne: props.onMoveByOne,
    onMenu: openMenuOf,
  });

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const row = idOf(event.target);
    const onGrip = closest(event.target, '[data-grip]') !== null;
    const onControl = closest(event.target, '[data-toggle], [data-menu], a, button, input') !== null;
    const tooEarly = event.pointerType === 'touch' && !onGrip;
    if (row === undefined || !rules || event.button !== 0 || onControl || tooEarly) return;
    const host: PointerHost = {
      tree: event.currentTarget,
      ...(scrollsPage
        ? { scroller: document.documentElement, covered: COVERED }
        : { scroller: event.currentTarget, covered: { start: 0, end: 0 } }),
      aboveRows,
      rows: rowsNow,
      measure,
      drag,
      validate: (ids, target) => (latest.current.rules ?? noRules).validate(ids, target),
      hasTargetIn: (ids, container) => hasTargetIn(latest.current, ids, container),
      openRow: (closed) => state.set((current) => setOpen(current, [closed], true)),
      moveFocus: (dragged) => state.set((current) => moveFocus(current, dragged)),
    };
    watchPointer(event.nativeEvent, row, host, () => targetsOf(state.get(), row, rowsNow()));
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const row = idOf(event.target);
    if (row === undefined || closest(event.target, 'input, a')) return;
    const menuButton = closest(event.target, '[data-menu]');
    if (menuButton) {
      state.set((current) => activateForMenu(current, row));
      return props.onMenu?.(row, menuButton);
    }
    const isToggle = closest(event.target, '[data-toggle]') && items.isContainer(row);
    if (isToggle) return state.set((current) => setOpen(current, [row], !current.open.has(row)));
    if (event.ctrlKey || event.metaKey) return state.set((current) => toggleSelected(current, row));
    if (event.shiftKey) return state.set((current) => selectRange(current, row, rowsNow()));
    state.set((current) => activate(current, row));
    props.onOpen?.(row);
  };

  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const row = idOf(event.target);
    if (row === undefined || !props.onMenu || closest(event.target, 'input, a')) return;
    event.preventDefault();
    state.set((current) => activateForMenu(current, row));
    openMenuOf(row);
  };

  /**
   * If the active row was deleted or collapsed, activates its closest visible ancestor, else the row at its
   * index.
   */
  const ensureActiveRow = () => {
    if (activeIndex !== -1) return;
    const above = active === null ? null : ancestorsOf(items, active);
    const visibleAncestor = above?.findLast((ancestor) => rowIndex(rows, ancestor) !== -1);
    const next = visibleAncestor ?? rows[Math.min(lastIndex.current, rows.length - 1)]?.id;
    if (next !== undefined) state.set((current) => moveFocus(current, next));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (closest(event.target, 'input, textarea, select')) return;
    ensureActiveRow();
    if (onKey(event.nativeEvent, keyHost())) event.preventDefault();
  };

  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    // A closed menu focuses its button; arrow keys must work from there.
    if (closest(event.target, '[data-menu]')) focusTree();
    ensureActiveRow();
  };

  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    const hasLeft = !event.currentTarget.contains(event.relatedTarget);
    if (hasLeft && drag.state.get()?.mode === 'keyboard') drag.cancel();
  };

  return (
    <>
      {rules && (
        <p id={`${id}help`} className="sr-only">
          Press Space to pick up an item, the arrow keys to move it, Space to drop it, Escape to cancel. Press
          Enter to open an item.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a tree or a tree grid */}
      <div
        ref={scroller}
        role={isGrid ? 'treegrid' : 'tree'}
        aria-rowcount={isGrid ? rows.length + 1 : undefined}
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable="true"
        aria-describedby={rules ? `${id}help` : undefined}
        aria-activedescendant={active !== null && activeIndex !== -1 ? domId(active) : undefined}
        className={classNames('tree', scrollsPage && 'tree-in-page', props.className)}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {isGrid && (
          <div role="row" aria-rowindex={1} className="tree-headers">
            {props.columnHeaders}
          </div>
        )}
        <div
          ref={scrollsPage ? measureOffset : undefined}
          role="presentation"
          className="tree-rows"
          style={{ height: virtual.getTotalSize() }}
        >
          {placed.map(({ index, row, top }) => {
            const item = items.itemOf(row.id);
            if (item === undefined) return null;
            return (
              <TreeRowView
                key={row.id}
                domId={domId(row.id)}
                id={row.id}
                item={item}
                label={labelOf(item)}
                level={row.level}
                position={row.position}
                siblingCount={row.siblings}
                gridRow={isGrid ? index + 2 : undefined}
                childCount={row.childCount}
                isContainer={row.isContainer}
                isOpen={row.isOpen}
                isActive={index === activeIndex}
                isSelected={selected.has(row.id)}
                canDrag={rules !== undefined}
                top={top}
                height={measure.rowHeight}
                indent={measure.indent}
                Content={Content}
              />
            );
          })}
          <DragLayer drag={drag} rows={rows} placed={placed} measure={measure} inset={INSET} />
        </div>
      </div>
      {rules && <DragGhost drag={drag} rules={rules} />}
    </>
  );
}

const noRules: DragRules = {
  validate: () => 'Nothing can be moved here.',
  describe: () => '',
  describeItems: () => '',
  drop: () => undefined,
};

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
