/** What the server sends to either engine for a GET request, recorded from the server itself, with the body of its response. */
import type { CompiledQuery, QueryResult } from 'kysely';
import { buildApp } from '../server/app.ts';
import { CallerEngine } from '../server/database/engine/caller-engine.ts';
import type { DatabaseLocation } from '../server/database/engine/connect.ts';
import { type Engine, type EngineSession, openOn } from '../server/database/engine/engine-dialect.ts';
import { PgliteEngine } from '../server/database/engine/pglite-engine.ts';
import { examinePostgres, PostgresEngine } from '../server/database/engine/postgres-engine.ts';
import { createFetcher } from '../server/network/guarded-fetch.ts';

interface Statement {
  text: string;
  values: readonly unknown[];
}

export interface RecordedResponse {
  path: string;
  /** In the order in which they were sent. */
  statements: Statement[];
  body: string;
  /** Whether callers who ask for it at the same time share one answer. */
  isShared: boolean;
}

/** A request to record; `prepare` is a POST that is sent before it, as it is before each measured one. */
interface RecordedPath {
  path: string;
  prepare?: string;
}

/** An engine that remembers what is sent to it. */
class RecordingEngine implements Engine {
  readonly #engine: Engine;
  sent: Statement[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async acquire(): Promise<EngineSession> {
    const session = await this.#engine.acquire();
    return {
      run: <R>(text: string, values: readonly unknown[]): Promise<QueryResult<R>> => {
        this.sent.push({ text, values });
        return session.run<R>(text, values);
      },
      runTransaction: (statements: readonly CompiledQuery[]) => session.runTransaction(statements),
      release: () => session.release(),
    };
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

async function openEngine({ databaseUrl, dataDirectory }: DatabaseLocation): Promise<Engine> {
  if (databaseUrl === undefined)
    return PgliteEngine.open(dataDirectory === undefined ? {} : { directory: dataDirectory });
  const traits = await examinePostgres(databaseUrl);
  return new PostgresEngine(databaseUrl, { ...traits, onIdleError: () => {}, onNotice: () => {} });
}

/** Records responses of a server that has sent each of them before. */
export async function recordResponses(
  location: DatabaseLocation,
  token: string,
  paths: readonly RecordedPath[],
): Promise<RecordedResponse[]> {
  const engine = new RecordingEngine(await openEngine(location));
  const db = openOn(engine);
  const app = await buildApp({
    database: {
      db,
      forCaller: (caller) => openOn(new CallerEngine(engine, caller)),
      engine: location.databaseUrl === undefined ? 'pglite' : 'postgres',
      close: () => db.destroy(),
    },
    fetcher: createFetcher({ allowPrivate: true }),
    publicUrl: 'http://bench.example',
    rateLimit: 0,
  });
  const send = async (method: 'GET' | 'POST', url: string): Promise<string> => {
    const { statusCode, body } = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    if (statusCode >= 300) throw new Error(`${url} returned ${statusCode}: ${body}`);
    return body;
  };
  try {
    const recorded: RecordedResponse[] = [];
    for (const { path, prepare } of paths) {
      await send('GET', path);
      if (prepare !== undefined) await send('POST', prepare);
      engine.sent = [];
      const body = await send('GET', path);
      recorded.push({ path, statements: engine.sent, body, isShared: prepare !== undefined });
    }
    return recorded;
  } finally {
    await app.close();
    await db.destroy();
  }
}
