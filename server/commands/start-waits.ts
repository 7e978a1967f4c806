/** After so long a wait is said for the first time, then after twice as long again, and so on up to once in ten minutes. */
const FIRST_MS = 5000;
const LONGEST_MS = 600_000;

/** Reports the reason of a long start. */
export class StartWaits {
  readonly #say: (line: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #begunAt = 0;
  #what: () => string = () => '';

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** From now on the start waits for this; `what` completes the sentence “Waiting for …”. */
  begin(what: string | (() => string)): void {
    this.#what = typeof what === 'string' ? () => what : what;
    this.#begunAt = performance.now();
    this.#plan(FIRST_MS);
  }

  /** The start goes on. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #plan(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#say(`Still waiting for ${this.#what()} (${seconds(performance.now() - this.#begunAt)} so far).`);
      this.#plan(Math.min(pauseMs * 2, LONGEST_MS));
    }, pauseMs);
    this.#timer.unref();
  }
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
