import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConflictSide } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import { type LineChange, foldUnchanged } from '../differences/compare-lines.ts';
import { differencesOf } from '../differences/differences.ts';
import { fieldNames, formatField } from './field-labels.ts';
import type { ConflictField } from './resolution.ts';

interface ConflictSideViewProps {
  /** "In the space now". */
  heading: string;
  side: ConflictSide | undefined;
  /** The common base; absent when this side is the base. */
  base?: ConflictSide | undefined;
  /** Other fields in conflict, shown above the text. */
  fields: readonly ConflictField[];
  /** The button that selects this version. */
  action?: ReactNode;
}

/** One version of a page in conflict, with its differences from the base. */
export function ConflictSideView({ heading, side, base, fields, action }: ConflictSideViewProps) {
  return (
    <section aria-label={heading} className="flex min-w-0 flex-col rounded-lg border border-line">
      <header className="flex min-h-11 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-3">
        <h3 className="font-medium">{heading}</h3>
        {action}
      </header>
      {side && fields.length > 0 && (
        <dl className="border-b border-line p-3">
          {fields.map((fact) => (
            <div key={fact} className="flex gap-2">
              <dt className="shrink-0 text-ink-soft">{fieldNames[fact]}</dt>
              <dd dir="auto" className="min-w-0 wrap-anywhere">
                {formatField(side, fact)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {side ? <Lines side={side} base={base} /> : <p className="p-3 text-ink-soft">Page deleted.</p>}
    </section>
  );
}

function Lines({ side, base }: { side: ConflictSide; base: ConflictSide | undefined }) {
  const baseText = base?.markdown ?? side.markdown;
  const request = { view: 'source', base: baseText, next: side.markdown } as const;
  const { data, isError } = useQuery({
    ...differencesOf(['conflict', baseText, side.markdown], request),
    enabled: baseText !== side.markdown,
  });
  const lines: LineChange[] =
    data?.lines ?? side.markdown.split('\n').map((text): LineChange => ({ kind: 'same', text }));
  const hunks = base && data ? foldUnchanged(lines) : [{ folded: false, lines }];
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
      tabIndex={0}
      role="group"
      aria-label="Text"
      data-ring=""
      className="max-h-96 overflow-auto p-3 -outline-offset-2"
    >
      <p dir="auto" className="mb-2 font-semibold">
        {side.title}
      </p>
      {isError && <p className="mb-2 text-xs text-ink-soft">Couldn’t compare the versions.</p>}
      <div className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {hunks.map((stretch, at) =>
          stretch.folded ? (
            // oxlint-disable-next-line react/no-array-index-key -- stretches have no other name than their place
            <p key={at} className="my-1 text-ink-soft">
              {`⋯ ${formatCount(stretch.lines.length, 'unchanged line')}`}
            </p>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place, either
            stretch.lines.map((line, index) => <Line key={`${at}.${index}`} line={line} />)
          ),
        )}
      </div>
    </div>
  );
}

const lineMarks: Record<LineChange['kind'], { sign: string; style: string; word: string }> = {
  same: { sign: ' ', style: '', word: '' },
  added: { sign: '+', style: 'bg-success-soft', word: 'Added: ' },
  edited: { sign: '±', style: 'bg-warning-soft', word: 'Edited: ' },
  removed: { sign: '−', style: 'bg-danger-soft line-through', word: 'Removed: ' },
};

function Line({ line: { kind, text } }: { line: LineChange }) {
  const { sign, style, word } = lineMarks[kind];
  return (
    <div className={`flex gap-2 ${style}`}>
      <span aria-hidden="true" className="w-3 shrink-0 text-ink-soft select-none">
        {sign}
      </span>
      <span dir="auto" className="min-w-0 flex-1">
        {word && <span className="sr-only">{word}</span>}
        {text || '\u00a0'}
      </span>
    </div>
  );
}
