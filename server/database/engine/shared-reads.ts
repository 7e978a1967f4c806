import { CallerGoneError } from '#server/base/errors.ts';

/**
 * Answers concurrent callers with one read, which never began before any of them asked: a caller who knows of
 * a change sees it. While a read of a key runs, all further callers wait for the next one. Create one for
 * each app: keys say nothing about the database.
 */
export class SharedReads<Value> {
  readonly #running = new Map<string, Promise<Value>>();
  /** Reads that begin when the running one of their key ends. */
  readonly #next = new Map<string, Promise<Value>>();

  /** @param read is called at most once, and not where another caller's read answers */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key, read);
    const pending = this.#next.get(key);
    if (pending) {
      try {
        return await pending;
      } catch (error) {
        // If the caller who reads has disconnected, the others read.
        if (error instanceof CallerGoneError) return this.get(key, read);
        throw error;
      }
    }
    const next = running.then(
      () => this.#startNext(key, read),
      () => this.#startNext(key, read),
    );
    this.#next.set(key, next);
    return next;
  }

  #startNext(key: string, read: () => Promise<Value>): Promise<Value> {
    this.#next.delete(key);
    return this.#start(key, read);
  }

  async #start(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading = read();
    this.#running.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.#running.get(key) === reading) this.#running.delete(key);
    }
  }
}
