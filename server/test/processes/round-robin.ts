import type { FastifyInstance } from 'fastify';
import { text } from 'node:stream/consumers';
import type { Connection } from '#server/database/engine/connect.ts';
import { onPageSet } from '../fake-web.ts';
import type { TestApp } from '../test-app.ts';
import { trackPublishes, type PublishCounts } from './publish-counts.ts';
import type { SecondServer, ServerRequest, ServerResponse } from './second-server.ts';

/** Which server handles which request: either may follow on the other, or on itself. */
const SCHEDULE = '122111211222';

/**
 * Sends requests round robin to the app of this process and to a second server. Messages between them are delivered
 * before the next request that they affect: no test may depend on timing.
 */
export class RoundRobin {
  readonly #app: FastifyInstance;
  readonly #database: Connection;
  readonly #second: SecondServer;
  readonly #published: PublishCounts;
  /** The publish counts, of the first and the second server, that were delivered to both. */
  readonly #delivered: [PublishCounts, PublishCounts] = [
    { actors: 0, counts: 0 },
    { actors: 0, counts: 0 },
  ];
  #synced: Promise<void> = Promise.resolve();
  #count = 0;

  constructor({ app, clock }: TestApp, database: Connection, second: SecondServer) {
    this.#app = app;
    this.#database = database;
    this.#second = second;
    this.#published = trackPublishes(database.pubSub);
    clock.onChange((offset) => second.send({ type: 'clock', offset }));
    onPageSet((url, page) => second.send({ type: 'page', url, page }));
  }

  /** Sends a request to the next server. */
  async send(request: ServerRequest): Promise<ServerResponse> {
    const next = SCHEDULE[this.#count % SCHEDULE.length] === '2' ? 'second' : 'first';
    this.#count += 1;
    await this.waitForSync(next);
    return next === 'second' ? this.#second.request(request) : inject(this.#app, request);
  }

  /** Resolves when both have received actor invalidations, and the next server has received count invalidations. */
  waitForSync(next: 'first' | 'second'): Promise<void> {
    const [first, second] = this.#delivered;
    const hasCallers =
      this.#published.actors > first.actors || this.#second.publishCounts.actors > second.actors;
    const isFirstNew = hasCallers || (next === 'second' && this.#published.counts > first.counts);
    const isSecondNew = hasCallers || (next === 'first' && this.#second.publishCounts.counts > second.counts);
    if (isFirstNew) Object.assign(first, this.#published);
    if (isSecondNew) Object.assign(second, this.#second.publishCounts);
    if (isFirstNew || isSecondNew) this.#synced = this.#sync(isFirstNew, isSecondNew, this.#synced);
    return this.#synced;
  }

  /** Each server also receives its own actor invalidations: better now than during a test. */
  async #sync(isFirstNew: boolean, isSecondNew: boolean, before: Promise<void>): Promise<void> {
    await before;
    await Promise.all([isFirstNew && flushMessages(this.#app), isSecondNew && this.#second.sync('tell')]);
    await Promise.all([
      isSecondNew && this.#database.pubSub?.waitForDelivery(),
      isFirstNew && this.#second.sync('hear'),
    ]);
  }
}

/** Publishes pending messages of an app. */
export async function flushMessages(app: FastifyInstance): Promise<void> {
  await Promise.all([app.actors.flush(), app.countCacheSync?.flush()]);
}

const EVENT_STREAM = /^\/v1\/[^?]*\/events(?:\?|$)/;

/** A stream has no end: of a response that is one, the caller leaves after the headers. */
export async function inject(app: FastifyInstance, request: ServerRequest): Promise<ServerResponse> {
  if (EVENT_STREAM.test(request.url)) return openStream(app, request);
  const { statusCode: status, headers, body } = await app.inject(request);
  return { status, headers: { ...headers }, body };
}

async function openStream(app: FastifyInstance, request: ServerRequest): Promise<ServerResponse> {
  const response = await app.inject({ ...request, payloadAsStream: true });
  const { statusCode: status, headers } = response;
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    response.raw.res.destroy();
    return { status, headers: { ...headers }, body: '' };
  }
  return { status, headers: { ...headers }, body: await text(response.stream()) };
}
