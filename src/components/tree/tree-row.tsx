import { memo, type ComponentType, createContext, use, useRef, useState, type RefObject } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { TreeHandle } from './tree.tsx';

declare module 'react' {
  interface CSSProperties {
    /** How far a row of a tree is from the left edge. */
    '--tree-indent'?: string;
    /** How wide a level is. */
    '--tree-step'?: string;
  }
}

/** Shared by all rows; a stable object, so that rows don't rerender. */
interface RowActions {
  /** The id of the item being renamed. */
  readonly renaming: Store<string | null>;
  /** Ends renaming; null keeps the title. */
  readonly rename: (id: string, title: string | null) => void;
}

export const RowContext = createContext<RowActions>({
  renaming: createStore<string | null>(null),
  rename: () => undefined,
});

/** The stable object shared by all rows. */
export function useRowActions(
  renaming: Store<string | null>,
  handle: RefObject<TreeHandle | null>,
  onRename: (id: string, title: string) => void,
): RowActions {
  const latest = useRef(onRename);
  latest.current = onRename;
  const [services] = useState<RowActions>(() => ({
    renaming,
    rename: (id, title) => {
      if (renaming.get() !== id) return;
      renaming.set(null);
      if (title) latest.current(id, title);
      handle.current?.focus();
    },
  }));
  return services;
}

interface RowTitleProps {
  item: { id: string; title: string };
  /** Maximum title length. */
  limit: number;
  isStrong: boolean;
}

/** The title of a row, or its rename field. */
export function RowTitle({ item, limit, isStrong }: RowTitleProps) {
  const { renaming, rename } = use(RowContext);
  const isRenaming = useStore(renaming) === item.id;
  if (!isRenaming) {
    return (
      <span dir="auto" className={classNames('tree-title truncate', isStrong && 'font-medium')}>
        {item.title}
      </span>
    );
  }
  return (
    <input
      aria-label={`New title of ${item.title}`}
      className="field h-7 max-w-72 px-1.5"
      defaultValue={item.title}
      maxLength={limit}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rename(item.id, event.currentTarget.value.trim());
        if (event.key === 'Escape') rename(item.id, null);
        event.stopPropagation();
      }}
      onBlur={(event) => rename(item.id, event.currentTarget.value.trim())}
    />
  );
}

/** The menu button of a row. The tree handles it by `data-menu`; keyboards have their own keys. */
export function RowMenuButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-menu=""
      aria-haspopup="menu"
      aria-label={`Actions for ${title}`}
      className="tree-menu row-menu mr-1 ml-1"
    />
  );
}

export interface RowContentProps<Item> {
  item: Item;
  /** Number of direct children. */
  childCount: number;
  isActive: boolean;
}

interface TreeRowProps<Item> {
  domId: string;
  id: string;
  item: Item;
  label: string;
  level: number;
  position: number;
  siblingCount: number;
  /** 1-based row of a tree grid; undefined in a plain tree. */
  gridRow: number | undefined;
  childCount: number;
  isContainer: boolean;
  isOpen: boolean;
  isActive: boolean;
  isSelected: boolean;
  canDrag: boolean;
  top: number;
  height: number;
  indent: number;
  Content: ComponentType<RowContentProps<Item>>;
}

/** One row without handlers; the tree delegates by `data-row`, `data-toggle`, `data-grip` and `data-menu`. */
function Row<Item>(props: TreeRowProps<Item>) {
  const { id, item, level, isContainer, isOpen, isActive, isSelected, Content } = props;
  return (
    <div
      role={props.gridRow === undefined ? 'treeitem' : 'row'}
      aria-rowindex={props.gridRow}
      id={props.domId}
      data-row={id}
      aria-label={props.label}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblingCount}
      aria-expanded={isContainer ? isOpen : undefined}
      aria-selected={isSelected}
      className={classNames('tree-row', isActive && 'tree-row-active')}
      style={{
        top: props.top,
        height: props.height,
        '--tree-indent': `${(level - 1) * props.indent}px`,
        '--tree-step': `${props.indent}px`,
      }}
    >
      {props.canDrag && <span className="tree-grip" data-grip="" aria-hidden="true" />}
      <span
        className={classNames('tree-toggle', isContainer && 'tree-chevron', isOpen && 'tree-chevron-open')}
        data-toggle=""
        data-empty={props.childCount === 0 ? '' : undefined}
        aria-hidden="true"
      />
      <Content item={item} childCount={props.childCount} isActive={isActive} />
    </div>
  );
}

/** A memoized row. */
export const TreeRowView = memo(Row) as typeof Row;
