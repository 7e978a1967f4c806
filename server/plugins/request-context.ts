import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ActorCache } from '#server/access/actor-cache.ts';
import type { Actor } from '#server/access/actor.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/schema.ts';
import type { Fetcher } from '#server/fetching/guarded-fetch.ts';
import type { CursorSigner } from '#server/lists/cursors.ts';
import type { ServiceSettings } from '#server/service-settings.ts';

/** The context of every request of an app. */
export interface RequestContext {
  db: Kysely<Database>;
  clock: Clock;
  service: ServiceSettings;
  cursors: CursorSigner;
  actors: ActorCache;
  /** Fetches URLs that callers name; handlers use no other network access. */
  fetcher: Fetcher;
}

declare module 'fastify' {
  interface FastifyRequest extends RequestContext {
    /** The caller. Set on every operation that requires a token. */
    actor: Actor;
  }
}

export function registerRequestContext(app: FastifyInstance, context: RequestContext): void {
  app.decorateRequest('db', { getter: () => context.db });
  app.decorateRequest('clock', { getter: () => context.clock });
  app.decorateRequest('service', { getter: () => context.service });
  app.decorateRequest('cursors', { getter: () => context.cursors });
  app.decorateRequest('actors', { getter: () => context.actors });
  app.decorateRequest('fetcher', { getter: () => context.fetcher });
  app.decorateRequest('actor');
}
