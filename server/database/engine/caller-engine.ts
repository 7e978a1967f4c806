import { CompiledQuery, type QueryResult } from 'kysely';
import type { Caller, ChangeClaim } from '#server/base/caller.ts';
import type { Engine, EngineSession } from './engine-dialect.ts';
import { isClaimTaken } from './transaction.ts';

/** What changes rows, also inside of a `with`; `for update` does not. */
const CHANGES_ROWS = /\b(?:insert into|delete from|merge into|update\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set)\b/i;

/**
 * An engine as one caller uses it. Once the caller has disconnected, every statement throws instead, so that
 * reads stop and an open transaction is rolled back. After a change everything runs to its end, because later
 * statements may be a part of it; a change counts once it is committed. The first transaction that changes something stores the
 * `Idempotency-Key` of the request, too, just before it ends.
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

  /** What the next transaction that changes something has to store. */
  get openClaim(): ChangeClaim | undefined {
    const { claim } = this.#caller;
    return claim?.state === 'open' ? claim : undefined;
  }
}

class CallerSession implements EngineSession {
  readonly #session: EngineSession;
  readonly #engine: CallerEngine;
  #isInTransaction = false;
  #changesRows = false;

  constructor(session: EngineSession, engine: CallerEngine) {
    this.#session = session;
    this.#engine = engine;
  }

  async run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    if (text !== 'rollback') this.#engine.assertPresent();
    const claim = this.#engine.openClaim;
    if (claim && CHANGES_ROWS.test(text)) {
      if (!this.#isInTransaction) return this.#runAlone<R>(text, parameters);
      this.#changesRows = true;
    }
    const isKeeping = claim !== undefined && text === 'commit' && this.#changesRows;
    if (isKeeping) await this.#store(claim);
    const result = await this.#session.run<R>(text, parameters);
    if (text.startsWith('begin')) this.#isInTransaction = true;
    else if (text === 'commit') {
      this.#engine.noteChange();
      if (isKeeping) claim.state = 'kept';
    } else if (!this.#isInTransaction && (result.numAffectedRows ?? 0n) > 0n) this.#engine.noteChange();
    return result;
  }

  /** A change of one statement becomes a transaction, as its key has to be stored with it. */
  async #runAlone<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const [result] = await this.runTransaction([CompiledQuery.raw(text, [...parameters])]);
    // The caller has typed the statement.
    return result as QueryResult<R>;
  }

  async runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    this.#engine.assertPresent();
    const claim = this.#engine.openClaim;
    if (!claim || !statements.some(({ sql }) => CHANGES_ROWS.test(sql))) return this.#runAll(statements);
    const { sql, parameters } = claim.statement;
    try {
      const results = await this.#runAll([...statements, CompiledQuery.raw(sql, [...parameters])]);
      claim.state = 'kept';
      return results.slice(0, -1);
    } catch (error) {
      if (isClaimTaken(error)) claim.state = 'taken';
      throw error;
    }
  }

  async #runAll(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const results = await this.#session.runTransaction(statements);
    this.#engine.noteChange();
    return results;
  }

  /** Waits for another arrival of the same request that is about to commit. */
  async #store(claim: ChangeClaim): Promise<void> {
    try {
      await this.#session.run(claim.statement.sql, claim.statement.parameters);
    } catch (error) {
      if (isClaimTaken(error)) claim.state = 'taken';
      throw error;
    }
  }

  liftTimeLimit(): void {
    this.#session.liftTimeLimit();
  }

  release(): void {
    this.#session.release();
  }
}
