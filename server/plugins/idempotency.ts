import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { callbackify } from 'node:util';
import type { Clock } from '#server/base/clock.ts';
import { ApiError, badValue } from '#server/base/errors.ts';

/** A response that can be sent again. */
interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** A keyed request with its response, once there is one. */
interface Attempt {
  expiresAt: number;
  /** The digest of the body. */
  bodyDigest: string;
  /** The response to repeat; null after a failure, which may be retried. */
  response: Promise<StoredResponse | null>;
  resolve: (response: StoredResponse | null) => void;
  /** The length of the stored response. */
  characters: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the first request with a key. */
    attempt: Attempt | undefined;
  }
}

const TTL_MS = 15 * 60_000;
const MAX_ATTEMPTS = 5000;
const MAX_BODY_LENGTH = 100_000;
const STORED_HEADERS = ['content-type', 'etag', 'location'];

/**
 * Executes a change once although it arrives twice. A client that does not know whether its change has arrived sends it
 * again with the same `Idempotency-Key` and gets the first response. Successes are stored for 15 minutes; a failed
 * request is executed again. Reusing a key with another body is an error. In memory: each process has its own cache.
 */
export function registerIdempotency(app: FastifyInstance, clock: Clock): void {
  const attempts = new IdempotencyCache();
  app.decorateRequest('attempt', undefined);

  const repeat = callbackify(async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const now = clock.now().getTime();
    const content = digestOf(request.body ?? null);
    const response = await attempts.find(name, now, content);
    if (response)
      reply
        .code(response.status)
        .headers(response.headers)
        .send(response.body ?? undefined);
    else request.attempt = attempts.start(name, now, content);
    return response !== undefined;
  });
  app.addHook('preHandler', (request, reply, done) => {
    const name = attemptKey(request);
    if (name === undefined) return done();
    return repeat(name, request, reply, (error, isAnswered) => {
      if (error || !isAnswered) done(error ?? undefined);
    });
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    request.attempt?.resolve(toStoredResponse(reply, payload));
    done(null, payload);
  });
  // The response could not even be sent; resolving twice has no effect.
  app.addHook('onResponse', (request, _reply, done) => {
    request.attempt?.resolve(null);
    done();
  });
}

/** Attempts by key, oldest first, limited in number and in total size of responses. */
export class IdempotencyCache {
  readonly #byName = new Map<string, Attempt>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters = 16_000_000) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * The response of an attempt, once there is one; undefined if the request should be executed. Throws 422 if the key
   * was used with another body.
   */
  async find(name: string, now: number, content = ''): Promise<StoredResponse | undefined> {
    for (let request = this.#byName.get(name); request && request.expiresAt > now;) {
      const response = await request.response;
      if (response && request.bodyDigest !== content) throw keyReused();
      if (response) return response;
      // Another request that waited for the same failure may already be executed again.
      const latest = this.#byName.get(name);
      request = latest === request ? undefined : latest;
    }
    return undefined;
  }

  /** Replaces the attempt with the same key. */
  start(name: string, now: number, content = ''): Attempt {
    this.#delete(name);
    for (const [oldest, { expiresAt }] of this.#byName) {
      if (this.#byName.size < MAX_ATTEMPTS && expiresAt > now) break;
      this.#delete(oldest);
    }
    let resolveResponse: (response: StoredResponse | null) => void = () => {};
    const pendingResponse = new Promise<StoredResponse | null>((resolve) => {
      resolveResponse = resolve;
    });
    const attempt: Attempt = {
      expiresAt: now + TTL_MS,
      bodyDigest: content,
      response: pendingResponse,
      characters: 0,
      resolve: (response) => {
        if (this.#byName.get(name) === attempt) this.#addCharacters(attempt, response?.body?.length ?? 0);
        resolveResponse(response);
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

/** The identity of a keyed request: caller, method, URL and key; undefined for all others. */
function attemptKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method === 'GET' || !request.routeOptions.config.operation)
    return undefined;
  // Ignoring an invalid key would leave the client unprotected.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badValue('header.idempotency-key', 'must have 1 to 255 ASCII characters without spaces');
  return digestOf([request.actor?.user.id, request.method, request.url, key]);
}

/** URLs and bodies can be arbitrarily long; a digest is not. */
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
