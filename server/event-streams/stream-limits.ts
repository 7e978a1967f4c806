import { ApiError, unavailable } from '#server/base/errors.ts';

const MAX_STREAMS = 2000;
const MAX_STREAMS_PER_PERSON = 20;
const RETRY_AFTER_SECONDS = 30;

/** Limits the streams of a person and of this process. */
export class StreamLimits {
  readonly #streamsOf = new Map<string, number>();
  #taken = 0;

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place; throws 429 or 503. Returns a function that frees it. */
  take(userId: string): () => void {
    const ownStreams = this.#streamsOf.get(userId) ?? 0;
    if (ownStreams >= MAX_STREAMS_PER_PERSON) {
      throw new ApiError(429, `You have ${MAX_STREAMS_PER_PERSON} open streams. Close one first.`, [], {
        'retry-after': String(RETRY_AFTER_SECONDS),
      });
    }
    if (this.#taken >= MAX_STREAMS) throw unavailable('The server has too many open streams.');
    this.#streamsOf.set(userId, ownStreams + 1);
    this.#taken += 1;
    return () => this.#free(userId);
  }

  #free(userId: string): void {
    this.#taken -= 1;
    const remaining = (this.#streamsOf.get(userId) ?? 1) - 1;
    if (remaining > 0) this.#streamsOf.set(userId, remaining);
    else this.#streamsOf.delete(userId);
  }
}
