import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useState, useRef } from 'react';
import { confirm } from '#src/components/confirm/confirm.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { downloadText, datedFileName } from '#src/lib/text/download.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { isActionable, formatPlanCsv, type PlannedStep, type Outcome, runBatch } from './batch.ts';
import { PlanView, RunResult, RunProgress } from './plan-view.tsx';

interface Progress {
  total: number;
  done: number;
  failed: number;
}

export interface BulkRun<Item> {
  phase: 'idle' | 'running' | 'finished';
  progress: Progress;
  /** End of a rate limit; null if there is none. */
  waitingUntil: number | null;
  /** Outcomes by step id; complete when the run is finished. */
  outcomes: ReadonlyMap<string, Outcome>;
  start: (steps: readonly PlannedStep<Item>[]) => Promise<void>;
  cancel: () => void;
}

const noProgress: Progress = { total: 0, done: 0, failed: 0 };

/** Executes the steps of a plan. Asks before leaving the page. Starting again adds to the outcomes. */
export function useBulkRun<Item>(
  act: (item: Item) => Promise<unknown>,
  onFinished: (done: PlannedStep<Item>[]) => void,
): BulkRun<Item> {
  const [phase, setPhase] = useState<BulkRun<Item>['phase']>('idle');
  const [progress, setProgress] = useState(noProgress);
  const [waitsUntil, setWaitsUntil] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const abortController = useRef<AbortController>(null);

  useBlocker({
    shouldBlockFn: async () =>
      phase === 'running' && !(await confirmStop(() => abortController.current?.abort())),
    enableBeforeUnload: () => phase === 'running',
  });

  const start: BulkRun<Item>['start'] = async (steps) => {
    const controller = new AbortController();
    abortController.current = controller;
    setPhase('running');
    setProgress({ ...noProgress, total: steps.length });
    const results = await runBatch(
      steps.map(({ item }) => item),
      act,
      {
        signal: controller.signal,
        onWait: setWaitsUntil,
        onOutcome: (_, { status }) =>
          setProgress(({ total, done, failed }) => ({
            total,
            done: done + (status === 'done' ? 1 : 0),
            failed: failed + (status === 'failed' ? 1 : 0),
          })),
      },
    );
    const pairs = steps.map(({ id }, index): [string, Outcome] => [
      id,
      results[index] ?? { status: 'not-started' },
    ]);
    setOutcomes((before) => new Map([...before, ...pairs]));
    setWaitsUntil(null);
    setPhase('finished');
    onFinished(steps.filter((_, index) => results[index]?.status === 'done'));
  };

  return {
    phase,
    progress,
    waitingUntil: waitsUntil,
    outcomes,
    start,
    cancel: () => abortController.current?.abort(),
  };
}

async function confirmStop(stop: () => void): Promise<boolean> {
  const confirmed = await confirm({
    title: 'Stop this operation?',
    body: 'Completed changes are kept. The rest won’t start.',
    confirmLabel: 'Stop and leave',
    cancelLabel: 'Stay',
    tone: 'danger',
  });
  if (confirmed) stop();
  return confirmed;
}

export interface BulkDialogProps<Item> {
  title: string;
  description?: string;
  noun: string;
  nouns?: string;
  /** Verb of the submit button, followed by the count: "Change role of". */
  verb: string;
  tone?: 'primary' | 'danger';
  /** Key of the plan; another key creates another plan. */
  planKey: readonly unknown[];
  /** Creates the plan. Reports how many items it has checked. */
  createPlan: (
    signal: AbortSignal,
    onProgress: (known: number, total?: number) => void,
  ) => Promise<PlannedStep<Item>[]>;
  execute: (item: Item) => Promise<unknown>;
  /** Called after a run with the completed steps. */
  onFinished: (done: PlannedStep<Item>[]) => void;
  onClose: () => void;
  /** Why the plan can't be executed yet. */
  disabledReason?: string | false;
  /** Fields shown before the run, such as the role. */
  children?: ReactNode;
}

/** A bulk change: plan, progress, results. */
// oxlint-disable-next-line max-lines-per-function -- one dialog: its buttons and content in each phase of a run
export function BulkDialog<Item>(props: BulkDialogProps<Item>) {
  const {
    title,
    description,
    noun,
    nouns,
    verb,
    tone = 'primary',
    execute,
    onFinished,
    onClose,
    children,
  } = props;
  const run = useBulkRun<Item>(execute, onFinished);
  const { plan, error, refetch, checkedCount } = usePlan(props, run.phase === 'idle');
  const remainingSteps = (plan ?? []).filter(
    (step) => isActionable(step) && run.outcomes.get(step.id)?.status !== 'done',
  );

  const close = () => {
    if (run.phase !== 'running') onClose();
  };

  return (
    <Dialog
      title={title}
      description={description}
      size="large"
      initialFocus="select, input, [data-bulk]"
      onClose={close}
      footer={
        <>
          {plan && plan.length > 0 && run.phase !== 'running' && (
            <DownloadButton title={title} plan={plan} run={run} />
          )}
          {run.phase === 'running' ? (
            <Button onClick={run.cancel}>Stop</Button>
          ) : (
            <Button data-bulk="" onClick={close}>
              {run.phase === 'finished' ? 'Close' : 'Cancel'}
            </Button>
          )}
          {(run.phase !== 'finished' || remainingSteps.length > 0) && (
            <Button
              tone={tone}
              pending={run.phase === 'running'}
              disabledReason={
                (remainingSteps.length === 0 && 'Nothing to change.') || (props.disabledReason ?? false)
              }
              onClick={() => void run.start(remainingSteps)}
            >
              {run.phase === 'finished'
                ? `Retry remaining ${formatNumber(remainingSteps.length)}`
                : submitLabel(verb, remainingSteps.length)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {run.phase === 'idle' && children}
        {run.phase === 'running' && <RunProgress run={run} label={title} />}
        {run.phase === 'finished' && <RunResult run={run} noun={noun} {...(nouns ? { nouns } : {})} />}
        {error && <FetchFailure error={error} onRetry={refetch} urgent />}
        {plan && plan.length > 0 && run.phase !== 'running' && (
          <PlanView plan={plan} outcomes={run.outcomes} />
        )}
        {!plan && !error && (
          <>
            {checkedCount && <p className="text-ink-soft tabular-nums">Checked {checkedCount}</p>}
            <SkeletonRows rows={4} label="Checking changes…" />
          </>
        )}
      </div>
    </Dialog>
  );
}

const submitLabel = (verb: string, count: number) =>
  count === 0 ? verb.replace(/ (of|for)$/, '') : `${verb} ${formatNumber(count)}`;

/** The plan, and how many items were checked while it is made. */
function usePlan<Item>({ title, planKey, createPlan }: BulkDialogProps<Item>, enabled: boolean) {
  const [checkedCount, setCheckedCount] = useState('');
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    queryKey: ['bulk-plan', title, ...planKey],
    queryFn: ({ signal }) =>
      createPlan(signal, (count, total) =>
        setCheckedCount(
          total === undefined ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(total)}`,
        ),
      ),
    // A plan reflects the current state; it neither outlives the dialog nor changes while it is shown.
    gcTime: 0,
    staleTime: Infinity,
    enabled,
  });
  return { plan, error, refetch, checkedCount };
}

interface DownloadButtonProps<Item> {
  title: string;
  plan: readonly PlannedStep<Item>[];
  run: BulkRun<Item>;
}

function DownloadButton<Item>({ title, plan, run }: DownloadButtonProps<Item>) {
  return (
    <Button
      tone="quiet"
      icon={<Download />}
      className="-ml-3 mr-auto"
      onClick={() => downloadText(datedFileName(title, 'csv'), formatPlanCsv(plan, run.outcomes))}
    >
      {run.phase === 'finished' ? 'Download results' : 'Download plan'}
    </Button>
  );
}
