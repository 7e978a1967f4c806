import { ApiError, isPassing, messageOf } from '#src/api/errors.ts';

/** What became of one step of a long piece of work. */
export type Outcome =
  | { status: 'done' }
  | { status: 'failed'; message: string; requestId: string | null }
  /** Cancelled before it began. */
  | { status: 'not-begun' };

export interface Pace {
  /** Ends the run: what is under way comes to its end, nothing further is begun. */
  signal: AbortSignal;
  onOutcome?: (index: number, outcome: Outcome) => void;
  /** Told while the server wants fewer requests: until when, in milliseconds since 1970; null when it goes on. */
  onWait?: (until: number | null) => void;
  /** How many steps are under way at a time. */
  atOnce?: number;
  /** Waits; tests give their own. Ends early when the run is cancelled. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How often one step is tried in all. */
const mostTries = 4;

/**
 * Does many steps, a few at a time. When the server says that it is too much (429), all of them wait for as long as it
 * asks. What may pass is tried again, which does no harm: the client sends it under the same key. A step that fails
 * does not stop the others.
 *
 * @returns the outcomes, in the order of the items
 */
export async function runPaced<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onOutcome, onWait, atOnce = 3, wait = pause }: Pace,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = items.map(() => ({ status: 'not-begun' }));
  let resumeAt = 0;

  const waitForServer = async () => {
    while (resumeAt > Date.now() && !signal.aborted) await wait(resumeAt - Date.now(), signal);
    onWait?.(null);
  };

  const holdAll = (seconds: number) => {
    resumeAt = Math.max(resumeAt, Date.now() + seconds * 1000);
    onWait?.(resumeAt);
  };

  const attempt = async (item: Item): Promise<Outcome> => {
    for (let tries = 1; ; tries += 1) {
      if (resumeAt > Date.now()) await waitForServer();
      try {
        await act(item);
        return { status: 'done' };
      } catch (error) {
        if (tries >= mostTries || !isPassing(error) || signal.aborted) return failed(error);
        if (isTooMuch(error)) holdAll(error.retryAfter ?? 2 ** tries);
        else await wait(500 * 2 ** tries, signal);
      }
    }
  };

  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) {
      if (signal.aborted) return;
      const outcome = await attempt(item);
      outcomes[index] = outcome;
      onOutcome?.(index, outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return outcomes;
}

const isTooMuch = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

const failed = (error: unknown): Outcome => ({
  status: 'failed',
  message: messageOf(error),
  requestId: error instanceof ApiError ? error.requestId : null,
});

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** How a run ended, counted. */
export function tally(outcomes: readonly Outcome[]): Record<'done' | 'failed' | 'notBegun', number> {
  const count = (status: Outcome['status']) => outcomes.filter((one) => one.status === status).length;
  return { done: count('done'), failed: count('failed'), notBegun: count('not-begun') };
}
