/** Acts on the first signal at once, and on further ones together after a pause. */
export class Throttle {
  readonly #pauseMs: number;
  readonly #act: () => void;
  #pause: NodeJS.Timeout | undefined;
  #isWaiting = false;

  constructor(pauseMs: number, act: () => void) {
    this.#pauseMs = pauseMs;
    this.#act = act;
  }

  signal(): void {
    if (this.#pause) this.#isWaiting = true;
    else this.#run();
  }

  /** Signals that wait are forgotten. */
  stop(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#isWaiting = false;
  }

  #run(): void {
    this.#isWaiting = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isWaiting) this.#run();
    }, this.#pauseMs).unref();
    this.#act();
  }
}
