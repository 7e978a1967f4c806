import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { createHmac } from 'node:crypto';
import type { Actor } from '#server/access/actor.ts';
import { hashSecret, parseBearerToken } from '#server/access/tokens.ts';
import type { Clock } from '#server/base/clock.ts';
import { tooManyRequests } from '#server/base/errors.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';
import { HEALTH_ROUTE } from '../health.ts';
import { endOfMinute, MinuteCounters } from './minute-counters.ts';
import { RateExchange } from './rate-exchange.ts';

/** The default number of requests per minute and token. The console never comes near it. */
export const DEFAULT_RATE_LIMIT = 3000;

const MAX_KNOWN_TOKENS = 50_000;
/** Providers usually assign the first 64 bits of IPv6 to one customer. */
const IPV6_GROUPS = 4;
const UNAUTHORIZED = 401;

/** The kind of count for a request. */
interface RateLimitCount {
  key: string;
  seconds: number;
  /** The hash of its token, if its operation requires one. */
  tokenHash: string | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** On PostgreSQL, where there is a limit. */
    rateExchange: RateExchange | undefined;
  }
  interface FastifyRequest {
    /** Set on rate-limited requests. */
    counted: RateLimitCount | undefined;
  }
  interface FastifyReply {
    /** Counts the request as so many, because it costs as much; throws 429 where that is too much. */
    countAs: (requests: number) => void;
  }
}

/**
 * Limits requests per minute: per verified token, else per IP address. An unverified token proves nothing, so its
 * request first counts for the IP address and is moved to the token after authentication; a token that was verified
 * before counts for itself at once, so that others at the same address do not block it. Guesses and sign-ins are thus
 * limited however many tokens they invent. Register it before authentication, so that rejected requests cost no
 * statement. In memory; servers on one database tell each other what they have counted (`RateExchange`).
 */
export function registerRateLimit(
  app: FastifyInstance,
  { limit, clock, pubSub }: { limit: number; clock: Clock; pubSub: PubSub | undefined },
): void {
  if (limit === 0) {
    app.decorateReply('countAs', () => undefined);
    return;
  }
  // Places are the same at all servers on the database, so that their counts can be added.
  const secret = createHmac('sha256', app.service.signingKey).update('rate limits').digest();
  const counters = new MinuteCounters(secret);
  if (pubSub?.isListening) {
    const exchange = new RateExchange(pubSub, counters, clock);
    app.decorate('rateExchange', exchange);
    app.addHook('onClose', () => exchange.close());
  }
  const keysOfTokens = new Map<string, string>();
  app.decorateRequest('counted', undefined);

  const count = (reply: FastifyReply, key: string, requests = 1) => {
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const used = counters.add(key, seconds, requests);
    const reset = endOfMinute(seconds);
    reply.headers({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - used)),
      'x-ratelimit-reset': String(reset),
    });
    if (used > limit) throw tooManyRequests(reset - seconds);
    return { key, seconds };
  };

  app.decorateReply('countAs', function countAs(requests) {
    const { counted } = this.request;
    if (counted) count(this, counted.key, requests - 1);
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (isLimited(request)) {
      const token = requiresToken(request) ? parseBearerToken(request.headers.authorization) : undefined;
      const tokenHash = token === undefined ? undefined : hashSecret(token);
      const key = keysOfTokens.get(tokenHash ?? '') ?? keyOfAddress(request.clientAddress);
      request.counted = { ...count(reply, key), tokenHash };
    }
    done();
  });

  // All `onRequest` hooks, including authentication, have run.
  app.addHook('preParsing', ({ counted, actor }, reply, _payload, done) => {
    if (counted?.tokenHash !== undefined) {
      const key = keyOfCaller(actor);
      if (keysOfTokens.size >= MAX_KNOWN_TOKENS) keysOfTokens.clear();
      keysOfTokens.set(counted.tokenHash, key);
      if (counted.key !== key) {
        counters.subtract(counted.key, counted.seconds);
        count(reply, key);
      }
    }
    done();
  });

  // A revoked token must not count for its former owner.
  app.addHook('onResponse', ({ counted }, reply, done) => {
    if (reply.statusCode === UNAUTHORIZED && counted?.tokenHash !== undefined) {
      keysOfTokens.delete(counted.tokenHash);
    }
    done();
  });
}

function requiresToken({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.operation?.isPublic === false;
}

/**
 * Based on the route, because a URL can be written in many ways. At a name that may be a site's own there are no routes but
 * what programs that watch the server ask for.
 */
function isLimited({ hostKind, routeOptions: { config, url = '' } }: FastifyRequest): boolean {
  if (config.operation !== undefined) return true;
  if (hostKind === 'other') return !HEALTH_ROUTE.test(url);
  return config.other?.isLimited === true;
}

/** An API token counts separately; a person's sessions count together, because anyone can start more of them. */
function keyOfCaller({ tokenId, sessionId, user }: Actor): string {
  return sessionId === null ? `token ${tokenId}` : `user ${user.id}`;
}

/** An IPv4 address, or the first 64 bits of an IPv6 address. */
export function keyOfAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'address unknown';
  const parsed = ipaddr.process(ip);
  if (!(parsed instanceof ipaddr.IPv6)) return `address ${parsed.toString()}`;
  return `address ${parsed.parts.slice(0, IPV6_GROUPS).join(' ')}`;
}
