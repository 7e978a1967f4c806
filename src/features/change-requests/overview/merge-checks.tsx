import { ChevronDown, CircleCheck, CircleDashed, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import type { Check, CheckSubject } from '../checks.ts';
import { mergeStateOf } from '../readiness.ts';

const levels = {
  passed: { Icon: CircleCheck, color: 'text-success-ink', label: 'Passed' },
  warning: { Icon: TriangleAlert, color: 'text-warning-ink', label: 'Warning' },
  blocking: { Icon: OctagonAlert, color: 'text-danger-ink', label: 'Blocking' },
  checking: { Icon: CircleDashed, color: 'text-ink-soft', label: 'Checking' },
};

const levelOfState = {
  ready: 'passed',
  warned: 'warning',
  blocked: 'blocking',
  checking: 'checking',
} as const;

interface MergeChecksProps {
  checks: readonly Check[];
  isLoading: boolean;
  /** The control that resolves a check. */
  controls: Partial<Record<CheckSubject, ReactNode>>;
}

const summarize = (checks: readonly Check[]) =>
  `${formatNumber(checks.filter(({ level }) => level === 'passed').length)} of ${formatNumber(checks.length)} checks passed`;

/** Whether a change request is ready to merge: one line per check, with what to do. */
export function MergeChecks({ checks, isLoading, controls }: MergeChecksProps) {
  return (
    <section aria-label="Merge checks" className="rounded-lg border border-line">
      <h2 className="flex justify-between border-b border-line px-4 py-2.5 font-medium">
        Merge checks
        {!isLoading && <span className="font-normal text-ink-soft tabular-nums">{summarize(checks)}</span>}
      </h2>
      {isLoading ? (
        <div className="px-4">
          <SkeletonRows rows={checks.length} label="Checking" />
        </div>
      ) : (
        <CheckRows checks={checks} controls={controls} />
      )}
    </section>
  );
}

/** The same in one line that names the problems; it unfolds to all checks. */
export function MergeChecksLine({ checks, controls }: MergeChecksProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { state, problems } = mergeStateOf(checks);
  const { Icon, color, label } = levels[levelOfState[state]];
  return (
    <section aria-label="Merge checks" className="rounded-lg border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-lg px-4 text-start -outline-offset-2 hover:bg-hover"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
        <span className="sr-only">{label}: </span>
        <span className="shrink-0 font-medium tabular-nums">
          {state === 'checking' ? 'Checking…' : summarize(checks)}
        </span>
        <span className="min-w-0 flex-1 truncate text-ink-soft">
          {problems.map(({ summary }) => summary).join(' · ')}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-4 shrink-0 text-ink-soft ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className="border-t border-line">
        {isOpen && <CheckRows checks={checks} controls={controls} />}
      </div>
    </section>
  );
}

function CheckRows({ checks, controls }: Pick<MergeChecksProps, 'checks' | 'controls'>) {
  return (
    <ul className="divide-y divide-line">
      {checks.map((check) => (
        <CheckRow key={check.rule ?? check.subject} check={check} control={controls[check.subject]} />
      ))}
    </ul>
  );
}

function CheckRow({ check: { level, summary, hint }, control }: { check: Check; control: ReactNode }) {
  const { Icon, color, label } = levels[level];
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
      <span className="sr-only">{label}: </span>
      <span className="min-w-0 flex-1 basis-36">
        <bdi>{summary}</bdi>
        {level === 'checking' && <Skeleton className="mt-1 w-24" />}
        {hint && <span className="block text-xs text-ink-soft">{hint}</span>}
      </span>
      {level !== 'passed' && level !== 'checking' && control}
    </li>
  );
}
