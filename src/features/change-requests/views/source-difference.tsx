import { useSuspenseQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, UnfoldVertical } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './differences.css';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { changesLabel, noChangesMessage } from '#src/lib/shared-labels.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { type LineChange, foldUnchanged } from '../differences/compare-lines.ts';
import type { WordRun } from '../differences/word-diff.ts';
import { linesCompared, type PageSides } from './page-sides.ts';

interface DifferenceListProps<Change> {
  changes: readonly Change[];
  /** Noun for folded rows: `line`, `block`. */
  noun: string;
  /** Estimated row height in pixels; rows are measured once rendered. */
  rowHeight: number;
  renderRow: (change: Change, isCurrent: boolean) => ReactNode;
}

/** Where the toolbar shows the number of changes and the buttons between them. */
export const StepsSlot = createContext<HTMLElement | null>(null);

type Row<Change> = { fold: number; hidden: number } | { change: Change; isStart: boolean };

/**
 * A list of changes. Unchanged rows are folded, `n` and `p` move between changes, and rows are virtualized so that
 * 20,000 lines open quickly.
 */
export function DifferenceList<Change extends { kind: string }>(props: DifferenceListProps<Change>) {
  const { changes, noun, rowHeight, renderRow } = props;
  const [expandedHunks, setExpandedHunks] = useState<ReadonlySet<number>>(new Set());
  const [current, setCurrent] = useState(-1);
  const [top, setTop] = useState(0);
  const rows = rowsOf(changes, expandedHunks);
  const starts = rows.flatMap((row, index) => ('isStart' in row && row.isStart ? [index] : []));
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: 140,
  });
  const list = useRef<HTMLElement>(null);
  const measureTop = useCallback((element: HTMLElement | null) => {
    list.current = element;
    if (!element) return undefined;
    const update = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const goToChange = (step: 1 | -1) => {
    const at = starts.indexOf(current);
    const to =
      at === -1 && step === -1 ? starts.length - 1 : Math.min(Math.max(at + step, 0), starts.length - 1);
    const row = starts[to];
    if (row === undefined) return;
    setCurrent(row);
    virtualizer.scrollToIndex(row, { align: 'center' });
    const focus = () =>
      list.current?.querySelector<HTMLElement>(`[data-index="${row}"]`)?.focus({ preventScroll: true });
    // Rows outside the viewport are rendered one frame after scrolling.
    requestAnimationFrame(() => requestAnimationFrame(focus));
    announce(`Change ${formatNumber(to + 1)} of ${formatNumber(starts.length)}`);
  };
  useShortcuts([
    { keys: 'n', label: 'Next change', group: 'List', run: () => goToChange(1) },
    { keys: 'p', label: 'Previous change', group: 'List', run: () => goToChange(-1) },
  ]);

  const slot = useContext(StepsSlot);
  const denialReason = starts.length === 0 && noChangesMessage;
  const steps = (
    <>
      <span className="text-ink-soft tabular-nums max-md:sr-only">
        {starts.length === 0 ? 'No text changes' : formatCount(starts.length, 'change')}
      </span>
      <IconButton
        label="Previous change"
        size="small"
        disabledReason={denialReason}
        onClick={() => goToChange(-1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label="Next change"
        size="small"
        disabledReason={denialReason}
        onClick={() => goToChange(1)}
      >
        <ArrowDown />
      </IconButton>
    </>
  );
  const shown = virtualizer.getVirtualItems();
  return (
    <div>
      {slot && createPortal(steps, slot)}
      <div
        ref={measureTop}
        role="list"
        aria-label={changesLabel}
        aria-busy={(rows.length > 0 && top === 0) || undefined}
        hidden={rows.length === 0}
        className="rounded-lg border border-line py-1"
      >
        <div style={{ height: (shown[0]?.start ?? top) - top }} />
        {shown.map(({ index }) => {
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
                <button
                  type="button"
                  className="flex w-full items-center gap-2 bg-sunken px-3 py-1 text-start text-xs text-ink-soft hover:bg-hover"
                  onClick={() => setExpandedHunks((before) => new Set(before).add(row.fold))}
                >
                  <UnfoldVertical aria-hidden="true" className="size-3.5" />
                  Show {formatCount(row.hidden, `unchanged ${noun}`)}
                </button>
              ) : (
                renderRow(row.change, index === current)
              )}
            </div>
          );
        })}
        <div style={{ height: virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top) }} />
      </div>
    </div>
  );
}

/** Rows of the list: changes, and an expand button for each folded hunk. */
function rowsOf<Change extends { kind: string }>(
  changes: readonly Change[],
  unfolded: ReadonlySet<number>,
): Row<Change>[] {
  const rows: Row<Change>[] = [];
  let inChange = false;
  foldUnchanged(changes).forEach(({ folded, lines }, hunkIndex) => {
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

interface SourceDifferenceProps extends PageSides {
  sideBySide: boolean;
}

export function SourceDifference({ sideBySide, ...sides }: SourceDifferenceProps) {
  const { data } = useSuspenseQuery(linesCompared(sides));
  return (
    <div className="difference">
      <DifferenceList
        changes={data.lines}
        noun="line"
        rowHeight={20}
        renderRow={(line, isCurrent) =>
          sideBySide ? (
            <LinePair line={line} isCurrent={isCurrent} />
          ) : (
            <Line line={line} isCurrent={isCurrent} />
          )
        }
      />
    </div>
  );
}

interface LineProps {
  line: LineChange;
  isCurrent: boolean;
}

const signs: Record<LineChange['kind'], [sign: string, word: string]> = {
  same: [' ', ''],
  added: ['+', 'Added: '],
  removed: ['−', 'Removed: '],
  edited: ['~', 'Edited: '],
};

function Line({ line, isCurrent }: LineProps) {
  const [sign, label] = signs[line.kind];
  return (
    <div
      data-kind={line.kind}
      data-current={isCurrent || undefined}
      className="difference-row difference-lines grid grid-cols-[2.75rem_2.75rem_1.25rem_minmax(0,1fr)] gap-1 pr-2"
    >
      <LineNumber value={line.baseLine} />
      <LineNumber value={line.nextLine} />
      <span aria-hidden="true" className="text-center font-semibold">
        {sign}
      </span>
      <div className="difference-line">
        {label && <span className="sr-only">{label}</span>}
        {line.words ? <Words runs={line.words} /> : line.text || ' '}
      </div>
    </div>
  );
}

function LinePair({ line, isCurrent }: LineProps) {
  const { kind, words, text, baseText } = line;
  const baseLine = kind === 'added' ? undefined : (baseText ?? text);
  const nextLine = kind === 'removed' ? undefined : text;
  const [sign, label] = signs[kind];
  const cell = (value: string | undefined, without: 'added' | 'removed') => (
    <div className="difference-line">
      {words ? <Words runs={words.filter((run) => run.kind !== without)} /> : (value ?? '') || ' '}
    </div>
  );
  return (
    <div
      data-kind={kind}
      data-current={isCurrent || undefined}
      className="difference-row difference-lines grid grid-cols-[2.75rem_minmax(0,1fr)_1.25rem_2.75rem_minmax(0,1fr)] gap-1 pr-2"
    >
      <LineNumber value={line.baseLine} />
      {cell(baseLine, 'added')}
      <span className="text-center font-semibold">
        <span aria-hidden="true">{sign}</span>
        {label && <span className="sr-only">{label}</span>}
      </span>
      <LineNumber value={line.nextLine} />
      {cell(nextLine, 'removed')}
    </div>
  );
}

function LineNumber({ value }: { value: number | undefined }) {
  return <span className="text-end text-ink-soft tabular-nums select-none">{value}</span>;
}

/** Word runs; those of one side are marked. */
export function Words({ runs }: { runs: readonly WordRun[] }) {
  return runs.map(({ kind, text }, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- a text that is only read; nothing moves in it
    if (kind === 'added') return <ins key={index}>{text}</ins>;
    // oxlint-disable-next-line react/no-array-index-key -- runs have no other name than their place
    return kind === 'removed' ? <del key={index}>{text}</del> : <span key={index}>{text}</span>;
  });
}
