import { useMemo } from 'react';
import { DifferenceLine } from '#src/domain/document/difference-line.tsx';
import { compareLines, foldUnchanged } from '#src/lib/compare/compare-lines.ts';
import { formatCount } from '#src/lib/text/format.ts';

/** Longer texts would block the screen while they are compared. */
const maxLength = 200_000;
const maxLines = 400;

/** The lines that differ, those near them, and how many are not shown. */
export function TextDifference({ before = '', after = '' }: { before?: string; after?: string }) {
  const isLong = before.length + after.length > maxLength;
  const lines = useMemo(() => (isLong ? [] : compareLines(before, after)), [isLong, before, after]);
  if (isLong)
    return (
      <p className="text-ink-soft">This text is too long to compare it here. Its import is not affected.</p>
    );
  if (lines.every(({ kind }) => kind === 'same'))
    return (
      <p className="text-ink-soft">The text stays; what changes is beside it, such as its title or place.</p>
    );
  const hunks = foldUnchanged(lines.slice(0, maxLines));
  return (
    <div className="difference mt-2 rounded-lg border border-line py-1">
      {hunks.map(({ folded, lines: inHunk }, index) =>
        folded ? (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place
          <p key={index} className="px-3 py-1 text-xs text-ink-soft">
            {formatCount(inHunk.length, 'line')} unchanged
          </p>
        ) : (
          inHunk.map((line) => (
            <div
              key={`${line.baseLine} ${line.nextLine}`}
              data-kind={line.kind}
              className="difference-row difference-lines grid grid-cols-[1.25rem_minmax(0,1fr)] gap-1 pr-2"
            >
              <DifferenceLine line={line} />
            </div>
          ))
        ),
      )}
      {lines.length > maxLines && (
        <p className="px-3 py-1 text-xs text-ink-soft">
          {formatCount(lines.length - maxLines, 'more line')} not shown
        </p>
      )}
    </div>
  );
}
