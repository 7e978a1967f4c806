import { useQueries } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { DifferenceLine, spokenSignOf, Words } from '#src/domain/document/difference-line.tsx';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { foldUnchanged, type LineChange } from '#src/lib/compare/compare-lines.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { differencesOf } from '../differences/differences.ts';
import { compareCells, isDelimiter, linesTouched, partTables } from './table-rows.ts';

interface ConflictLinesProps {
  title: string;
  /** The Markdown of this version. */
  markdown: string;
  /** The Markdown of the common base, of which the changes are marked; absent where there is none. */
  base: string | undefined;
  /** Of the base itself: the versions made from it, whose changes are kept in sight. */
  versions?: readonly string[] | undefined;
}

/** The text of one version in conflict: changed words are marked, tables drawn, unchanged lines folded. */
export function ConflictLines({ title, markdown, base, versions }: ConflictLinesProps) {
  const { show } = useContext(LinkPathsContext);
  const text = useMemo(() => show(markdown), [show, markdown]);
  const baseText = useMemo(() => (base === undefined ? text : show(base)), [show, base, text]);
  const { changes, isError } = useQueries({
    queries: (versions ?? [markdown]).map((version) => {
      const next = show(version);
      const request = { view: 'source', base: baseText, next } as const;
      return differencesOf(['conflict', baseText, next], request);
    }),
    combine: (results) => ({
      changes: results.flatMap(({ data }) => (data ? [data.lines] : [])),
      isError: results.some(({ isError }) => isError),
    }),
  });
  const isBase = versions !== undefined;
  const lines = useMemo(
    () => (isBase ? linesOf(text) : (changes[0] ?? linesOf(text))),
    [isBase, changes, text],
  );
  const isCompared = changes.length === (versions?.length ?? 1);
  const hunks = useMemo(() => {
    if (base === undefined || !isCompared) return [{ folded: false, lines }];
    const touched = isBase ? linesTouched(changes) : null;
    return foldUnchanged(lines, ({ baseLine }) => touched !== null && touched.has(baseLine ?? 0));
  }, [base, isCompared, isBase, changes, lines]);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
      tabIndex={0}
      role="group"
      aria-label="Text"
      data-ring=""
      className="difference conflict-text overflow-auto p-3 -outline-offset-2"
    >
      <p dir="auto" className="mb-2 font-semibold">
        {title}
      </p>
      {isError && <p className="mb-2 text-xs text-ink-soft">Couldn’t compare the versions.</p>}
      {hunks.map((hunk, at) =>
        hunk.folded ? (
          // oxlint-disable-next-line react/no-array-index-key -- ranges have no id
          <p key={at} className="my-1 text-xs text-ink-soft">
            {`⋯ ${formatCount(hunk.lines.length, 'unchanged line')}`}
          </p>
        ) : (
          partTables(hunk.lines).map(({ isTable, lines }, index) => {
            const Run = isTable ? TableLines : TextLines;
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place, either
            return <Run key={`${at}.${index}`} lines={lines} />;
          })
        ),
      )}
    </div>
  );
}

const linesOf = (text: string): LineChange[] =>
  text.split('\n').map((text, index): LineChange => ({ kind: 'same', text, baseLine: index + 1 }));

function TextLines({ lines }: { lines: readonly LineChange[] }) {
  return lines.map((line, index) => (
    <div
      // oxlint-disable-next-line react/no-array-index-key -- see above
      key={index}
      data-kind={line.kind}
      dir="auto"
      className="difference-row difference-lines grid grid-cols-[1.25rem_minmax(0,1fr)] gap-1"
    >
      <DifferenceLine line={line} />
    </div>
  ));
}

/** Rows of a table; where the unchanged head is folded, they stand without it. */
function TableLines({ lines }: { lines: readonly LineChange[] }) {
  const at = lines.findIndex(({ text }) => isDelimiter(text));
  const rows = lines.filter(({ text }) => !isDelimiter(text));
  return (
    <table className="conflict-table my-2 w-full text-xs">
      <tbody>
        {rows.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <TableRow key={index} line={line} isHead={index === at - 1} />
        ))}
      </tbody>
    </table>
  );
}

function TableRow({ line, isHead }: { line: LineChange; isHead: boolean }) {
  const Cell = isHead ? 'th' : 'td';
  const cells = useMemo(() => compareCells(line), [line]);
  const spoken = spokenSignOf(line);
  return (
    <tr data-kind={line.kind} className="difference-row">
      {cells.map((runs, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- a cell is its column
        <Cell key={column} dir="auto" scope={isHead ? 'col' : undefined}>
          {column === 0 && spoken && <span className="sr-only">{spoken}</span>}
          <Words runs={runs} />
        </Cell>
      ))}
    </tr>
  );
}
