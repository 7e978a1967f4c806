import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { parseCsv } from '#src/lib/testing/parse-csv.ts';
import {
  type Outcome,
  runBatch,
  countOutcomes,
  countActions,
  isActionable,
  formatPlanCsv,
  type PlannedStep,
} from './batch.ts';

const step = (id: string, action: PlannedStep<null>['action'], name = id): PlannedStep<null> => ({
  id,
  item: null,
  name,
  detail: `${id}@x.org`,
  action,
  description: 'Reader → Editor',
});

it('counts the actions of a plan', () => {
  const plan = [step('a', 'change'), step('b', 'skip'), step('c', 'create'), step('d', 'block')];
  expect(countActions(plan)).toEqual({ create: 1, change: 1, skip: 1, block: 1 });
  expect(plan.filter(isActionable).map(({ id }) => id)).toEqual(['a', 'c']);
});

it('lists the outcome of each step and escapes formulas', () => {
  const plan = [step('a', 'change', '=EVIL()'), step('b', 'change'), step('c', 'skip'), step('d', 'change')];
  const csv = formatPlanCsv(
    plan,
    new Map([
      ['a', { status: 'done' }],
      ['b', { status: 'failed', message: 'No.', requestId: 'r1' }],
      ['d', { status: 'not-started' }],
    ]),
  );
  expect(csv).toContain("'=EVIL()");
  expect(parseCsv(csv).map(([name, , result, , note, request]) => [name, result, note, request])).toEqual([
    ['name', 'result', 'note', 'request id'],
    ['=EVIL()', 'done', '', ''],
    ['b', 'failed', 'No.', 'r1'],
    ['c', 'skipped', '', ''],
    ['d', 'not started', '', ''],
  ]);
});

const errorOf = (status: number, retryAfter: number | null = null) =>
  new ApiError({
    status,
    message: `Refused with ${status}.`,
    operation: 'PATCH /x',
    requestId: 'r1',
    retryAfter,
  });

const never = new AbortController().signal;
const trackConcurrency = (limit: number) => {
  let running = 0;
  let maxRunning = 0;
  return {
    maxRunning: () => maxRunning,
    async act() {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      expect(running).toBeLessThan(limit);
    },
  };
};

describe('runBatch', () => {
  it('runs at most three steps at a time', async () => {
    const { act, maxRunning } = trackConcurrency(3);
    const outcomes = await runBatch([1, 2, 3, 4, 5, 6, 7], act, { signal: never });
    expect(maxRunning()).toBe(3);
    expect(countOutcomes(outcomes)).toEqual({ done: 7, failed: 0, notStarted: 0 });
  });

  it('continues after a failure and reports it', async () => {
    const outcomes = await runBatch(
      [1, 2, 3],
      async (item) => {
        if (item === 2) throw errorOf(409);
      },
      { signal: never },
    );
    expect(outcomes).toEqual([
      { status: 'done' },
      { status: 'failed', message: 'Refused with 409.', requestId: 'r1' },
      { status: 'done' },
    ]);
  });

  it('pauses all steps as long as Retry-After says, then retries', async () => {
    vi.useFakeTimers();
    let hasFailed = false;
    const waits: (number | null)[] = [];
    const run = runBatch(
      [1, 2],
      async (item) => {
        if (item !== 1 || hasFailed) return;
        hasFailed = true;
        throw errorOf(429, 7);
      },
      { signal: never, onWait: (until) => waits.push(until), concurrency: 1 },
    );
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(6900);
    expect(waits).toEqual([start + 7000]);
    await vi.advanceTimersByTimeAsync(200);
    expect(countOutcomes(await run).done).toBe(2);
    expect(waits.at(-1)).toBeNull();
    vi.useRealTimers();
  });

  it('retries transient errors a limited number of times', async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    let tries = 0;
    const [outcome] = await runBatch(
      [1],
      async () => {
        tries += 1;
        throw errorOf(503);
      },
      { signal: never, wait },
    );
    expect(outcome?.status).toBe('failed');
    expect(tries).toBe(4);
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('starts no further step once canceled', async () => {
    const cancel = new AbortController();
    const reported: Outcome[] = [];
    const outcomes = await runBatch(
      [1, 2, 3, 4, 5],
      async (item) => {
        if (item === 2) cancel.abort();
      },
      { signal: cancel.signal, concurrency: 1, onOutcome: (_, outcome) => reported.push(outcome) },
    );
    expect(countOutcomes(outcomes)).toEqual({ done: 2, failed: 0, notStarted: 3 });
    expect(reported).toHaveLength(2);
  });
});
