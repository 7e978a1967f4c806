import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';

/** An answer that is given once more to the same change. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** A change that was sent with a key: its answer, once there is one. */
interface Attempt {
  until: number;
  /** The answer to be repeated; null for one that failed, which may be tried again. */
  answer: Promise<Answer | null>;
  settle: (answer: Answer | null) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a change with a key that is done for the first time. */
    attempt: Attempt | undefined;
  }
}

const LIFETIME_MS = 15 * 60_000;
const MOST_ATTEMPTS = 5000;
const LONGEST_BODY = 100_000;
const REPEATED_HEADERS = ['content-type', 'etag', 'location'];

/**
 * Does a change once although it arrives twice. A client that does not know whether its change has arrived sends it
 * again with the same `Idempotency-Key`, and gets the answer of the first time. Successes are repeated for a quarter
 * of an hour; a refusal has changed nothing and is decided anew. In memory: each process of a deployment knows its own.
 */
export function registerRepeatedChanges(app: FastifyInstance, clock: Clock): void {
  const attempts = new Map<string, Attempt>();
  app.decorateRequest('attempt', undefined);

  app.addHook('preHandler', async (request, reply) => {
    const name = nameOf(request);
    if (name === undefined) return undefined;
    const now = clock.now().getTime();
    const known = attempts.get(name);
    const answer = known && known.until > now ? await known.answer : null;
    if (answer)
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .send(answer.body ?? undefined);
    for (const [oldest, { until }] of attempts) {
      if (attempts.size < MOST_ATTEMPTS && until > now) break;
      attempts.delete(oldest);
    }
    request.attempt = newAttempt(now + LIFETIME_MS);
    attempts.delete(name);
    attempts.set(name, request.attempt);
    return undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    request.attempt?.settle(answerOf(reply, payload));
    return payload;
  });
  // An answer that could not even be sent; settling twice changes nothing.
  app.addHook('onResponse', async (request) => request.attempt?.settle(null));
}

function newAttempt(until: number): Attempt {
  let settle: Attempt['settle'] = () => {};
  const answer = new Promise<Answer | null>((resolve) => {
    settle = resolve;
  });
  return { until, answer, settle };
}

/** What makes two requests the same change: who, what, where, and the key; undefined for all others. */
function nameOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\w.:-]{8,128}$/.test(key)) return undefined;
  if (request.method === 'GET' || !request.routeOptions.config.operation) return undefined;
  const content = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('base64');
  return [request.actor?.user.id, request.method, request.url, key, content].join(' ');
}

function answerOf(reply: FastifyReply, payload: unknown): Answer | null {
  if (reply.statusCode < 200 || reply.statusCode >= 300) return null;
  const body = payload ?? null;
  if (body !== null && (typeof body !== 'string' || body.length > LONGEST_BODY)) return null;
  const headers = REPEATED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}
