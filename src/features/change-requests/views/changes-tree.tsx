import { Check } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { allContainers, setOpen, type TreeState, useTreeState } from '#src/components/tree/tree-state.ts';
import { Tree } from '#src/components/tree/tree.tsx';
import { classNames } from '#src/lib/class-names.ts';
import type { Store } from '#src/lib/store.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Progress } from '#src/ui/progress.tsx';
import type { PageChange } from '../differences/compare-trees.ts';
import { signOf, labelsOf, changeItems, type ComparedPages, titleOf } from './changed-pages.ts';
import { nothingViewed, viewedOf, viewedPages } from './viewed-pages.ts';
import { isViewed } from './viewed.ts';

/** How many changed pages were viewed. */
export function ReviewProgress({
  compared,
  changeRequestId,
}: {
  compared: ComparedPages;
  changeRequestId: string;
}) {
  const viewed = viewedOf(useStore(viewedPages), changeRequestId);
  const { changed } = compared;
  if (changed.length === 0) return null;
  const viewedCount = changed.filter((change) => isViewed(viewed, change)).length;
  return (
    <div className="mb-3">
      <p className="mb-1 text-xs text-ink-soft tabular-nums">
        {formatNumber(viewedCount)} of {formatNumber(changed.length)} viewed
      </p>
      <Progress label="Viewed pages" value={viewedCount} max={changed.length} />
    </div>
  );
}

interface ChangesTreeProps {
  compared: ComparedPages;
  /** Whose pages are marked as viewed; absent where none are. */
  changeRequestId?: string;
  /** Also shows unchanged pages. */
  showsUnchanged: boolean;
  /** The open page. */
  open: string | undefined;
  onOpen: (id: string) => void;
}

/** The page tree with changes. */
export function ChangesTree({ compared, changeRequestId, showsUnchanged, open, onOpen }: ChangesTreeProps) {
  const items = useMemo(() => changeItems(compared, showsUnchanged), [compared, showsUnchanged]);
  const viewedByRequest = useStore(viewedPages);
  const viewed = changeRequestId === undefined ? nothingViewed : viewedOf(viewedByRequest, changeRequestId);
  const state = useTreeState(open, () => allContainers(changeItems(compared, true)));
  useNewOpen(compared, state);
  // Rows re-render only when their item object changes, so the viewed state is part of the item.
  const visibleItems = useMemo(
    () => ({
      ...items,
      itemOf: memoizeItems((id) => {
        const change = items.itemOf(id);
        return change && { change, isViewed: isViewed(viewed, change) };
      }),
    }),
    [items, viewed],
  );
  return (
    <Tree
      label="Changed pages"
      items={visibleItems}
      state={state}
      labelOf={describeChange}
      Content={ChangeRow}
      onOpen={onOpen}
      className="changes-tree"
    />
  );
}

/** Opens pages that another save has added to the tree. Closed ones stay closed. */
function useNewOpen(compared: ComparedPages, state: Store<TreeState>): void {
  const previousIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const containers = allContainers(changeItems(compared, true));
    const before = previousIds.current;
    previousIds.current = new Set(containers);
    if (before)
      state.set((current) =>
        setOpen(
          current,
          containers.filter((id) => !before.has(id)),
          true,
        ),
      );
  }, [compared, state]);
}

interface ShownChange {
  change: PageChange;
  isViewed: boolean;
}

function memoizeItems(create: (id: string) => ShownChange | undefined) {
  const cache = new Map<string, ShownChange | undefined>();
  return (id: string) => {
    if (!cache.has(id)) cache.set(id, create(id));
    return cache.get(id);
  };
}

function describeChange({ change, isViewed: wasViewed }: ShownChange): string {
  return [titleOf(change), ...labelsOf(change), ...(wasViewed ? ['viewed'] : [])].join(', ');
}

function ChangeRow({ item: { change, isViewed: wasViewed } }: RowContentProps<ShownChange>) {
  const { kind, next, base } = change;
  return (
    <>
      <span aria-hidden="true" className="w-5 shrink-0 text-center font-semibold text-ink-soft">
        {signOf(change)}
      </span>
      <span
        dir="auto"
        className={classNames(
          'flex-1 truncate pr-2',
          kind === 'deleted' && 'line-through',
          kind === 'same' && 'text-ink-soft',
        )}
      >
        {(next ?? base)?.page.emoji} {titleOf(change)}
      </span>
      <span className="shrink-0 pr-2 text-xs text-ink-soft">{labelsOf(change).join(' · ')}</span>
      {wasViewed && (
        <span data-tip="Viewed" className="pr-2">
          <Check aria-hidden="true" className="size-3.5 text-success-ink" />
        </span>
      )}
    </>
  );
}
