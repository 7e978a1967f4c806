import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, UnfoldVertical } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './differences.css';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { foldUnchanged } from '#src/lib/compare/compare-lines.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { afterPaint } from '#src/ui/browser/after-paint.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { goToEdgesAtOnce } from './edge-keys.ts';
import type { Place } from './place.ts';

interface DifferenceListProps<Change> {
  changes: readonly Change[];
  /** Noun for folded rows: `line`, `block`. */
  noun: string;
  /** Estimated row height in pixels; rows are measured once rendered. */
  rowHeight: number;
  /** The initial position; it is updated when the user scrolls. */
  place: Place;
  /** Whether an unchanged one has comments, so that it is not folded. */
  isShown?: (change: Change) => boolean;
  /** Of the changes in the window, the one with a control that Tab reaches; arrow keys move between the others. */
  tabStopOf?: (inWindow: readonly Change[]) => Change | undefined;
  renderRow: (change: Change, row: RowState) => ReactNode;
}

interface RowState {
  /** Reached last with `n` or `p`. */
  isCurrent: boolean;
  isTabStop: boolean;
}

/** Pixels of the bars that cover the top of the window. */
const paddingAbove = 140;

/** Where the toolbar shows the number of changes and the buttons between them. */
export const StepsSlot = createContext<HTMLElement | null>(null);

type Row<Change> = { fold: number; hidden: number } | { change: Change; isStart: boolean };

/** What people scroll with. */
const scrollingEvents = ['keydown', 'pointerdown', 'touchstart', 'wheel'];

/** The rows in the window. They open at the place that was left, and stay there until the person scrolls. */
function useWindowRows(count: number, rowHeight: number, place: Place) {
  const [top, setTop] = useState(0);
  const list = useRef<HTMLElement>(null);
  /** The person scrolls from here on, which changes the place. */
  const isFree = useRef(false);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: paddingAbove,
    onChange: ({ scrollOffset, getVirtualItemForOffset }) => {
      if (isFree.current)
        place.setRow(getVirtualItemForOffset((scrollOffset ?? 0) + paddingAbove)?.index ?? 0);
    },
  });
  const measureTop = useCallback(
    (element: HTMLElement | null) => {
      list.current = element;
      if (!element) return undefined;
      isFree.current = place.row() === 0;
      const release = () => {
        isFree.current = true;
      };
      // What loads above the rows, and the rows themselves, change where a row is. Heights of rows are known only
      // once they are shown, so that the row counts, not how far the page was scrolled.
      const update = () => {
        setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
        if (!isFree.current)
          afterPaint(() => {
            if (!isFree.current) virtualizer.scrollToIndex(place.row(), { align: 'start' });
          });
      };
      const observer = new ResizeObserver(update);
      observer.observe(document.body);
      for (const type of scrollingEvents)
        window.addEventListener(type, release, { capture: true, passive: true });
      const leaveEdgeKeys = goToEdgesAtOnce();
      return () => {
        observer.disconnect();
        for (const type of scrollingEvents) window.removeEventListener(type, release, { capture: true });
        leaveEdgeKeys();
      };
    },
    [place, virtualizer],
  );
  return { virtualizer, list, measureTop, top };
}

type WindowRows = ReturnType<typeof useWindowRows>;

/** Focuses a row, or its control if it has one. */
function focusRow(list: WindowRows['list'], row: number): void {
  const focus = (): boolean => {
    const element = list.current?.querySelector<HTMLElement>(`[data-index="${row}"]`);
    const control = element?.querySelector<HTMLElement>('button[data-line]');
    (control ?? element)?.focus({ preventScroll: true });
    return element != null;
  };
  // Synchronously, for the keys that follow. Rows outside the viewport are rendered one frame after
  // scrolling; by then, the person may have moved on. The focused element may have left the list.
  const before = document.activeElement;
  const focusLater = () => {
    const { activeElement } = document;
    if (activeElement === before || activeElement === document.body) focus();
  };
  if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focusLater));
}

/** The row of the current change, and the move to the next or previous one, also by `n` and `p`. */
function useCurrentChange(starts: readonly number[], { virtualizer, list }: WindowRows) {
  const [current, setCurrent] = useState(-1);
  const goToChange = (step: 1 | -1) => {
    const at = starts.indexOf(current);
    const to =
      at === -1 && step === -1 ? starts.length - 1 : Math.min(Math.max(at + step, 0), starts.length - 1);
    const row = starts[to];
    if (row === undefined) return;
    setCurrent(row);
    virtualizer.scrollToIndex(row, { align: 'center' });
    focusRow(list, row);
    announce(`Change ${formatNumber(to + 1)} of ${formatNumber(starts.length)}`);
  };
  useShortcuts([
    { keys: 'n', label: 'Next change', group: 'List', run: () => goToChange(1) },
    { keys: 'p', label: 'Previous change', group: 'List', run: () => goToChange(-1) },
  ]);
  return { current, goToChange };
}

/**
 * A list of changes. Unchanged rows are folded, `n` and `p` move between changes, and rows are virtualized so that
 * 20,000 lines open quickly.
 */
export function DifferenceList<Change extends { kind: string }>(props: DifferenceListProps<Change>) {
  const { changes, noun, rowHeight, place, isShown, tabStopOf, renderRow } = props;
  const [expandedHunks, setExpandedHunks] = useState<ReadonlySet<number>>(new Set());
  const rows = rowsOf(changes, expandedHunks, isShown);
  const starts = rows.flatMap((row, index) => ('isStart' in row && row.isStart ? [index] : []));
  const windowRows = useWindowRows(rows.length, rowHeight, place);
  const { virtualizer, measureTop, top } = windowRows;
  const { current, goToChange } = useCurrentChange(starts, windowRows);
  const visibleRows = virtualizer.getVirtualItems();
  const inWindow = visibleRows.flatMap(({ index }) => {
    const row = rows[index];
    return row && 'change' in row ? [row.change] : [];
  });
  const tabStop = tabStopOf?.(inWindow);
  return (
    <div>
      <ChangeSteps count={starts.length} onStep={goToChange} />
      <div
        ref={measureTop}
        role="list"
        aria-label="Changes"
        aria-busy={(rows.length > 0 && top === 0) || undefined}
        hidden={rows.length === 0}
        className="rounded-lg border border-line py-1"
      >
        <div style={{ height: (visibleRows[0]?.start ?? top) - top }} />
        {visibleRows.map(({ index }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              tabIndex={-1}
              className="outline-none"
            >
              {'fold' in row ? (
                <UnfoldButton
                  label={`Show ${formatCount(row.hidden, `unchanged ${noun}`)}`}
                  onClick={() => setExpandedHunks((before) => new Set(before).add(row.fold))}
                />
              ) : (
                renderRow(row.change, { isCurrent: index === current, isTabStop: row.change === tabStop })
              )}
            </div>
          );
        })}
        <div style={{ height: virtualizer.getTotalSize() - ((visibleRows.at(-1)?.end ?? top) - top) }} />
      </div>
    </div>
  );
}

interface ChangeStepsProps {
  count: number;
  onStep: (step: 1 | -1) => void;
}

/** The number of changes and the buttons between them, in the toolbar. */
function ChangeSteps({ count, onStep }: ChangeStepsProps) {
  const slot = useContext(StepsSlot);
  if (!slot) return null;
  const denialReason = count === 0 && 'No changes.';
  return createPortal(
    <>
      <span className="text-ink-soft tabular-nums max-md:sr-only">
        {count === 0 ? 'No text changes' : formatCount(count, 'change')}
      </span>
      <IconButton
        label="Previous change"
        size="small"
        disabledReason={denialReason}
        onClick={() => onStep(-1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton label="Next change" size="small" disabledReason={denialReason} onClick={() => onStep(1)}>
        <ArrowDown />
      </IconButton>
    </>,
    slot,
  );
}

function UnfoldButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2 bg-sunken px-3 py-1 text-start text-xs text-ink-soft hover:bg-hover"
      onClick={onClick}
    >
      <UnfoldVertical aria-hidden="true" className="size-3.5" />
      {label}
    </button>
  );
}

/** Rows of the list: changes, and an expand button for each folded hunk. */
function rowsOf<Change extends { kind: string }>(
  changes: readonly Change[],
  unfolded: ReadonlySet<number>,
  isShown?: (change: Change) => boolean,
): Row<Change>[] {
  const rows: Row<Change>[] = [];
  let inChange = false;
  foldUnchanged(changes, isShown).forEach(({ folded, lines }, hunkIndex) => {
    // A single hidden row takes as much space as the button.
    if (folded && lines.length > 1 && !unfolded.has(hunkIndex)) {
      rows.push({ fold: hunkIndex, hidden: lines.length });
      inChange = false;
      return;
    }
    for (const change of lines) {
      const isChange = change.kind !== 'same';
      rows.push({ change, isStart: isChange && !inChange });
      inChange = isChange;
    }
  });
  return rows;
}
