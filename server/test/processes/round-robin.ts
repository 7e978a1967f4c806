import type { FastifyInstance } from 'fastify';
import type { Connection } from '#server/database/connect.ts';
import { trackPublishes, type PublishCounts } from './publish-counts.ts';
import type { SecondServer, ServerRequest, ServerResponse } from './second-server.ts';
import type { TestApp } from '../test-app.ts';
import { onPageSet } from '../fake-web.ts';

/** Who answers which request: either may go on with what the other has done, or with what it has done itself. */
const SCHEDULE = '122111211222';

/**
 * Sends requests by turns to the app of this process and to a second server. What one of them has told the other is heard
 * before the next request that it may decide about: no test may depend on how fast that is.
 */
export class RoundRobin {
  readonly #app: FastifyInstance;
  readonly #database: Connection;
  readonly #second: SecondServer;
  readonly #published: PublishCounts;
  /** What of the news, of the first and of the second, both have heard. */
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

  /** Answers a request by whoever is next. */
  async send(request: ServerRequest): Promise<ServerResponse> {
    const next = SCHEDULE[this.#count % SCHEDULE.length] === '2' ? 'second' : 'first';
    this.#count += 1;
    await this.waitForSync(next);
    return next === 'second' ? this.#second.request(request) : inject(this.#app, request);
  }

  /** Resolves when both have heard what there is to hear of callers, and the next to answer what there is of figures. */
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

  /** Each hears its own notices about callers too, and forgets then: better now than in the midst of a test. */
  async #sync(isFirstNew: boolean, isSecondNew: boolean, before: Promise<void>): Promise<void> {
    await before;
    await Promise.all([isFirstNew && flushMessages(this.#app), isSecondNew && this.#second.sync('tell')]);
    await Promise.all([
      isSecondNew && this.#database.pubSub?.waitForDelivery(),
      isFirstNew && this.#second.sync('hear'),
    ]);
  }
}

/** Resolves when an app has told the others on its database what it has to tell. */
export async function flushMessages(app: FastifyInstance): Promise<void> {
  await Promise.all([app.actors.flush(), app.figures?.flush()]);
}

/** An app's answer to a request. */
export async function inject(app: FastifyInstance, request: ServerRequest): Promise<ServerResponse> {
  const { statusCode: status, headers, body } = await app.inject(request);
  return { status, headers: { ...headers }, body };
}
