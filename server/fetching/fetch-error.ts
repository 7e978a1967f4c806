/**
 * Why a fetch failed: `refused` by our own rules before anything was sent, `timeout`, `too-large`, an answer of another
 * `status` than 2xx, or `unreachable` (no such name, no connection, an answer that cannot be read).
 */
export type FetchFailure = 'refused' | 'timeout' | 'too-large' | 'status' | 'unreachable';

/** A fetch that failed; the message is one plain sentence that callers may see. */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, message: string) {
    super(message);
    this.name = 'FetchError';
    this.failure = failure;
  }
}
