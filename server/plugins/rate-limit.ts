import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { tooManyRequests } from '#server/errors.ts';

/** Requests per minute and token when nothing else is set. The console never comes near it. */
export const DEFAULT_RATE_LIMIT = 3000;

const MINUTE_SECONDS = 60;
const MOST_CALLERS = 100_000;

/**
 * Counts requests in whole minutes. In memory, so each process of a deployment grants the limit on its own: it keeps a
 * wild script from starving the others and is no means of billing.
 */
class MinuteWindow {
  readonly #counts = new Map<string, number>();
  #minute = 0;

  /** Counts a request in the minute of `seconds`; returns how many there are now. */
  count(caller: string, seconds: number): number {
    const minute = Math.floor(seconds / MINUTE_SECONDS);
    if (minute !== this.#minute || this.#counts.size > MOST_CALLERS) this.#counts.clear();
    this.#minute = minute;
    const count = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, count);
    return count;
  }
}

/**
 * Limits requests per minute: of a token, or of an address where none is shown. Programs see what is left in
 * `X-RateLimit-…`. Register it before authentication, so that what is too much costs no statement.
 */
export function registerRateLimit(app: FastifyInstance, limit: number, clock: Clock): void {
  if (limit === 0) return;
  const window = new MinuteWindow();
  app.addHook('onRequest', async (request, reply) => {
    if (!isLimited(request)) return;
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const count = window.count(request.headers.authorization ?? request.ip, seconds);
    const reset = (Math.floor(seconds / MINUTE_SECONDS) + 1) * MINUTE_SECONDS;
    reply.headers({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - count)),
      'x-ratelimit-reset': String(reset),
    });
    if (count > limit) throw tooManyRequests(reset - seconds);
  });
}

function isLimited({ routeOptions, url }: FastifyRequest): boolean {
  return routeOptions.config.operation !== undefined || /^\/(auth|files|prints)(\/|$)/.test(url);
}
