import { Folder, Lock, MoreHorizontal } from 'lucide-react';
import { createContext, use } from 'react';
import type { ContentItem } from '#src/api/generated/types.gen.ts';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { countOf } from '#src/lib/counts.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { Badge } from '#src/ui/badge.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { levelBadge } from './content-words.ts';

/** What rows need beside their item. It stays the same object, so rows need not be drawn again for it. */
export interface RowServices {
  readonly renaming: Store<string | null>;
  /** Ends renaming; null keeps the title. */
  readonly rename: (item: ContentItem, title: string | null) => void;
}

/** Gives the rows of the tree what they need. */
export const RowContext = createContext<RowServices>({
  renaming: createStore<string | null>(null),
  rename: () => undefined,
});

/** One collection or space in the tree: its title, what is in it, and what is special about it. */
export function ContentRow({ item, holds }: RowContentProps<ContentItem>) {
  const { renaming } = use(RowContext);
  const isRenaming = useStore(renaming) === item.id;
  const level = levelBadge(item.defaultLevel);
  return (
    <>
      <span aria-hidden="true" className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm">
        {item.kind === 'collection' ? <Folder className="size-4 text-ink-soft" /> : item.emoji || '📄'}
      </span>
      {isRenaming ? (
        <TitleField item={item} />
      ) : (
        <span dir="auto" className={item.kind === 'collection' ? 'truncate font-medium' : 'truncate'}>
          {item.title}
        </span>
      )}
      <span className="ml-3 flex-1 truncate text-xs text-ink-soft max-sm:invisible">
        {item.kind === 'collection' && (holds === 0 ? 'Empty' : countOf(holds, 'item'))}
      </span>
      <span className="flex shrink-0 items-center gap-2 pl-2">
        {item.editMode === 'locked' && (
          <Badge tone="warning" tip="Nobody can edit it until it is unlocked.">
            <Lock aria-hidden="true" className="size-3" />
            <span className="max-sm:sr-only">Locked</span>
          </Badge>
        )}
        {level && (
          <span className="max-md:hidden">
            <Badge tip={level.tip}>{level.name}</Badge>
          </span>
        )}
      </span>
      <button
        type="button"
        tabIndex={-1}
        data-menu=""
        aria-haspopup="menu"
        aria-label={`Actions for ${item.title}`}
        className="tree-menu button button-quiet button-square mr-1 ml-1 h-7"
      >
        <MoreHorizontal />
      </button>
    </>
  );
}

function TitleField({ item }: { item: ContentItem }) {
  const { rename } = use(RowContext);
  return (
    <input
      aria-label={`New title of ${item.title}`}
      className="field h-7 max-w-72 px-1.5"
      defaultValue={item.title}
      maxLength={50}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rename(item, event.currentTarget.value.trim());
        if (event.key === 'Escape') rename(item, null);
        event.stopPropagation();
      }}
      onBlur={(event) => rename(item, event.currentTarget.value.trim())}
    />
  );
}
