import type { StructureTextPlan } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

interface TextPlanProps {
  /** Undefined while the text is as it was. */
  plan: StructureTextPlan | undefined;
  error: Error | null;
  /** Whether the text has changed since. */
  isStale: boolean;
  onLine: (line: number) => void;
  onOverwrite: () => void;
}

/** What a text would change, in words, or what is wrong with it, by line. */
export function TextPlan({ plan, error, isStale, onLine, onOverwrite }: TextPlanProps) {
  if (error) {
    const isOverwriting = error instanceof ApiError && error.status === 409;
    return (
      <Callout tone="warning" title={errorMessage(error)}>
        {isOverwriting && (
          <Button size="small" onClick={onOverwrite}>
            Plan for the structure as it is now
          </Button>
        )}
      </Callout>
    );
  }
  if (!plan) return <p className="text-ink-soft">Change the text to see here what it changes.</p>;
  const { problems, changes } = plan;
  return (
    <section
      aria-label="Plan"
      aria-live="polite"
      aria-busy={isStale}
      className={classNames('flex flex-col gap-2', isStale && 'opacity-60')}
    >
      {problems.length > 0 ? (
        <>
          <h3 className="font-medium text-danger-ink">
            {formatCount(problems.length, 'problem')} of the text
          </h3>
          <ul aria-label="Problems" className="flex max-h-48 flex-col gap-1 overflow-y-auto">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`} className="flex items-baseline gap-2">
                <Button
                  size="small"
                  tone="quiet"
                  aria-label={`Go to line ${line}`}
                  onClick={() => onLine(line)}
                >
                  Line {line}
                </Button>
                <span className="min-w-0 flex-1 wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : changes.length === 0 ? (
        <p>The text describes the structure as it is.</p>
      ) : (
        <>
          <h3 className="font-medium">{formatCount(changes.length, 'change')} for the draft</h3>
          <ol aria-label="Planned changes" className="max-h-48 list-decimal overflow-y-auto pl-6">
            {changes.map((change, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a plan is replaced as a whole
              <li key={index} className="wrap-anywhere">
                {change}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
