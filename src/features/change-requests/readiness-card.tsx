import { CircleCheck, CircleDashed, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { Check, CheckSubject } from './readiness.ts';

const levels = {
  good: { Icon: CircleCheck, ink: 'text-success-ink', word: 'Passed' },
  care: { Icon: TriangleAlert, ink: 'text-warning-ink', word: 'Warning' },
  stop: { Icon: OctagonAlert, ink: 'text-danger-ink', word: 'Blocking' },
  unknown: { Icon: CircleDashed, ink: 'text-ink-soft', word: 'Checking' },
};

interface ReadinessCardProps {
  checks: readonly Check[];
  /** The control that resolves a check. */
  controls: Partial<Record<CheckSubject, ReactNode>>;
}

/** Whether a change request is ready to merge: one line per check, with what to do. */
export function ReadinessCard({ checks, controls }: ReadinessCardProps) {
  return (
    <section aria-label="Merge checks" className="rounded-lg border border-line">
      <h2 className="border-b border-line px-4 py-2.5 font-medium">Merge checks</h2>
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check.subject} check={check} control={controls[check.subject]} />
        ))}
      </ul>
    </section>
  );
}

function CheckRow({ check: { level, summary, hint }, control }: { check: Check; control: ReactNode }) {
  const { Icon, ink, word } = levels[level];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${ink}`} />
      <span className="sr-only">{word}: </span>
      <span className="min-w-0 flex-1 basis-36">
        <bdi>{summary}</bdi>
        {level === 'unknown' && <Skeleton className="mt-1 w-24" />}
        {hint && <span className="block text-xs text-ink-soft">{hint}</span>}
      </span>
      {level !== 'good' && level !== 'unknown' && control}
    </li>
  );
}
