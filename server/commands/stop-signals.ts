/** One Ctrl+C may arrive twice: from the terminal, and through a parent. */
const SAME_SIGNAL_MS = 1000;

/**
 * The signals that stop a server. SIGTERM: it leaves in its own time. SIGINT, or a second signal: it ends at once, and
 * closes the database. One more ends the process, as a second one does before it serves.
 */
export class StopSignals {
  readonly #hurry = new AbortController();
  #resolveStopped = () => {};
  #lastAt: number | undefined;
  #isServing = false;
  /** Resolves with the first signal. */
  readonly stopped = new Promise<void>((resolve) => {
    this.#resolveStopped = resolve;
  });

  constructor(
    /** Ends the process. */
    readonly end: () => void = () => process.exit(1),
  ) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.note(signal));
  }

  /** Aborts once there is no time for anything but closing the database. */
  get hurried(): AbortSignal {
    return this.#hurry.signal;
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  /** Whether a signal has come. */
  get isStopping(): boolean {
    return this.#lastAt !== undefined;
  }

  /** From now on the server can be stopped in good order. */
  serve(): void {
    this.#isServing = true;
  }

  note(signal: 'SIGTERM' | 'SIGINT', now = performance.now()): void {
    const isRepeated = this.#lastAt !== undefined && now - this.#lastAt <= SAME_SIGNAL_MS;
    if (isRepeated) return;
    const isFirst = this.#lastAt === undefined;
    this.#lastAt = now;
    if (!isFirst && (!this.#isServing || this.hurried.aborted)) this.end();
    if (!isFirst || signal === 'SIGINT') this.#hurry.abort();
    this.#resolveStopped();
  }
}
