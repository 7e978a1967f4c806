/**
 * Why a fetch failed: `refused` by our own rules before anything was sent, `timeout`, `too-large`, a non-2xx `status`,
 * or `unreachable` (no such name, no connection, an unreadable response).
 */
export type FetchFailure = 'refused' | 'timeout' | 'too-large' | 'status' | 'unreachable';

/** A failed fetch; the message is one sentence that callers may see. */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, message: string) {
    super(message);
    this.name = 'FetchError';
    this.failure = failure;
  }
}
