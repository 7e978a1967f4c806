import { CallerGoneError } from './errors.ts';

/** One for all: where the work stopped does not matter. */
const GONE = new CallerGoneError();

/** A statement that stores the key of a change in the change's own transaction. */
export interface ChangeClaim {
  readonly statement: { readonly sql: string; readonly parameters: readonly unknown[] };
  /** `kept`: the change is committed with it. `taken`: another arrival of the same request has made the change. */
  state: 'open' | 'kept' | 'taken';
}

/** Who waits for a response. */
export class Caller {
  #hasGone = false;
  #controller: AbortController | undefined;
  /** Stored by the first transaction that changes something. */
  claim: ChangeClaim | undefined;

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
