import { memo, type ComponentType, createContext, use, useRef, useState, type RefObject } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
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

/** A title that was typed into a row. */
export interface TypedTitle {
  readonly title: string;
  /** The title that the field started from. */
  readonly before: string;
}

/** Shared by all rows; a stable object, so that rows don't rerender. */
interface RowActions {
  /** The id of the item being renamed. */
  readonly renaming: Store<string | null>;
  /** Ends renaming; null keeps the title. */
  readonly rename: (id: string, typed: TypedTitle | null) => void;
  /** The title that was typed into an item's row and not saved. */
  readonly unsaved: (id: string) => TypedTitle | undefined;
}

/** The actions of rows that have none. */
export const inertRow: RowActions = {
  renaming: createStore<string | null>(null),
  rename: () => undefined,
  unsaved: () => undefined,
};

export const RowContext = createContext<RowActions>(inertRow);

/** The stable object shared by all rows. */
export function useRowActions(
  renaming: Store<string | null>,
  handle: RefObject<TreeHandle | null>,
  /** Resolves to whether renaming is done; if not, the row's field opens again with what was typed. */
  onRename: (id: string, typed: TypedTitle) => Promise<boolean>,
): RowActions {
  const latest = useRef(onRename);
  latest.current = onRename;
  const [services] = useState<RowActions>(() => {
    let unsaved: { id: string; typed: TypedTitle } | null = null;
    const save = async (id: string, typed: TypedTitle) => {
      if (await latest.current(id, typed)) return;
      unsaved = { id, typed };
      // A dialog that closes focuses the tree first.
      afterPaint(() => renaming.set(id));
    };
    return {
      renaming,
      unsaved: (id) => (unsaved?.id === id ? unsaved.typed : undefined),
      rename(id, typed) {
        if (renaming.get() !== id) return;
        unsaved = null;
        renaming.set(null);
        if (typed && typed.title !== '' && typed.title !== typed.before) void save(id, typed);
        handle.current?.focus();
      },
    };
  });
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
  const { renaming } = use(RowContext);
  const isRenaming = useStore(renaming) === item.id;
  if (!isRenaming) {
    return (
      <span dir="auto" className={classNames('tree-title truncate', isStrong && 'font-medium')}>
        {item.title}
      </span>
    );
  }
  return <RenameField item={item} limit={limit} />;
}

/** The field that a row's title is edited in. */
function RenameField({ item, limit }: Omit<RowTitleProps, 'isStrong'>) {
  const { rename, unsaved } = use(RowContext);
  // Others may rename the item while the field is open.
  const [{ title, before }] = useState(
    (): TypedTitle => unsaved(item.id) ?? { title: item.title, before: item.title },
  );
  const typedIn = ({ value }: HTMLInputElement): TypedTitle => ({ title: value.trim(), before });
  return (
    <input
      aria-label={`New title of ${before}`}
      className="field h-7 max-w-72 px-1.5"
      defaultValue={title}
      maxLength={limit}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rename(item.id, typedIn(event.currentTarget));
        if (event.key === 'Escape') rename(item.id, null);
        event.stopPropagation();
      }}
      onBlur={(event) => rename(item.id, typedIn(event.currentTarget))}
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
