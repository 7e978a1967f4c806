import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { ChangeClaim } from '#server/base/caller.ts';
import type { Clock } from '#server/base/clock.ts';
import { ApiError, badValue, conflict } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  claimStatement,
  deleteClaim,
  findStored,
  type RepeatedRequest,
  type StoredResponse,
  storeResponse,
  trimResponses,
} from './stored-responses.ts';

/** A request with a key that is being answered. */
interface Attempt extends RepeatedRequest {
  claim: ChangeClaim;
  /** Lets those continue that came with the same key meanwhile. */
  finish: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the first request with a key. */
    attempt: Attempt | undefined;
  }
}

const MAX_BODY_LENGTH = 100_000;
const STORED_HEADERS = ['content-type', 'etag', 'location'];
/** How long the response of a change that was made is waited for: the server that made it is about to store it. */
const RESPONSE_WAIT_MS = 2000;
const LOOK_AGAIN_MS = 50;
const UNAVAILABLE = 503;

/**
 * Executes a change once although it arrives twice. A client that does not know whether its change has arrived sends it
 * again with the same `Idempotency-Key` and gets the first response. The key is stored in the change's own transaction
 * (decision 334), so no server that is killed and no other server makes the change again, and the response after it, for a day. A request
 * that has failed is executed again. Reusing a key with another body is an error.
 */
export function registerIdempotency(app: FastifyInstance, db: Kysely<Database>, clock: Clock): void {
  const keys = new KeyedRequests(db, clock);
  app.decorateRequest('attempt', undefined);
  const begin = callbackify((request: FastifyRequest, reply: FastifyReply, attempt: RepeatedRequest) =>
    keys.begin(request, reply, attempt),
  );
  app.addHook('preHandler', (request, reply, done) => {
    const attempt = readAttempt(request);
    if (attempt === undefined) return done();
    return begin(request, reply, attempt, (error, isAnswered) => {
      if (error || !isAnswered) done(error ?? undefined);
    });
  });
  const settle = callbackify((request: FastifyRequest, reply: FastifyReply, payload: unknown) =>
    keys.settle(request, reply, payload),
  );
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.attempt) return done(null, payload);
    return settle(request, reply, payload, (error, sent) => (error ? done(error) : done(null, sent)));
  });
  // The response could not even be sent; finishing twice has no effect.
  app.addHook('onResponse', (request, _reply, done) => {
    request.attempt?.finish();
    done();
  });
}

/** The requests with a key at this server. Those with the same key come one after the other. */
class KeyedRequests {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #open = new Map<string, Promise<void>>();
  readonly #stored = new StoredSinceTrim();

  constructor(db: Kysely<Database>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Answers a repetition; else the change is to be made. Returns whether it has answered. */
  async begin(request: FastifyRequest, reply: FastifyReply, attempt: RepeatedRequest): Promise<boolean> {
    while (this.#open.has(attempt.name)) await this.#open.get(attempt.name);
    const finish = this.#enter(attempt.name);
    try {
      const response = await findResponse(this.#db, attempt, this.#clock);
      if (!response) {
        const claim: ChangeClaim = { statement: claimStatement(attempt, this.#clock.now()), state: 'open' };
        request.caller.claim = claim;
        request.attempt = { ...attempt, claim, finish };
        return false;
      }
      finish();
      reply
        .code(response.status)
        .headers(response.headers)
        .send(response.body ?? undefined);
      return true;
    } catch (error) {
      finish();
      throw error;
    }
  }

  /** Stores the response, or frees the key. Returns what is sent. */
  async settle(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { attempt } = request;
    if (!attempt) return payload;
    try {
      if (attempt.claim.state === 'taken') return await takeOver(this.#db, attempt, reply, this.#clock);
      const response = toStoredResponse(reply, payload);
      await settleAttempt(this.#db, attempt, response, { clock: this.#clock, status: reply.statusCode });
      if (response && this.#stored.isTooMuch(attempt.userId, response.body?.length ?? 0))
        await trimResponses(this.#db, attempt.userId);
    } catch (error) {
      // The change is made, or is not; only the answer to a repetition is less good.
      request.log.warn({ err: error }, 'the response to an Idempotency-Key was not stored');
    } finally {
      attempt.finish();
    }
    return payload;
  }

  /** Others with the same key wait until the function is called that it returns. */
  #enter(name: string): () => void {
    let end = () => {};
    const entered = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#open.set(name, entered);
    return () => {
      // Another one may have entered since the first call.
      if (this.#open.get(name) === entered) this.#open.delete(name);
      end();
    };
  }
}

/** The first response; undefined if the change was not made. Throws 422 for another body, and 409 if the response is lost. */
async function findResponse(
  db: Kysely<Database>,
  attempt: RepeatedRequest,
  clock: Clock,
): Promise<StoredResponse | undefined> {
  const until = performance.now() + RESPONSE_WAIT_MS;
  for (;;) {
    const stored = await findStored(db, attempt, clock.now());
    if (!stored) return undefined;
    if (stored.bodyDigest !== attempt.bodyDigest) throw keyReused();
    if (stored.response) return stored.response;
    if (performance.now() > until) throw responseLost();
    await wait(LOOK_AGAIN_MS);
  }
}

/** Answers with what another server has answered to the same request meanwhile. */
async function takeOver(
  db: Kysely<Database>,
  attempt: Attempt,
  reply: FastifyReply,
  clock: Clock,
): Promise<unknown> {
  try {
    const response = await findResponse(db, attempt, clock);
    if (!response) throw responseLost();
    reply.code(response.status).headers(response.headers);
    return response.body;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reply.code(error.status);
    return JSON.stringify({ error: { code: error.status, message: error.message } });
  }
}

/**
 * Stores a response. A failure frees the key, as nothing has changed; except 503, which also says that the connection broke: there,
 * what the database has counts.
 */
async function settleAttempt(
  db: Kysely<Database>,
  attempt: Attempt,
  response: StoredResponse | null,
  { clock, status }: { clock: Clock; status: number },
): Promise<void> {
  if (response) await storeResponse(db, attempt, response, clock.now());
  else if (attempt.claim.state === 'kept' && status !== UNAVAILABLE && status >= 400)
    await deleteClaim(db, attempt);
}

/** What this server has stored for each person since their responses were trimmed last. */
class StoredSinceTrim {
  readonly #byUser = new Map<string, { responses: number; characters: number }>();

  isTooMuch(userId: string, size: number): boolean {
    const { responses, characters } = this.#byUser.get(userId) ?? { responses: 0, characters: 0 };
    const next = { responses: responses + 1, characters: characters + size };
    if (next.responses >= TRIM_EVERY.responses || next.characters >= TRIM_EVERY.characters) {
      this.#byUser.delete(userId);
      return true;
    }
    if (this.#byUser.size >= MAX_USERS) this.#byUser.clear();
    this.#byUser.set(userId, next);
    return false;
  }
}

const TRIM_EVERY = { responses: 200, characters: 1_000_000 };
const MAX_USERS = 10_000;

/** The identity of a keyed request: caller, method, URL and key; undefined for all others. */
function readAttempt(request: FastifyRequest): RepeatedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method === 'GET' || !request.routeOptions.config.operation)
    return undefined;
  // Ignoring an invalid key would leave the client unprotected.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badValue('header.idempotency-key', 'must have 1 to 255 ASCII characters without spaces');
  const { signingKey } = request.service;
  const userId = request.actor?.user.id ?? '';
  const identity = JSON.stringify([userId, request.method, request.url, key]);
  return {
    name: digestOf(signingKey, identity).toString('base64'),
    bodyDigest: digestOf(signingKey, JSON.stringify(request.body ?? null)).toString('base64'),
    // Responses may have secrets that are shown once: only who has the key can have them again.
    encryptionKey: digestOf(signingKey, `response ${identity}`),
    userId,
    id: randomUUID(),
  };
}

/** URLs and bodies can be arbitrarily long; a digest is not, and tells nothing to who has only the database. */
function digestOf(signingKey: KeyObject, text: string): Buffer {
  return createHmac('sha256', signingKey).update(text).digest();
}

function keyReused(): ApiError {
  return new ApiError(422, 'This Idempotency-Key was already used with a different body. Use a new key.');
}

function responseLost(): ApiError {
  return conflict(
    'The change was made, but its response was lost, as when a server stops. Load it again to see the change.',
  );
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
