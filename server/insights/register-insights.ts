import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/base/clock.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { storableText } from '#server/base/storable-text.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Figure } from './figure-batch.ts';
import { DEFAULT_INSIGHT_MONTHS } from './keep-figures.ts';
import { SiteFigures } from './site-figures.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What readers of sites do, in numbers; undefined where the operator has switched them off. */
    siteFigures: SiteFigures | undefined;
    /** Whether links of sites to other sites are followed. */
    asksLinks: boolean;
  }
  interface FastifyRequest {
    /** What counts once the answer has one of these statuses. */
    figures: { figure: Figure; statuses: readonly number[] }[] | undefined;
  }
}

/** What operators decide. */
export interface InsightOptions {
  /** Whether visits of published sites are counted; without it they are. */
  countsVisits?: boolean;
  /** For how many months their figures are kept. */
  insightMonths?: number;
  /** Whether links of sites to other sites are followed; without it they are. */
  asksLinks?: boolean;
}

/** Counts what is answered. It is written in batches, the last one when the app closes. */
export function registerInsights(
  app: FastifyInstance,
  { db }: Pick<Connection, 'db'>,
  clock: Clock,
  { countsVisits = true, insightMonths: months = DEFAULT_INSIGHT_MONTHS, asksLinks = true }: InsightOptions,
): void {
  app.decorate(
    'siteFigures',
    countsVisits ? new SiteFigures({ db, clock, log: app.log, months }) : undefined,
  );
  app.decorate('asksLinks', asksLinks);
  app.decorateRequest('figures', undefined);
  app.addHook('onSend', (request, { statusCode }, payload, done) => {
    for (const { figure, statuses } of request.figures ?? []) {
      if (statuses.includes(statusCode)) countNow(request, figure);
    }
    done(null, payload);
  });
  app.addHook('onClose', () => app.siteFigures?.flush());
}

/** Has something counted with the answer, unless the answer may never be shown: browsers fetch pages ahead. */
export function countWithAnswer(
  request: FastifyRequest,
  figure: Figure,
  statuses: readonly number[] = [200],
): void {
  const { 'sec-purpose': purpose } = request.headers;
  if (request.method !== 'GET' || purpose !== undefined) return;
  request.figures ??= [];
  request.figures.push({ figure, statuses });
}

/** Counts something for the sender of a request. */
export function countNow({ headers, clientAddress, server }: FastifyRequest, figure: Figure): void {
  const { 'user-agent': agent = '', dnt, 'sec-gpc': privacy } = headers;
  const isPrivate = dnt === '1' || privacy === '1';
  server.siteFigures?.count(figure, { address: clientAddress, agent, isPrivate });
}

const HOST_NAME = /^[a-z0-9._-]{1,253}$/;

/**
 * Host names by `Referer`. Most readers come from few: browsers send other hosts the origin only. Weights are numbers of
 * characters.
 */
const hosts = new WeightedCache<string>(500_000);

/** The host that a reader comes from; '' for the site itself and where it is not known. */
export function referrerOf({ headers }: Pick<FastifyRequest, 'headers'>, origin: string): string {
  const { referer } = headers;
  if (referer === undefined || referer.startsWith(`${origin}/`)) return '';
  const remembered = hosts.get(referer);
  if (remembered !== undefined) return remembered;
  const url = /^https?:/.test(referer) ? parseUrl(referer) : undefined;
  const hostname = url?.hostname ?? '';
  const host = HOST_NAME.test(hostname) ? hostname : '';
  hosts.set(referer, host, referer.length);
  return host;
}

/** Words as they are counted: case and spaces make no difference. */
export function wordsOf(query: string): string {
  return storableText(query.normalize('NFC').toLowerCase()).replace(/\s+/g, ' ').trim();
}

/** Longer ones, and those with an address of a person, are only a number. */
const MAX_PATH_LENGTH = 300;

/** An address that led nowhere, as it is counted. */
export function missingPathOf(segments: readonly string[]): string {
  const path = storableText(`/${segments.join('/')}`);
  return path.length > MAX_PATH_LENGTH || path.includes('@') ? '' : path;
}
