import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { exactTime } from '#src/lib/times.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { countOutcomes } from './run-batch.ts';
import type { BulkRun } from './use-bulk-run.ts';

/** Progress of a run, and any rate limit. */
export function RunProgress({ run, label }: { run: BulkRun<never>; label: string }) {
  const { total, done, failed } = run.progress;
  return (
    <div className="space-y-2">
      <Progress label={label} value={done + failed} max={total} />
      <p role="status" className="text-ink-soft tabular-nums">
        {formatNumber(done + failed)} of {formatNumber(total)}
        {failed > 0 && `, ${formatNumber(failed)} failed`}
      </p>
      {run.waitingUntil !== null && (
        <Callout tone="warning">
          Too many requests. Continues at {exactTime(new Date(run.waitingUntil))}.
        </Callout>
      )}
    </div>
  );
}

/** The result of a run in one notice. */
export function RunResult({ run, noun, nouns }: { run: BulkRun<never>; noun: string; nouns?: string }) {
  const { done, failed, notBegun } = countOutcomes([...run.outcomes.values()]);
  const left = [
    failed > 0 && `${formatNumber(failed)} failed`,
    notBegun > 0 && `${formatNumber(notBegun)} not started`,
  ].filter((part) => part !== false);
  return (
    <Callout
      tone={left.length === 0 ? 'success' : 'warning'}
      title={`${formatCount(done, noun, nouns)} done`}
      urgent
    >
      {left.length > 0 && `${left.join(', ')}. Completed changes are kept.`}
    </Callout>
  );
}
