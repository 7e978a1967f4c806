import type { CompiledQuery, QueryResult } from 'kysely';
import type { Caller } from '#server/base/caller.ts';
import type { Engine, EngineSession } from './engine-dialect.ts';

/**
 * An engine as one caller uses it. Once the caller has disconnected, every statement throws instead, so that
 * reads stop and an open transaction is rolled back. After a change everything runs to its end, because later
 * statements may be a part of it; a change counts once it is committed.
 */
export class CallerEngine implements Engine {
  readonly #engine: Engine;
  readonly #caller: Caller;
  #hasChanged = false;

  constructor(engine: Engine, caller: Caller) {
    this.#engine = engine;
    this.#caller = caller;
  }

  async acquire(): Promise<EngineSession> {
    this.assertPresent();
    return new CallerSession(await this.#engine.acquire(), this);
  }

  /** The engine belongs to all callers. */
  async close(): Promise<void> {}

  assertPresent(): void {
    if (!this.#hasChanged) this.#caller.assertPresent();
  }

  noteChange(): void {
    this.#hasChanged = true;
  }
}

class CallerSession implements EngineSession {
  readonly #session: EngineSession;
  readonly #engine: CallerEngine;
  #isInTransaction = false;

  constructor(session: EngineSession, engine: CallerEngine) {
    this.#session = session;
    this.#engine = engine;
  }

  async run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    if (text !== 'rollback') this.#engine.assertPresent();
    const result = await this.#session.run<R>(text, parameters);
    if (text.startsWith('begin')) this.#isInTransaction = true;
    else if (text === 'commit') this.#engine.noteChange();
    else if (!this.#isInTransaction && (result.numAffectedRows ?? 0n) > 0n) this.#engine.noteChange();
    return result;
  }

  async runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    this.#engine.assertPresent();
    const results = await this.#session.runTransaction(statements);
    this.#engine.noteChange();
    return results;
  }

  liftTimeLimit(): void {
    this.#session.liftTimeLimit();
  }

  release(): void {
    this.#session.release();
  }
}
