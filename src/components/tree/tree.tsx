import {
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { classNames } from '#src/lib/class-names.ts';
import type { Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { DragGhost, DragLayer } from './drag-layer.tsx';
import { useListedKeys } from './listed-keys.ts';
import { useRowMotion } from './row-motion.ts';
import { useShowRow } from './show-row.ts';
import { StickyRows } from './sticky-rows.tsx';
import { createTreeDrag, type DragRules, type TreeMeasure } from './tree-drag.ts';
import { incomingDrag, noRules, treeEvents, type IncomingDrag, type TreeEventHost } from './tree-events.ts';
import { createKeyHandler } from './tree-keys.ts';
import { TreeRowView, type RowContentProps } from './tree-row.tsx';
import { rememberRows, rowIndex, type TreeSource, type TreeState } from './tree-state.ts';
import { useTreeFocus } from './use-tree-focus.ts';
import { useTreeLayout, useVirtualRows, type VirtualRow } from './use-virtual-rows.ts';
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
export interface TreeHandle extends IncomingDrag {
  /** Expands the ancestors of an item and scrolls to it. */
  show(id: string): void;
  focus(): void;
}

/**
 * A tree of any size; only visible rows are rendered. Items are moved by mouse, pen, touch or keyboard;
 * `rules.drop` receives every move as a target that names a neighbor.
 */
export function Tree<Item>(props: TreeProps<Item>) {
  const { items, state, rules, columnHeaders } = props;
  const isGrid = columnHeaders !== undefined;
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const services = useTreeServices(props);
  const { memoizedRows, drag, latest } = services;
  const { open, active, selected, isSelecting } = useStore(state);
  const rows = memoizedRows(items, open);
  const rowsNow = () => memoizedRows(latest.current.items, state.get().open);
  const layout = useTreeLayout(props);
  const { activeIndex, ...focus } = useTreeFocus(props, tree, rows, active);
  const view = useVirtualRows({ rows, activeIndex, layout, tree });
  const { virtualRows, scroller } = view;
  useRowMotion(tree, rows, virtualRows, drag);
  const show = useShowRow({ items, rows, state, scroller });
  useListedKeys(props);
  const domId = (row: string) => `${id}${row}`;
  const host: TreeEventHost<Item> = {
    props,
    layout,
    rowsNow,
    elementOf: (row) => document.getElementById(domId(row)),
    show,
    scrollTo: (row) => scroller.scrollToIndex(rowIndex(rowsNow(), row)),
    ...services,
    ...focus,
  };
  useImperativeHandle(props.ref, () => createHandle(host, tree));

  return (
    <>
      {rules && <DragHelp id={`${id}help`} />}
      <div
        ref={tree}
        role={isGrid ? 'treegrid' : 'tree'}
        aria-rowcount={isGrid ? rows.length + 1 : undefined}
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable="true"
        aria-describedby={rules ? `${id}help` : undefined}
        aria-activedescendant={active !== null && activeIndex !== -1 ? domId(active) : undefined}
        className={classNames(treeClass(props), isSelecting && 'tree-selecting')}
        {...treeEvents(host)}
      >
        {isGrid && <Headers>{columnHeaders}</Headers>}
        <StickyRows tree={props} rows={rows} first={view.firstVisible} drag={drag} measure={layout.measure} />
        <div
          ref={view.measureRows}
          role="presentation"
          className="tree-rows"
          style={{ height: scroller.getTotalSize() }}
        >
          <TreeRows
            tree={props}
            domId={domId}
            activeIndex={activeIndex}
            selected={selected}
            rows={virtualRows}
            measure={layout.measure}
          />
          <DragLayer drag={drag} rows={rows} placed={virtualRows} measure={layout.measure} />
        </div>
      </div>
      {rules && <DragGhost drag={drag} rules={rules} />}
    </>
  );
}

const treeClass = ({ scrollsPage, className }: Pick<TreeProps<never>, 'scrollsPage' | 'className'>) =>
  classNames('tree', scrollsPage && 'tree-in-page', className);

function Headers({ children }: { children: ReactNode }) {
  return (
    <div role="row" aria-rowindex={1} className="tree-headers">
      {children}
    </div>
  );
}

function createHandle<Item>(host: TreeEventHost<Item>, tree: RefObject<HTMLElement | null>): TreeHandle {
  return { show: host.show, focus: host.focusTree, ...incomingDrag(host, () => tree.current) };
}

/** The services that a tree keeps while its props change. */
function useTreeServices<Item>(props: TreeProps<Item>) {
  const latest = useRef(props);
  latest.current = props;
  const [services] = useState(() => ({
    latest,
    memoizedRows: rememberRows(),
    onKey: createKeyHandler(),
    drag: createTreeDrag(() => latest.current.rules ?? noRules),
  }));
  return services;
}

function DragHelp({ id }: { id: string }) {
  return (
    <p id={id} className="sr-only">
      Press Space to pick up an item, the arrow keys to move it, Space to drop it, Escape to cancel. Press
      Enter to open an item.
    </p>
  );
}

interface TreeRowsProps<Item> {
  tree: TreeProps<Item>;
  rows: readonly VirtualRow[];
  domId: (row: string) => string;
  activeIndex: number;
  selected: ReadonlySet<string>;
  measure: TreeMeasure;
}

function TreeRows<Item>({ tree, rows, domId, activeIndex, selected, measure }: TreeRowsProps<Item>) {
  const { items, rules, labelOf, Content, columnHeaders } = tree;
  return rows.map(({ index, row, top }) => {
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
        gridRow={columnHeaders === undefined ? undefined : index + 2}
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
  });
}
