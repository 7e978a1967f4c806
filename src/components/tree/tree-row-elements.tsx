/** Elements of every tree's rows: a title that is renamed in place, and a menu button. */
import { MoreHorizontal } from 'lucide-react';
import { createContext, use, useRef, useState, type RefObject } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/use-store.ts';
import type { TreeHandle } from './tree.tsx';

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

/** The menu button of a row. The tree handles it by `data-menu`; keyboards have their own keys. */
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
