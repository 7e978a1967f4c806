import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { confirm } from '#src/components/confirm/confirm.ts';
import { type Outcome, runBatch } from './run-batch.ts';
import type { PlannedStep } from './planned-step.ts';

export interface Progress {
  total: number;
  done: number;
  failed: number;
}

export interface BulkRun<Item> {
  phase: 'idle' | 'running' | 'over';
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
  onOver: (done: PlannedStep<Item>[]) => void,
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
      results[index] ?? { status: 'not-begun' },
    ]);
    setOutcomes((before) => new Map([...before, ...pairs]));
    setWaitsUntil(null);
    setPhase('over');
    onOver(steps.filter((_, index) => results[index]?.status === 'done'));
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
  const agreed = await confirm({
    title: 'Stop this operation?',
    body: 'Completed changes are kept. The rest won’t start.',
    confirmLabel: 'Stop and leave',
    cancelLabel: 'Stay',
    tone: 'danger',
  });
  if (agreed) stop();
  return agreed;
}
