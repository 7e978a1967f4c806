import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/schema.ts';
import { SecondServer, type ServerRequest, type ServerResponse } from './processes/second-server.ts';
import { openTestDatabase } from './test-database.ts';
import { inject, RoundRobin } from './processes/round-robin.ts';
import { testFetcher } from './fake-web.ts';

/** Where the tests' app says it is reached. */
export const PUBLIC_URL = 'http://bindery.test';

/** A clock that goes as the machine's does, ahead of it by what tests let pass. */
export class TestClock implements Clock {
  #offset = 0;
  readonly #listeners = new Set<(offset: number) => void>();

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** How far it is ahead, in milliseconds. */
  set offset(milliseconds: number) {
    this.#offset = milliseconds;
    for (const follow of this.#listeners) follow(milliseconds);
  }

  /** Goes back to the real time. */
  reset(): void {
    this.offset = 0;
  }

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.offset = this.#offset + milliseconds;
  }

  /** Calls `follow` whenever a test moves the clock. */
  onChange(follow: (offset: number) => void): void {
    this.#listeners.add(follow);
  }
}

/** The app of a test file with the database it stands on. */
export interface TestApp {
  app: FastifyInstance;
  db: Kysely<Database>;
  clock: TestClock;
}

interface SharedApp extends TestApp {
  /** With `TEST_PROCESSES=2` another server, in a process of its own, on the same database. */
  roundRobin: RoundRobin | undefined;
}

let shared: Promise<SharedApp> | undefined;

/**
 * The app that the files of a worker share: starting one takes longer than most files. Every test makes an organization
 * of its own in it, and assumes nothing about what else is there.
 */
export async function testApp(): Promise<TestApp> {
  shared ??= startShared();
  const all = await shared;
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
  return { ...started, roundRobin };
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

/** The answer of the app, or of the server whose turn it is. */
async function sendRequest(request: ServerRequest): Promise<ServerResponse> {
  shared ??= startShared();
  const { app, roundRobin } = await shared;
  return roundRobin ? roundRobin.send(request) : inject(app, request);
}

/** Someone who sends requests: a member made by a factory, or nobody. */
export interface Sender {
  token?: string;
}

/** A caller without a token. */
export const anonymous: Sender = {};

/** An answer, with its body as parsed JSON (undefined where there is none). */
export interface ApiResponse {
  status: number;
  // Tests look into bodies of every shape; what they find is what they assert.
  body: ReturnType<typeof JSON.parse>;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Sends requests as someone, to each of two servers by turns: `await as(admin).get('/v1/orgs')`. */
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
