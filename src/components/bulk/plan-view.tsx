import { CircleCheck, CircleMinus, CirclePlus, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { countOf, formatNumber } from '#src/lib/counts.ts';
import type { Outcome } from './paced-run.ts';
import { countVerdicts, type PlannedStep, type Verdict } from './planned-step.ts';

/** How many lines are in the document; the rest is in the file. */
const most = 200;

interface Look {
  Icon: LucideIcon;
  ink: string;
  said: string;
  /** The same once it was tried. */
  saidAfter: string;
}

const looks: Record<Verdict, Look> = {
  create: { Icon: CirclePlus, ink: 'text-success-ink', said: 'new', saidAfter: 'new' },
  change: { Icon: CircleCheck, ink: 'text-success-ink', said: 'to change', saidAfter: 'changes' },
  skip: {
    Icon: CircleMinus,
    ink: 'text-ink-soft',
    said: 'unchanged',
    saidAfter: 'unchanged',
  },
  refuse: { Icon: CircleX, ink: 'text-danger-ink', said: 'blocked', saidAfter: 'blocked' },
};

const verdicts: readonly Verdict[] = ['create', 'change', 'skip', 'refuse'];

interface PlanViewProps {
  plan: readonly PlannedStep<unknown>[];
  /** What became of the steps; empty before the run. */
  outcomes: ReadonlyMap<string, Outcome>;
}

/** What would happen, or has happened, to each: counted by verdict, and line by line. */
export function PlanView({ plan, outcomes }: PlanViewProps) {
  const [only, setOnly] = useState<Verdict | null>(null);
  const counts = countVerdicts(plan);
  const shown = only === null || counts[only] === 0 ? plan : plan.filter(({ verdict }) => verdict === only);
  return (
    <div>
      <div role="group" aria-label="Filter by action" className="mb-2 flex flex-wrap gap-1.5">
        {verdicts
          .filter((verdict) => counts[verdict] > 0)
          .map((verdict) => (
            <button
              key={verdict}
              type="button"
              aria-pressed={only === verdict}
              className="button button-neutral h-7 px-2 text-xs aria-pressed:bg-pressed"
              onClick={() => setOnly(only === verdict ? null : verdict)}
            >
              <Mark verdict={verdict} />
              <span className="font-medium tabular-nums">{formatNumber(counts[verdict])}</span>{' '}
              {outcomes.size === 0 ? looks[verdict].said : looks[verdict].saidAfter}
            </button>
          ))}
      </div>
      <ul
        aria-label="Plan"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {shown.slice(0, most).map((step) => (
          <Line key={step.id} step={step} outcome={outcomes.get(step.id)} />
        ))}
        {shown.length > most && (
          <li className="px-3 py-2 text-ink-soft">{countOf(shown.length - most, 'more row')} in the file.</li>
        )}
      </ul>
    </div>
  );
}

function Mark({ verdict }: { verdict: Verdict }) {
  const { Icon, ink } = looks[verdict];
  return <Icon aria-hidden="true" className={`size-4 shrink-0 ${ink}`} />;
}

function Line({ step, outcome }: { step: PlannedStep<unknown>; outcome: Outcome | undefined }) {
  const failure = outcome?.status === 'failed' ? outcome : undefined;
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <span className="mt-0.5">
        <Mark verdict={failure ? 'refuse' : step.verdict} />
      </span>
      <div className="min-w-0 flex-1 sm:flex sm:gap-3">
        <p className="min-w-0 flex-1 truncate">
          <bdi className="font-medium">{step.name}</bdi>
          {step.detail && (
            <bdi dir="ltr" className="ml-2 text-ink-soft">
              {step.detail}
            </bdi>
          )}
        </p>
        <div className="min-w-0 text-ink-soft wrap-anywhere sm:max-w-[60%] sm:text-right">
          {step.says}
          {step.warning && !outcome && (
            <Remark Icon={TriangleAlert} ink="text-warning-ink">
              {step.warning}
            </Remark>
          )}
          {failure && <span className="block text-xs text-danger-ink">{failure.message}</span>}
          {outcome?.status === 'not-begun' && <span className="block text-xs">Not started</span>}
        </div>
      </div>
    </li>
  );
}

function Remark({ Icon, ink, children }: { Icon: LucideIcon; ink: string; children: ReactNode }) {
  return (
    <span className={`flex items-start gap-1 text-xs sm:justify-end ${ink}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
      {children}
    </span>
  );
}
