import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { Clock } from '#server/clock.ts';
import { type Connection, connect } from '#server/database/connect.ts';
import type { Database } from '#server/database/schema.ts';
import { openTestDatabase } from './test-database.ts';
import { testFetcher } from './web.ts';

/** Where the tests' app says it is reached. */
export const PUBLIC_URL = 'http://bindery.test';

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #offset = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** Goes back to the real time. */
  reset(): void {
    this.#offset = 0;
  }

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

/** The app of a test file with the database it stands on. */
export interface TestApp {
  app: FastifyInstance;
  db: Kysely<Database>;
  clock: TestClock;
}

/** One process' view of the shared database. */
interface Server {
  app: FastifyInstance;
  database: Connection;
}

interface SharedApp extends TestApp {
  /** The app, and with `TEST_APPS=2` another one on the same database, with connections and memory of its own. */
  servers: Server[];
  turn: number;
  /** Whether one of the apps has told the others something since; the last time that all was heard. */
  hasNews: boolean;
  heard: Promise<void>;
}

let shared: Promise<SharedApp> | undefined;

/**
 * The app that the files of a worker share: starting one takes longer than most files. Every test makes an organization
 * of its own in it, and assumes nothing about what else is there.
 */
export async function testApp(): Promise<TestApp> {
  shared ??= startShared();
  const all = await shared;
  await hearAll(all);
  return all;
}

async function startShared(): Promise<SharedApp> {
  const database = await openTestDatabase();
  const started = await startApp({ database });
  const servers = [{ app: started.app, database }];
  if (process.env.TEST_APPS === '2' && database.url !== undefined) {
    const second = await connect({ databaseUrl: database.url });
    const { app } = await startApp({ database: second, clock: started.clock });
    servers.push({ app, database: second });
  }
  const all = { ...started, servers, turn: 0, hasNews: true, heard: Promise.resolve() };
  for (const { notices } of servers.map((server) => server.database)) {
    if (!notices) continue;
    const tell = notices.tell.bind(notices);
    notices.tell = (topic, text) => {
      all.hasNews = true;
      return tell(topic, text);
    };
  }
  return all;
}

/** Waits until each of several apps has heard what the others have told: tests must not depend on how fast that is. */
function hearAll(all: SharedApp): Promise<void> {
  if (all.hasNews) {
    all.hasNews = false;
    all.heard = hear(all.servers);
  }
  return all.heard;
}

async function hear(servers: readonly Server[]): Promise<void> {
  for (const { app } of servers) await app.actors.told();
  for (const { database } of servers) await database.notices?.caughtUp();
}

/** The apps take turns with requests. */
async function nextApp(): Promise<FastifyInstance> {
  shared ??= startShared();
  const all = await shared;
  await hearAll(all);
  const server = all.servers[all.turn % all.servers.length] ?? all;
  all.turn += 1;
  return server.app;
}

/** Sets the clock of the shared app to the real time again. */
export async function resetSharedClock(): Promise<void> {
  (await shared)?.clock.reset();
}

/** An app of its own, for tests of what an app does with its options; the test closes it. */
export async function startApp(
  options: Partial<AppOptions> = {},
): Promise<TestApp & { close: () => Promise<void> }> {
  const database = options.database ?? (await openTestDatabase());
  const clock = new TestClock();
  const app = await buildApp({
    database,
    clock,
    publicUrl: PUBLIC_URL,
    checkResponses: true,
    rateLimit: 0,
    fetcher: testFetcher,
    ...options,
  });
  const close = async () => {
    await app.close();
    if (!options.database) await database.close();
  };
  return { app, db: database.db, clock, close };
}

/** Someone who sends requests: a member made by a factory, or nobody. */
export interface Sender {
  token?: string;
}

/** A caller without a token. */
export const anonymous: Sender = {};

/** An answer, with its body as parsed JSON (undefined where there is none). */
export interface Answer {
  status: number;
  // Tests look into bodies of every shape; what they find is what they assert.
  body: ReturnType<typeof JSON.parse>;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Sends requests as someone, to each of several apps by turns: `await as(admin).get('/v1/orgs')`. */
export function as({ token }: Sender) {
  const send = async (
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer> => {
    const app = await nextApp();
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const parsed = response.body === '' ? undefined : JSON.parse(response.body);
    return { status: response.statusCode, body: parsed, headers: response.headers };
  };
  return {
    get: (url: string, headers?: object) => send('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: object) => send('POST', url, body, headers),
    put: (url: string, body?: unknown, headers?: object) => send('PUT', url, body, headers),
    patch: (url: string, body?: unknown, headers?: object) => send('PATCH', url, body, headers),
    delete: (url: string, headers?: object) => send('DELETE', url, undefined, headers),
  };
}
