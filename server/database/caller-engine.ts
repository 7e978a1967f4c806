import type { Engine, EngineSession } from './engine-dialect.ts';

/**
 * An engine as one caller uses it. Once the caller has gone, every statement throws the signal's reason instead, so that
 * reads stop and an open transaction is rolled back. After a change everything runs to its end, because what follows
 * may be a part of it; a change counts once it is committed.
 */
export class CallerEngine implements Engine {
  readonly #engine: Engine;
  readonly #gone: AbortSignal;
  #hasChanged = false;

  constructor(engine: Engine, gone: AbortSignal) {
    this.#engine = engine;
    this.#gone = gone;
  }

  async acquire(): Promise<EngineSession> {
    this.#assertPresent();
    const session = await this.#engine.acquire();
    let isInTransaction = false;
    return {
      run: async (text, parameters) => {
        if (text !== 'rollback') this.#assertPresent();
        const result = await session.run<never>(text, parameters);
        if (text.startsWith('begin')) isInTransaction = true;
        else if (text === 'commit') this.#hasChanged = true;
        else if (!isInTransaction && (result.numAffectedRows ?? 0n) > 0n) this.#hasChanged = true;
        return result;
      },
      runTransaction: async (statements) => {
        this.#assertPresent();
        const results = await session.runTransaction(statements);
        this.#hasChanged = true;
        return results;
      },
      release: () => session.release(),
    };
  }

  /** The engine belongs to all callers. */
  async close(): Promise<void> {}

  #assertPresent(): void {
    if (!this.#hasChanged) this.#gone.throwIfAborted();
  }
}
