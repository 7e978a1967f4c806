import { ApiError, isTransient, errorMessage } from '#src/api/errors.ts';
import { formatCsv } from '#src/lib/text/csv.ts';

/** The outcome of one step. */
export type Outcome =
  | { status: 'done' }
  | { status: 'failed'; message: string; requestId: string | null }
  /** Canceled before it started. */
  | { status: 'not-started' };

export interface BatchOptions {
  /** Cancels the run: running steps finish, no further ones start. */
  signal: AbortSignal;
  onOutcome?: (index: number, outcome: Outcome) => void;
  /** Called while rate limited with the end in milliseconds since 1970; null when the run continues. */
  onWait?: (until: number | null) => void;
  concurrency?: number;
  /** Replaceable in tests. Ends early when the run is canceled. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const maxAttempts = 4;

/**
 * Runs many steps with limited concurrency. On 429 all of them wait as long as the server says. Transient errors are
 * retried with the same idempotency key. A failed step doesn't stop the others.
 */
export async function runBatch<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onOutcome, onWait, concurrency = 3, wait = delay }: BatchOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = items.map(() => ({ status: 'not-started' }));
  let resumeAt = 0;

  const waitForServer = async () => {
    while (resumeAt > Date.now() && !signal.aborted) await wait(resumeAt - Date.now(), signal);
    onWait?.(null);
  };

  const pauseAll = (seconds: number) => {
    resumeAt = Math.max(resumeAt, Date.now() + seconds * 1000);
    onWait?.(resumeAt);
  };

  const attempt = async (item: Item): Promise<Outcome> => {
    for (let attempts = 1; ; attempts += 1) {
      if (resumeAt > Date.now()) await waitForServer();
      try {
        await act(item);
        return { status: 'done' };
      } catch (error) {
        if (attempts >= maxAttempts || !isTransient(error) || signal.aborted) return failed(error);
        if (isRateLimited(error)) pauseAll(error.retryAfter ?? 2 ** attempts);
        else await wait(500 * 2 ** attempts, signal);
      }
    }
  };

  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) {
      if (signal.aborted) return;
      const outcome = await attempt(item);
      outcomes[index] = outcome;
      onOutcome?.(index, outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  return outcomes;
}

const isRateLimited = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429;

const failed = (error: unknown): Outcome => ({
  status: 'failed',
  message: errorMessage(error),
  requestId: error instanceof ApiError ? error.requestId : null,
});

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export function countOutcomes(
  outcomes: readonly Outcome[],
): Record<'done' | 'failed' | 'notStarted', number> {
  const count = (status: Outcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  return { done: count('done'), failed: count('failed'), notStarted: count('not-started') };
}

/**
 * The planned action for an item: `create` and `change` are executed, `skip` needs nothing, `block` is not
 * possible.
 */
export type PlannedAction = 'create' | 'change' | 'skip' | 'block';

export interface PlannedStep<Item> {
  id: string;
  item: Item;
  /** "Ada Lovelace". */
  name: string;
  /** Distinguishes items of one name: an email address. */
  detail?: string | undefined;
  action: PlannedAction;
  /** The change: "Reader → Editor"; for skipped or blocked steps the reason, as a sentence. */
  description: string;
  warning?: string | undefined;
}

/** Whether a step is executed. */
export const isActionable = ({ action }: PlannedStep<unknown>): boolean =>
  action === 'create' || action === 'change';

export function countActions(plan: readonly PlannedStep<unknown>[]): Record<PlannedAction, number> {
  const counts: Record<PlannedAction, number> = { create: 0, change: 0, skip: 0, block: 0 };
  for (const { action } of plan) counts[action] += 1;
  return counts;
}

const outcomeLabels = { done: 'done', failed: 'failed', 'not-started': 'not started' };
const actionLabels = { create: 'pending', change: 'pending', skip: 'skipped', block: 'blocked' };

/** A plan or its results as CSV. */
export function formatPlanCsv(
  plan: readonly PlannedStep<unknown>[],
  outcomes: ReadonlyMap<string, Outcome> = new Map(),
): string {
  const rows = plan.map((step) => {
    const outcome = outcomes.get(step.id);
    const failure = outcome?.status === 'failed' ? outcome : null;
    return [
      step.name,
      step.detail ?? '',
      outcome ? outcomeLabels[outcome.status] : actionLabels[step.action],
      step.description,
      failure?.message ?? step.warning ?? '',
      failure?.requestId ?? '',
    ];
  });
  return formatCsv([['name', 'email', 'result', 'change', 'note', 'request id'], ...rows]);
}
