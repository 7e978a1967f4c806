import { CallerGoneError } from './errors.ts';

/** One for all: where the work stopped does not matter. */
const GONE = new CallerGoneError();

/** Who waits for a response. */
export class Caller {
  #hasGone = false;
  #controller: AbortController | undefined;

  /** Call it when the connection is closed before the response has been sent. */
  leave(): void {
    this.#hasGone = true;
    this.#controller?.abort(GONE);
  }

  /** Throws if the caller has disconnected. */
  assertPresent(): void {
    if (this.#hasGone) throw GONE;
  }

  /** Aborts when the caller goes. Made when it is first asked for: it takes as long as the other checks of a request together. */
  get gone(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#hasGone) this.#controller.abort(GONE);
    }
    return this.#controller.signal;
  }
}
