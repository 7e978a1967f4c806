import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { ApiError, badValue } from '#server/errors.ts';

/** An answer that is given once more to the same change. */
interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** A change that was sent with a key: its answer, once there is one. */
interface Attempt {
  expiresAt: number;
  /** What was to be done: the body, as a digest. */
  bodyDigest: string;
  /** The answer to be repeated; null for one that failed, which may be tried again. */
  response: Promise<StoredResponse | null>;
  resolve: (answer: StoredResponse | null) => void;
  /** Length of the answer that is kept. */
  characters: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a change with a key that is done for the first time. */
    attempt: Attempt | undefined;
  }
}

const TTL_MS = 15 * 60_000;
const MAX_ATTEMPTS = 5000;
const MAX_BODY_LENGTH = 100_000;
const STORED_HEADERS = ['content-type', 'etag', 'location'];

/**
 * Does a change once although it arrives twice. A client that does not know whether its change has arrived sends it
 * again with the same `Idempotency-Key`, and gets the answer of the first time. Successes are repeated for a quarter
 * of an hour; a refusal has changed nothing and is decided anew. A key that comes with another body is a mistake, which is
 * refused. In memory: each process of a deployment knows its own.
 */
export function registerIdempotency(app: FastifyInstance, clock: Clock): void {
  const attempts = new IdempotencyCache();
  app.decorateRequest('attempt', undefined);

  app.addHook('preHandler', async (request, reply) => {
    const name = attemptKey(request);
    if (name === undefined) return undefined;
    const now = clock.now().getTime();
    const content = digestOf(request.body ?? null);
    const answer = await attempts.find(name, now, content);
    if (answer)
      return reply
        .code(answer.status)
        .headers(answer.headers)
        .send(answer.body ?? undefined);
    request.attempt = attempts.start(name, now, content);
    return undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    request.attempt?.resolve(toStoredResponse(reply, payload));
    return payload;
  });
  // An answer that could not even be sent; settling twice changes nothing.
  app.addHook('onResponse', async (request) => request.attempt?.resolve(null));
}

/** Attempts by name, the oldest first: a fixed number of them, with answers of a fixed size altogether. */
export class IdempotencyCache {
  readonly #byName = new Map<string, Attempt>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters = 16_000_000) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * The answer of an attempt, once there is one; undefined where the change is to be done. Throws 422 where the change
   * that has been done was another one.
   */
  async find(name: string, now: number, content = ''): Promise<StoredResponse | undefined> {
    for (let known = this.#byName.get(name); known && known.expiresAt > now;) {
      const answer = await known.response;
      if (answer && known.bodyDigest !== content) throw keyReused();
      if (answer) return answer;
      // Another one who waited for the same refusal may have begun anew in the meantime.
      const latest = this.#byName.get(name);
      known = latest === known ? undefined : latest;
    }
    return undefined;
  }

  /** Puts a new attempt in the place of the one with its name. */
  start(name: string, now: number, content = ''): Attempt {
    this.#delete(name);
    for (const [oldest, { expiresAt }] of this.#byName) {
      if (this.#byName.size < MAX_ATTEMPTS && expiresAt > now) break;
      this.#delete(oldest);
    }
    let resolveAnswer: (answer: StoredResponse | null) => void = () => {};
    const answer = new Promise<StoredResponse | null>((resolve) => {
      resolveAnswer = resolve;
    });
    const attempt: Attempt = {
      expiresAt: now + TTL_MS,
      bodyDigest: content,
      response: answer,
      characters: 0,
      resolve: (settled) => {
        if (this.#byName.get(name) === attempt) this.#addCharacters(attempt, settled?.body?.length ?? 0);
        resolveAnswer(settled);
      },
    };
    this.#byName.set(name, attempt);
    return attempt;
  }

  #addCharacters(attempt: Attempt, characters: number): void {
    attempt.characters += characters;
    this.#characters += characters;
    for (const [oldest, other] of this.#byName) {
      if (this.#characters <= this.#maxCharacters) break;
      if (other.characters > 0) this.#delete(oldest);
    }
  }

  #delete(name: string): void {
    this.#characters -= this.#byName.get(name)?.characters ?? 0;
    this.#byName.delete(name);
  }
}

/** What makes two requests the same change: who, where, and the key; undefined for all others. */
function attemptKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method === 'GET' || !request.routeOptions.config.operation)
    return undefined;
  // A key that was not understood would leave its sender without the protection that it asks for.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badValue('header.idempotency-key', 'must have 1 to 255 ASCII characters without spaces');
  return digestOf([request.actor?.user.id, request.method, request.url, key]);
}

/** Addresses and bodies are as long as callers like; a digest is not. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

function keyReused(): ApiError {
  return new ApiError(422, 'This Idempotency-Key was already used with a different body. Use a new key.');
}

function toStoredResponse(reply: FastifyReply, payload: unknown): StoredResponse | null {
  if (reply.statusCode < 200 || reply.statusCode >= 300) return null;
  const body = payload ?? null;
  if (body !== null && (typeof body !== 'string' || body.length > MAX_BODY_LENGTH)) return null;
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}
