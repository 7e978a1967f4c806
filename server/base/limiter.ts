import { tooManyRequests } from './errors.ts';

export interface Limits {
  /** For all keys together. */
  maxRunning: number;
  /** For one key. */
  maxRunningPerKey: number;
  /** For all keys together. */
  maxWaiting: number;
  /** For one key. */
  maxWaitingPerKey: number;
  /** The maximum time in the queue. */
  timeoutMs: number;
}

interface WaitingTask {
  start: () => void;
}

export interface RunOptions {
  /** Takes the task out of the queue when its caller has disconnected. */
  signal?: AbortSignal | undefined;
}

/**
 * Limits how many tasks run and wait at the same time, and for how long they wait. Keys (organizations) are served
 * round robin with separate limits, so that none blocks the others.
 */
export class Limiter {
  readonly #limits: Limits;
  readonly #running = new Map<string, number>();
  /** Waiting tasks by key; the key to serve next comes first. */
  readonly #waiting = new Map<string, WaitingTask[]>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` once there is capacity; throws 429 with `Retry-After` if there is none in time, and the reason of the
   * signal if it aborts before.
   */
  async run<Result>(key: string, work: () => Promise<Result>, { signal }: RunOptions = {}): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#hasRoom(key)) this.#count(key, 1);
    else await this.#wait(key, signal);
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#startNext();
    }
  }

  #hasRoom(key: string): boolean {
    const { maxRunning, maxRunningPerKey } = this.#limits;
    return (this.#running.get(key) ?? 0) < maxRunningPerKey && sumOf(this.#running.values()) < maxRunning;
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#running.get(key) ?? 0) + change;
    if (count === 0) this.#running.delete(key);
    else this.#running.set(key, count);
  }

  #wait(key: string, signal?: AbortSignal): Promise<void> {
    const { maxWaiting, maxWaitingPerKey, timeoutMs } = this.#limits;
    const queue = this.#waiting.get(key) ?? [];
    const total = sumOf([...this.#waiting.values()].map(({ length }) => length));
    // Made when thrown: an error collects its stack.
    const busy = () => tooManyRequests(Math.ceil(timeoutMs / 1000));
    if (queue.length >= maxWaitingPerKey || total >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        settle();
        this.#remove(key, entry);
        reject(error);
      };
      const timer = setTimeout(() => leave(busy()), timeoutMs);
      const abort = () => leave(signal?.reason);
      signal?.addEventListener('abort', abort);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const entry: WaitingTask = {
        start: () => {
          settle();
          resolve();
        },
      };
      this.#waiting.set(key, [...queue, entry]);
    });
  }

  #startNext(): void {
    for (const [key, [first]] of this.#waiting) {
      if (!first || !this.#hasRoom(key)) continue;
      this.#count(key, 1);
      this.#remove(key, first);
      first.start();
      return;
    }
  }

  /** Removes a task from the queue; the rest of its key moves behind the other keys. */
  #remove(key: string, entry: WaitingTask): void {
    const remaining = (this.#waiting.get(key) ?? []).filter((other) => other !== entry);
    this.#waiting.delete(key);
    if (remaining.length > 0) this.#waiting.set(key, remaining);
  }
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}
