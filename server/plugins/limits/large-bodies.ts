import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { callbackify } from 'node:util';
import { Limiter } from '#server/base/limiter.ts';
import { LARGE_BYTES } from './body-parser.ts';
import { keyOfAddress } from './rate-limit.ts';

/** For each caller: a body of 10 MB takes twice its size while it arrives, and stays until it is answered. */
const LIMITS = {
  maxRunning: Infinity,
  maxRunningPerKey: 2,
  maxWaiting: 2000,
  maxWaitingPerKey: 64,
  // Less than a body may take to arrive.
  timeoutMs: 20_000,
};

/**
 * Lets two large bodies of one caller arrive at once; the others wait unread, so that they take room at their sender only.
 * Register it behind what finds the caller, and before what reads bodies.
 */
export function registerLargeBodies(app: FastifyInstance): void {
  const limiter = new Limiter(LIMITS);
  const makeRoom = callbackify(
    (request: FastifyRequest, { raw }: FastifyReply) =>
      new Promise<void>((resolve, reject) => {
        const receive = () => {
          resolve();
          return once(raw, 'close');
        };
        limiter.run(keyOf(request), receive, { signal: request.caller.gone }).catch(reject);
      }),
  );
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isLarge(request)) makeRoom(request, reply, (error) => done(error, payload));
    else done(null, payload);
  });
}

/** A body without a length may become as large as any. */
function isLarge({ headers, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.other?.body === 'bytes') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BYTES;
}

/** A person with all their sessions and API tokens, as anyone can start and make more of them. */
const keyOf = ({ actor, clientAddress }: FastifyRequest) => actor?.user.id ?? keyOfAddress(clientAddress);
