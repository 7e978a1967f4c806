import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { useMatches } from '#src/ui/use-matches.ts';
import { InboxRow, itemKeyOf } from './inbox-row.tsx';
import { isNew, type Marks } from './marks.ts';
import { onNearViewport } from '#src/ui/on-near-viewport.ts';

const rowHeight = 64;

/** Scrolls to a row and focuses it. */
export type FocusRow = (index: number) => void;

interface InboxListProps {
  label: string;
  list: List<OrganizationChangeRequest>;
  rows: readonly OrganizationChangeRequest[];
  marks: Marks;
  snoozedRows: readonly OrganizationChangeRequest[];
  selection: ListSelection;
  /** Key of the row shown next to the list, as in the URL. */
  openItem: string | undefined;
  onOpen: (row: OrganizationChangeRequest) => void;
  /** Receives the function that moves the focus. */
  focusRow: RefObject<FocusRow | null>;
}

/** The virtualized rows of the inbox. */
export function InboxList(props: InboxListProps) {
  const { label, list, rows, marks, snoozedRows, selection, openItem, onOpen, focusRow } = props;
  // Narrower than the `lg` breakpoint.
  const isNarrow = useMatches('(width < 64rem)');
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  focusRow.current = (index) => {
    const row = rows[index];
    if (!row) return;
    virtualizer.scrollToIndex(index);
    const focus = () =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"] [data-row-link]`)
        ?.focus();
    // Rows outside the viewport are rendered one frame after scrolling.
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };
  const open = (event: KeyboardEvent) => {
    const row = rows.find((one) => itemKeyOf(one) === openItem);
    const isOnLink = event.target instanceof Element && event.target.closest('[data-row-link]') !== null;
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !row || !isOnLink) return;
    event.preventDefault();
    onOpen(row);
  };
  const select = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-row-select]')) return;
    const id = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (id !== undefined) selection.toggle(id, event.shiftKey);
  };
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: rows.length };
  const hidden = rows.flatMap(({ id }, index) =>
    selection.has(id) && (index < startIndex || index > endIndex) ? [index] : [],
  );
  const [firstHidden] = hidden;
  return (
    <>
      {firstHidden !== undefined && (
        <p className="mb-2 flex items-center gap-2 text-ink-soft tabular-nums">
          {formatNumber(hidden.length)} of {formatCount(selection.ids.size, 'selected change request')} not
          visible
          <Button size="small" className="ml-auto" onClick={() => virtualizer.scrollToIndex(firstHidden)}>
            Show
          </Button>
        </p>
      )}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto rounded-lg border border-line">
        <ul aria-label={label} onKeyDown={open} onClick={select}>
          <Spacer height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <InboxRow
                  key={row.id}
                  row={row}
                  index={index}
                  total={list.total}
                  isShown={itemKeyOf(row) === openItem}
                  isSelected={selection.has(row.id)}
                  isNew={isNew(marks, row)}
                  isSnoozed={snoozedRows.includes(row)}
                  isNarrow={isNarrow}
                />
              )
            );
          })}
          <Spacer height={virtualizer.getTotalSize() - (last?.end ?? 0)} />
        </ul>
        <div
          ref={
            list.hasMore && !list.failure
              ? onNearViewport(list.loadMore, { margin: 600, inParent: true })
              : undefined
          }
          className="px-3"
        >
          <ListFooter shown={rows.length} list={list} noun="change request" />
        </div>
      </div>
    </>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return <li aria-hidden="true" role="presentation" style={{ height }} />;
}
