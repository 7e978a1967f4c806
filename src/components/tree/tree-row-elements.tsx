/** What the rows of every tree have: a title that is renamed in place, and a button with the row's menu. */
import { MoreHorizontal } from 'lucide-react';
import { createContext, use, useRef, useState, type RefObject } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { TreeHandle } from './tree.tsx';

/** What rows need beside their item. It stays the same object, so rows need not be drawn again for it. */
interface RowActions {
  /** The id of the item whose title is being written. */
  readonly renaming: Store<string | null>;
  /** Ends renaming; null keeps the title. */
  readonly rename: (id: string, title: string | null) => void;
}

/** Gives the rows of a tree what they need. */
export const RowContext = createContext<RowActions>({
  renaming: createStore<string | null>(null),
  rename: () => undefined,
});

/**
 * What rows are given; always the same object, so that rows stay as they are.
 *
 * @param onRename is told of a title that was written
 */
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
  /** How long a title may become. */
  limit: number;
  isStrong: boolean;
}

/** The title of a row, or the field in which it is written. */
export function RowTitle({ item, limit, isStrong }: RowTitleProps) {
  const { renaming, rename } = use(RowContext);
  const isRenaming = useStore(renaming) === item.id;
  if (!isRenaming) {
    return (
      <span dir="auto" className={classNames('truncate', isStrong && 'font-medium')}>
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

/** Opens the menu of a row; the tree finds it by its mark. The keyboard has keys of its own for that. */
export function RowMenuButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-menu=""
      aria-haspopup="menu"
      aria-label={`Actions for ${title}`}
      className="tree-menu button button-quiet button-square mr-1 ml-1 h-7"
    >
      <MoreHorizontal />
    </button>
  );
}
