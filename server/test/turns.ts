import type { FastifyInstance } from 'fastify';
import type { Connection } from '#server/database/connect.ts';
import { countNews, type News } from './news.ts';
import type { SecondServer, TestRequest, TestResponse } from './second-server.ts';
import type { TestApp } from './test-app.ts';
import { watchWeb } from './web.ts';

/** Who answers which request: either may go on with what the other has done, or with what it has done itself. */
const TURNS = '122111211222';

/**
 * Sends requests by turns to the app of this process and to a second server. What one of them has told the other is heard
 * before the next request that it may decide about: no test may depend on how fast that is.
 */
export class Turns {
  readonly #app: FastifyInstance;
  readonly #database: Connection;
  readonly #second: SecondServer;
  readonly #news: News;
  /** What of the news, of the first and of the second, both have heard. */
  readonly #heard: [News, News] = [
    { callers: 0, figures: 0 },
    { callers: 0, figures: 0 },
  ];
  #isSettled: Promise<void> = Promise.resolve();
  #count = 0;

  constructor({ app, clock }: TestApp, database: Connection, second: SecondServer) {
    this.#app = app;
    this.#database = database;
    this.#second = second;
    this.#news = countNews(database.notices);
    clock.onMove((offset) => second.order({ type: 'clock', offset }));
    watchWeb((url, page) => second.order({ type: 'page', url, page }));
  }

  /** Answers a request by whoever is next. */
  async answer(request: TestRequest): Promise<TestResponse> {
    const next = TURNS[this.#count % TURNS.length] === '2' ? 'second' : 'first';
    this.#count += 1;
    await this.settled(next);
    return next === 'second' ? this.#second.request(request) : inject(this.#app, request);
  }

  /** Resolves when both have heard what there is to hear of callers, and the next to answer what there is of figures. */
  settled(next: 'first' | 'second'): Promise<void> {
    const [first, second] = this.#heard;
    const hasCallers = this.#news.callers > first.callers || this.#second.news.callers > second.callers;
    const isFirstNew = hasCallers || (next === 'second' && this.#news.figures > first.figures);
    const isSecondNew = hasCallers || (next === 'first' && this.#second.news.figures > second.figures);
    if (isFirstNew) Object.assign(first, this.#news);
    if (isSecondNew) Object.assign(second, this.#second.news);
    if (isFirstNew || isSecondNew) this.#isSettled = this.#settle(isFirstNew, isSecondNew, this.#isSettled);
    return this.#isSettled;
  }

  /** Each hears its own notices about callers too, and forgets then: better now than in the midst of a test. */
  async #settle(isFirstNew: boolean, isSecondNew: boolean, before: Promise<void>): Promise<void> {
    await before;
    await Promise.all([isFirstNew && tellAll(this.#app), isSecondNew && this.#second.ask('tell')]);
    await Promise.all([
      isSecondNew && this.#database.notices?.caughtUp(),
      isFirstNew && this.#second.ask('hear'),
    ]);
  }
}

/** Resolves when an app has told the others on its database what it has to tell. */
export async function tellAll(app: FastifyInstance): Promise<void> {
  await Promise.all([app.actors.told(), app.figures?.told()]);
}

/** An app's answer to a request. */
export async function inject(app: FastifyInstance, request: TestRequest): Promise<TestResponse> {
  const { statusCode: status, headers, body } = await app.inject(request);
  return { status, headers: { ...headers }, body };
}
