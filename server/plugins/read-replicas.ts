import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEMBER_COOKIE } from '#server/access/member-cookie.ts';
import { type ApiError, unavailable } from '#server/base/errors.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { isUnavailable } from '#server/database/engine/transaction.ts';
import { HEALTH_ROUTE } from './health.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where `db` leads: what callers share is read from one place. */
    readsFrom: string;
    /** Whether nothing can be changed at this moment, as there is no primary. */
    isReadOnly: boolean;
  }
  interface FastifyReply {
    /**
     * Runs a read that sends nothing before its end. If its database ends meanwhile, the read begins again where reading
     * goes on, for at most two seconds. Everything of the request is then read there.
     */
    retryRead<T>(read: () => Promise<T>): Promise<T>;
  }
}

/** Tells the console why a change was refused, and that it is so while somebody only reads. */
export const READ_ONLY_HEADER = 'x-read-only';

/** Changes whose handler does with a replica, too. */
const READ_ONLY_CHANGES: ReadonlySet<string> = new Set(['POST /auth/refresh']);

/** How long a server that is ending may go on answering some of its connections. */
const ENDING_MS = 100;

/** For how long a read is begun again: what it is sent to next may be about to become the primary, or to follow another one. */
const RETRIES_MS = 2000;

/** They follow what the primary says, and begin again once it is back. */
const EVENT_STREAMS: ReadonlySet<string | undefined> = new Set([
  'streamOrganizationEvents',
  'streamChangeRequestEvents',
]);

/**
 * Chooses once for each request where it reads: from the primary, or from a replica (decision 321). Published pages are read from
 * replicas, except by members, who look at what they have just changed. While there is no primary, everything is, and changes are
 * refused before anything is done.
 */
export function registerReadReplicas(
  app: FastifyInstance,
  { replicas, forCaller }: Pick<Connection, 'replicas' | 'forCaller'>,
): void {
  app.decorateRequest('readsFrom', 'primary');
  app.decorateRequest('isReadOnly', false);
  if (!replicas) {
    app.decorateReply('retryRead', (read) => read());
    return;
  }
  const choose = (request: FastifyRequest, reply: FastifyReply, ended?: string): void => {
    const { isPrimaryAway } = replicas;
    if (isPrimaryAway) {
      reply.header(READ_ONLY_HEADER, 'true');
      if (needsPrimary(request)) throw readOnly();
    }
    const isElsewhere = isPrimaryAway || (isRead(request) && isVisit(request));
    const reading = isElsewhere ? replicas.open(request.caller, request.clientAddress, ended) : undefined;
    if (!reading && request.readsFrom === 'primary') return;
    request.db = reading?.db ?? forCaller(request.caller);
    request.readsFrom = reading?.name ?? 'primary';
    request.isReadOnly = reading !== undefined && isPrimaryAway;
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!HEALTH_ROUTE.test(request.routeOptions.url ?? '')) choose(request, reply);
    done();
  });
  app.decorateReply('retryRead', async function retryRead(read) {
    const { request } = this;
    let failedAt: number | undefined;
    for (let pauseMs = ENDING_MS; ; pauseMs *= 2)
      try {
        return await read();
      } catch (error) {
        failedAt ??= performance.now();
        const isOver = this.sent || performance.now() - failedAt > RETRIES_MS;
        if (isOver || !isUnavailable(error) || !isRead(request) || needsPrimary(request)) throw error;
        request.log.warn({ err: error }, 'a read is begun again elsewhere');
        await sleep(pauseMs);
        await replicas.check();
        choose(request, this, request.readsFrom);
      }
  });
}

/** What is said to who wants to change something while there is no primary. */
function readOnly(): ApiError {
  return unavailable(
    'Nothing can be changed at this moment, as the database is being moved to another machine. Reading goes on; try again in a few seconds.',
  );
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Whether a request is refused while there is no primary. */
function needsPrimary(request: FastifyRequest): boolean {
  const { method, routeOptions } = request;
  if (EVENT_STREAMS.has(routeOptions.config.operation?.id)) return true;
  return !isRead(request) && method !== 'OPTIONS' && !READ_ONLY_CHANGES.has(`${method} ${routeOptions.url}`);
}

/** Whether somebody who is not known as a member reads a published site. */
function isVisit({ hostKind, routeOptions, headers }: FastifyRequest): boolean {
  const { url, config } = routeOptions;
  const isPublished =
    url === '/published/:organization/*' ||
    (hostKind === 'other' && config.operation === undefined && config.other === undefined);
  return isPublished && headers.cookie?.includes(`${MEMBER_COOKIE}=`) !== true;
}
