import { formatNumber } from '#src/lib/counts.ts';
import { Callout } from '#src/ui/callout.tsx';
import type { DifferenceLine, TextDifference } from './text-difference.ts';

const maxLines = 1500;

const lineStyles = {
  same: { sign: ' ', style: '' },
  added: { sign: '+', style: 'bg-success-soft text-success-ink' },
  removed: { sign: '−', style: 'bg-danger-soft text-danger-ink' },
};

/** Line diff of two documents as JSON, with three lines of context. */
export function TextChanges({ difference }: { difference: TextDifference | null }) {
  if (!difference)
    return (
      <Callout tone="warning">
        The documents differ too much to compare line by line. Download both to compare them locally.
      </Callout>
    );
  const { hunks, added, removed } = difference;
  if (hunks.length === 0) return <Callout tone="success">The documents are identical.</Callout>;
  const shown = firstLines(hunks);
  const rest =
    hunks.reduce((sum, hunk) => sum + hunk.length, 0) - shown.reduce((sum, hunk) => sum + hunk.length, 0);
  return (
    <div>
      <p className="mb-2 text-ink-soft tabular-nums">
        {formatNumber(added)} lines added, {formatNumber(removed)} removed
      </p>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label="Changed lines"
        className="max-h-[75dvh] overflow-auto rounded-lg border border-line font-mono text-xs"
      >
        {shown.map((hunk) => (
          <pre
            key={`${hunk[0]?.before} ${hunk[0]?.after}`}
            className="w-max min-w-full border-b border-line last:border-0"
          >
            {hunk.map((line) => (
              <Line key={`${line.before} ${line.after}`} line={line} />
            ))}
          </pre>
        ))}
      </div>
      {rest > 0 && <p className="mt-2 text-ink-soft">{formatNumber(rest)} more lines are not shown.</p>}
    </div>
  );
}

function Line({ line: { kind, text, before, after } }: { line: DifferenceLine }) {
  const { sign, style } = lineStyles[kind];
  const number = String(after ?? before).padStart(6);
  return <div className={`px-2 ${style}`}>{`${number} ${sign} ${text}`}</div>;
}

function firstLines(hunks: TextDifference['hunks']): TextDifference['hunks'] {
  let left = maxLines;
  return hunks.flatMap((hunk) => {
    const lines = hunk.slice(0, Math.max(0, left));
    left -= lines.length;
    return lines.length > 0 ? [lines] : [];
  });
}
