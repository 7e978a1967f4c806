import { Link, linkOptions } from '@tanstack/react-router';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { AlarmClock, CalendarClock, Check, GitBranch, MessageSquare, RefreshCw, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  memo,
  useCallback,
  useRef,
  useState,
} from 'react';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import type { ListSelection } from '#src/components/table/use-selection.ts';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { formatCount, formatNumber, isolate } from '#src/lib/text/format.ts';
import { useMatches, onNearViewport } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { ListFooter } from '#src/ui/list-footer.tsx';
import { Time } from '#src/ui/time.tsx';
import { linesOfSize, nameOf } from '../labels.ts';
import { describeTime } from '../planned/planned-merges.ts';
import { isNew, type Marks } from './marks.ts';

interface InboxRowProps {
  row: OrganizationChangeRequest;
  /** Index in the list, and the total. */
  index: number;
  total: number;
  isShown: boolean;
  isSelected: boolean;
  isNew: boolean;
  isSnoozed: boolean;
  /** The detail replaces the list, so "back" returns to the list. */
  isNarrow: boolean;
}

/** The key of a row in the URL: `spaceId.number`. */
export const itemKeyOf = ({ space, number }: OrganizationChangeRequest): string => `${space}.${number}`;

/** One change request in the inbox, on two lines. */
const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { row, index, total, isShown, isSelected, isNew, isSnoozed, isNarrow } = props;
  const name = nameOf(row);
  const link = linkOptions({ to: '.', search: (old) => ({ ...old, at: itemKeyOf(row), dialog: undefined }) });
  return (
    <li
      data-row={row.id}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-selected={isSelected || undefined}
      className="inbox-row"
    >
      <Checkbox
        aria-label={`Select ${name}`}
        data-row-select=""
        checked={isSelected}
        // The list handles changes for all rows.
        readOnly
      />
      <Link
        {...link}
        replace={!isNarrow}
        data-row-link=""
        aria-current={isShown || undefined}
        className="inbox-row-link"
      >
        <span className="flex items-center gap-2">
          {isNew && (
            <span className="inbox-row-new" data-tip="Changed since your last visit">
              New:{' '}
            </span>
          )}
          <span dir="auto" className={`min-w-0 flex-1 truncate ${isNew ? 'font-semibold' : 'font-medium'}`}>
            {name}
          </span>
          <Time value={row.updatedAt} className="text-xs whitespace-nowrap text-ink-soft" />
        </span>
        <span className="mt-0.5 flex items-center gap-2.5 text-xs text-ink-soft tabular-nums">
          <span className="min-w-0 flex-1 truncate" data-emoji={row.spaceEmoji}>
            {`${isolate(row.spaceTitle)} #${row.number} · ${isolate(row.createdBy.displayName)}`}
          </span>
          {sizeOf(row)}
          <RowMarks row={row} isSnoozed={isSnoozed} />
        </span>
      </Link>
    </li>
  );
});

/**
 * Changed lines, or pages where lines are not counted. A text of the row without an element of its own: the list draws many rows.
 */
function sizeOf({ size }: OrganizationChangeRequest): string | undefined {
  if (!size) return undefined;
  const text = linesOfSize(size) ?? formatCount(size.pages, 'page');
  return text.replaceAll(' ', '\u00a0');
}

function RowMarks({ row, isSnoozed }: Pick<InboxRowProps, 'row' | 'isSnoozed'>) {
  const { plannedMerge: plan } = row;
  const { approved, changesRequested } = row.reviews;
  return (
    <>
      {row.git && (
        <Mark icon={<GitBranch />} label={`From the repository: commit ${shortCommit(row.git.oid)}`} />
      )}
      {isSnoozed && <Mark icon={<AlarmClock />} label="Snoozed" />}
      {plan?.state === 'waiting' && <Mark icon={<CalendarClock />} label={`Merges ${describeTime(plan)}`} />}
      {row.outdated && row.status === 'open' && <Mark icon={<RefreshCw />} label="Outdated" />}
      {approved > 0 && (
        <Mark
          icon={<Check className="text-success-ink" />}
          count={approved}
          label={formatCount(approved, 'approval')}
        />
      )}
      {changesRequested > 0 && (
        <Mark
          icon={<X className="text-warning-ink" />}
          count={changesRequested}
          label={`Changes requested by ${formatCount(changesRequested, 'reviewer')}`}
        />
      )}
      {row.comments > 0 && (
        <Mark
          icon={<MessageSquare />}
          count={row.comments}
          label={formatCount(row.comments, 'open comment')}
        />
      )}
    </>
  );
}

function Mark({ icon, count, label }: { icon: React.ReactNode; count?: number; label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="flex shrink-0 items-center gap-0.5 tabular-nums [&>svg]:size-3.5"
      data-tip={label}
    >
      {icon}
      {count !== undefined && formatNumber(count)}
    </span>
  );
}

const rowHeight = 56;

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

/** The rows in the window, and what moves the focus to a row. */
function useInboxWindow(rows: readonly OrganizationChangeRequest[], focusRow: InboxListProps['focusRow']) {
  // Narrower than the `lg` breakpoint.
  const isNarrow = useMatches('(width < 64rem)');
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const common = { count: rows.length, estimateSize: () => rowHeight, overscan: 12 };
  // Next to a change request the list has its own scroll area, alone it scrolls with the page.
  const inBox = useVirtualizer({
    ...common,
    enabled: !isNarrow,
    getScrollElement: () => scroller.current,
  });
  const inPage = useWindowVirtualizer({
    ...common,
    enabled: isNarrow,
    scrollMargin: top,
    scrollPaddingStart: 60,
  });
  const virtualizer = isNarrow ? inPage : inBox;
  const measureTop = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const update = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
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
  return { virtualizer, scroller, measureTop, start: isNarrow ? top : 0, isNarrow };
}

/** The virtualized rows of the inbox. */
export function InboxList(props: InboxListProps) {
  const { label, list, rows, marks, snoozedRows, selection, openItem, onOpen, focusRow } = props;
  const { virtualizer, scroller, measureTop, start, isNarrow } = useInboxWindow(rows, focusRow);
  const open = (event: KeyboardEvent) => {
    const row = rows.find((candidate) => itemKeyOf(candidate) === openItem);
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
  return (
    <>
      <HiddenSelection
        hidden={hidden}
        selectedCount={selection.ids.size}
        onShow={(index) => virtualizer.scrollToIndex(index)}
      />
      <div ref={scroller} className="inbox-rows">
        <ul ref={measureTop} aria-label={label} onKeyDown={open} onClick={select}>
          <Spacer height={(items[0]?.start ?? start) - start} />
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
          <Spacer height={virtualizer.getTotalSize() - ((last?.end ?? start) - start)} />
        </ul>
        <div
          ref={
            list.hasMore && !list.failure
              ? onNearViewport(list.loadMore, { margin: 600, inParent: !isNarrow })
              : undefined
          }
          className="inbox-footer"
        >
          <ListFooter shown={rows.length} list={list} noun="change request" />
        </div>
      </div>
    </>
  );
}

interface HiddenSelectionProps {
  /** Indexes of selected rows outside the window. */
  hidden: readonly number[];
  selectedCount: number;
  onShow: (index: number) => void;
}

/** A note that selected rows are not visible. */
function HiddenSelection({ hidden, selectedCount, onShow }: HiddenSelectionProps) {
  const [first] = hidden;
  if (first === undefined) return null;
  return (
    <p className="inbox-note">
      {formatNumber(hidden.length)} of {formatCount(selectedCount, 'selected change request')} not visible
      <Button size="small" className="ml-auto" onClick={() => onShow(first)}>
        Show
      </Button>
    </p>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return <li aria-hidden="true" role="presentation" style={{ height }} />;
}
