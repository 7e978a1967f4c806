import type { CompiledQuery, QueryResult } from 'kysely';
import { activeTracer, type SpanOptions, tracedWithin } from '#server/base/tracing.ts';
import type { Engine, EngineSession } from './engine-dialect.ts';

const MAX_TEXT_LENGTH = 2000;

/** The engine as it is, or with spans where they are sent. */
export const withSpans = (engine: Engine): Engine => (activeTracer() ? new TracedEngine(engine) : engine);

/** An engine whose statements are spans of what they are a part of. Values are parameters, and never sent. */
class TracedEngine implements Engine {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async acquire(): Promise<EngineSession> {
    return new TracedSession(
      await tracedWithin('wait for a connection', { kind: 'client' }, () => this.#engine.acquire()),
    );
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

class TracedSession implements EngineSession {
  readonly #session: EngineSession;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const name = keywordOf(text);
    return tracedWithin(name, spanOf(name, text), () => this.#session.run<R>(text, parameters));
  }

  runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const text = statements.map(({ sql }) => sql).join(';\n');
    return tracedWithin('transaction', spanOf('transaction', text), () =>
      this.#session.runTransaction(statements),
    );
  }

  liftTimeLimit(): void {
    this.#session.liftTimeLimit();
  }

  release(): void {
    this.#session.release();
  }
}

const spanOf = (operation: string, text: string): SpanOptions => ({
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, MAX_TEXT_LENGTH),
  },
});

/** The first word of a statement: `select`, `insert`, `begin`. */
const keywordOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
