import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackify } from 'node:util';
import type { Actor } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { unauthorized } from '#server/base/errors.ts';

/** Resolves the bearer token of every request that requires one to `request.actor`. */
export function registerAuthentication(app: FastifyInstance): void {
  const load = callbackify((request: FastifyRequest, reply: FastifyReply) =>
    reply.retryRead(() => authenticate(request)),
  );
  app.addHook('onRequest', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (!operation || operation.isPublic) return done();
    const token = parseBearerToken(request.headers.authorization);
    const cachedActor = token === undefined ? undefined : request.actors.findCached(token);
    if (cachedActor) {
      request.actor = cachedActor;
      return done();
    }
    return load(request, reply, (error, actor) => {
      if (!error) request.actor = actor;
      done(error ?? undefined);
    });
  });
}

/** The owner of the request's token; throws 401 if there is none. */
export async function authenticate(request: FastifyRequest): Promise<Actor> {
  const token = parseBearerToken(request.headers.authorization);
  const actor = token === undefined ? undefined : await request.findActor(token);
  if (!actor) throw unauthorized();
  return actor;
}
