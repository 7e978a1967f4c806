import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '#server/access/actor.ts';
import { parseBearerToken } from '#server/access/tokens.ts';
import { unauthorized } from '#server/errors.ts';

/** Resolves the bearer token of every request that requires one to `request.actor`. */
export function registerAuthentication(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const operation = request.routeOptions.config.operation;
    if (!operation || operation.isPublic) return;
    request.actor = await authenticate(request);
  });
}

/** The owner of the request's token; throws 401 if there is none. */
export async function authenticate(request: FastifyRequest): Promise<Actor> {
  const token = parseBearerToken(request.headers.authorization);
  const actor = token === undefined ? undefined : await request.actors.find(token);
  if (!actor) throw unauthorized();
  return actor;
}
