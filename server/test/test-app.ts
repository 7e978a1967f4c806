import type { FastifyInstance } from 'fastify';
import type { Kysely, KyselyPlugin } from 'kysely';
import { setHashParameters } from '#server/accounts/credentials/password-hash.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { Clock } from '#server/base/clock.ts';
import { SecretKeys } from '#server/base/secret-keys.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { testFetcher } from './fake-web.ts';
import { inject, RoundRobin } from './processes/round-robin.ts';
import { SecondServer, type ServerRequest, type ServerResponse } from './processes/second-server.ts';
import { assertDatabasesPermitted, openTestDatabase, type TestDatabase } from './test-database.ts';
import { testMailer } from './test-mail.ts';

/** The same in every process of a test. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 'k');

/** The public URL of the tests' app. */
export const PUBLIC_URL = 'http://bindery.test';

/** A clock that runs ahead of the machine's by what tests advance it. */
export class TestClock implements Clock {
  #offset = 0;
  #frozenAt: number | undefined;
  readonly #listeners = new Set<(offset: number) => void>();

  now(): Date {
    return new Date((this.#frozenAt ?? Date.now()) + this.#offset);
  }

  /** The offset in milliseconds. */
  set offset(milliseconds: number) {
    this.#offset = milliseconds;
    for (const listener of this.#listeners) listener(milliseconds);
  }

  /** Stands still until the next reset, for tests of short waits. */
  freeze(): void {
    this.#frozenAt = Date.now();
  }

  /** Resets to the real time. */
  reset(): void {
    this.#frozenAt = undefined;
    this.offset = 0;
  }

  advance(milliseconds: number): void {
    this.offset = this.#offset + milliseconds;
  }

  /** Calls `listener` whenever a test changes the clock. */
  onChange(listener: (offset: number) => void): void {
    this.#listeners.add(listener);
  }
}

/** The app of a test file with its database. */
export interface TestApp {
  app: FastifyInstance;
  db: Kysely<Database>;
  clock: TestClock;
}

interface SharedApp extends TestApp {
  database: TestDatabase;
  /** With `TEST_PROCESSES=2`: a second server in a separate process, on the same database. */
  roundRobin: RoundRobin | undefined;
}

let shared: Promise<SharedApp> | undefined;

function sharedApp(): Promise<SharedApp> {
  assertDatabasesPermitted();
  shared ??= startShared();
  return shared;
}

/**
 * The app that all files of a worker share: starting one takes longer than most files. Every test creates its own
 * organization in it and assumes nothing about other data.
 */
export async function testApp(): Promise<TestApp> {
  const all = await sharedApp();
  await all.roundRobin?.waitForSync('first');
  return all;
}

async function startShared(): Promise<SharedApp> {
  const database = await openTestDatabase();
  const isAlone = process.env.TEST_PROCESSES !== '2';
  const second = isAlone || database.url === undefined ? undefined : await SecondServer.start(database.url);
  const started = await startApp({ database });
  const roundRobin = second && new RoundRobin(started, database, second);
  await second?.ready();
  return { ...started, database, roundRobin };
}

/** The shared database for a separate app: `startApp({ database })`. Only the shared app closes it. */
export async function sharedDatabase(...plugins: KyselyPlugin[]): Promise<Connection> {
  const { database } = await sharedApp();
  const extend = (db: Kysely<Database>) =>
    plugins.reduce((extended, plugin) => extended.withPlugin(plugin), db);
  return {
    db: extend(database.db),
    forCaller: (caller) => extend(database.forCaller(caller)),
    engine: database.engine,
    close: async () => {},
  };
}

/** The URL of the shared database, for another process on it; PostgreSQL only. */
export async function sharedDatabaseUrl(): Promise<string | undefined> {
  return (await sharedApp()).database.url;
}

/** Closes the shared app with its database, for programs that end; test files leave that to their worker. */
export async function closeSharedApp(): Promise<void> {
  const all = await shared;
  shared = undefined;
  await all?.app.close();
  await all?.database.close();
}

/** Resets the clock of the shared app to the real time. */
export async function resetSharedClock(): Promise<void> {
  (await shared)?.clock.reset();
}

/** Has a separate app take the place of the shared one, also for factories, until it is closed: for tests of what databases do. */
export async function startAppInPlace(
  database: TestDatabase,
): Promise<TestApp & { close: () => Promise<void> }> {
  const before = shared;
  const started = await startApp({ database });
  shared = Promise.resolve({ ...started, database, roundRobin: undefined });
  const close = async () => {
    shared = before;
    await started.close();
  };
  return { ...started, close };
}

/** A hash takes a hundredth of the time: most of what tests of signing in do is hashing. */
const QUICK_HASH = { logN: 9, r: 8, p: 1 };

/** A separate app, for tests of app options; the test closes it. */
export async function startApp(
  options: Partial<AppOptions> = {},
): Promise<TestApp & { close: () => Promise<void> }> {
  const database = options.database ?? (await openTestDatabase());
  const clock = new TestClock();
  setHashParameters(QUICK_HASH);
  const app = await buildApp({
    database,
    clock,
    publicUrl: PUBLIC_URL,
    checkResponses: true,
    rateLimit: 0,
    fetcher: testFetcher,
    mailer: testMailer,
    secretKeys: new SecretKeys([TEST_SECRET_KEY]),
    backups: { place: '/backups', everyHours: 24, keep: 7 },
    lookUpTexts: () => Promise.reject(Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })),
    ...options,
  });
  const close = async () => {
    await app.close();
    if (!options.database) await database.close();
  };
  return { app, db: database.db, clock, close };
}

/** The response of the app, or of the server whose turn it is. */
async function sendRequest(request: ServerRequest): Promise<ServerResponse> {
  const { app, roundRobin } = await sharedApp();
  return roundRobin ? roundRobin.send(request) : inject(app, request);
}

/** Fetches a page outside of the API as a visitor would, round robin with two servers. */
export function fetchPage(url: string, headers: Record<string, string> = {}): Promise<ServerResponse> {
  return sendRequest({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
}

/** A caller: a member from a factory, or anonymous. */
export interface Sender {
  token?: string;
}

export const anonymous: Sender = {};

/** A response with its body as parsed JSON (undefined if there is none). */
export interface ApiResponse {
  status: number;
  // Tests assert on bodies of every shape.
  body: ReturnType<typeof JSON.parse>;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Sends requests as someone, round robin with two servers: `await as(admin).get('/v1/orgs')`. */
export function as({ token }: Sender) {
  const send = async (
    method: ServerRequest['method'],
    url: string,
    body?: unknown,
    headers = {},
  ): Promise<ApiResponse> => {
    const response = await sendRequest({
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
    return { ...response, body: parsed };
  };
  return {
    get: (url: string, headers?: object) => send('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: object) => send('POST', url, body, headers),
    put: (url: string, body?: unknown, headers?: object) => send('PUT', url, body, headers),
    patch: (url: string, body?: unknown, headers?: object) => send('PATCH', url, body, headers),
    delete: (url: string, headers?: object) => send('DELETE', url, undefined, headers),
  };
}
