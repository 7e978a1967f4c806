import { ApiError, isTransient, errorMessage } from '#src/api/errors.ts';

/** What became of one step of a long piece of work. */
export type Outcome =
  | { status: 'done' }
  | { status: 'failed'; message: string; requestId: string | null }
  /** Cancelled before it began. */
  | { status: 'not-begun' };

export interface BatchOptions {
  /** Ends the run: what is under way comes to its end, nothing further is begun. */
  signal: AbortSignal;
  onOutcome?: (index: number, outcome: Outcome) => void;
  /** Told while the server wants fewer requests: until when, in milliseconds since 1970; null when it goes on. */
  onWait?: (until: number | null) => void;
  /** How many steps are under way at a time. */
  concurrency?: number;
  /** Waits; tests give their own. Ends early when the run is cancelled. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How often one step is tried in all. */
const maxAttempts = 4;

/**
 * Does many steps, a few at a time. When the server says that it is too much (429), all of them wait for as long as it
 * asks. What may pass is tried again, which does no harm: the client sends it under the same key. A step that fails
 * does not stop the others.
 *
 * @returns the outcomes, in the order of the items
 */
export async function runBatch<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onOutcome, onWait, concurrency = 3, wait = delay }: BatchOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = items.map(() => ({ status: 'not-begun' }));
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

/** How a run ended, counted. */
export function countOutcomes(outcomes: readonly Outcome[]): Record<'done' | 'failed' | 'notBegun', number> {
  const count = (status: Outcome['status']) => outcomes.filter((one) => one.status === status).length;
  return { done: count('done'), failed: count('failed'), notBegun: count('not-begun') };
}
