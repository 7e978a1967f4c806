import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ActorCache } from '#server/access/actor-cache.ts';
import type { Actor } from '#server/access/actor.ts';
import { Caller } from '#server/base/caller.ts';
import type { Clock } from '#server/base/clock.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { CursorSigner } from '#server/lists/cursors.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import type { Mailer } from '#server/network/mailer.ts';
import type { LookUpTexts } from '#server/network/name-proof.ts';

/** The context of every request of an app. */
interface RequestContext {
  clock: Clock;
  service: ServiceSettings;
  cursors: CursorSigner;
  actors: ActorCache;
  /** Fetches URLs that callers name; handlers use no other network access. */
  fetcher: Fetcher;
  /** Delivers mail that a person waits for; all else is queued. */
  mailer: Mailer;
  /** Looks up DNS records of names that callers give. */
  lookUpTexts: LookUpTexts;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The settings that requests have, for background work. */
    service: ServiceSettings;
  }
  interface FastifyRequest extends RequestContext {
    caller: Caller;
    /** Aborts when the connection is closed before the response has been sent. */
    readonly gone: AbortSignal;
    /** The database for this request: no statement runs after its caller has disconnected. */
    db: Kysely<Database>;
    /** The owner of a token; undefined if it is unknown, expired or revoked. */
    findActor(token: string): Promise<Actor | undefined>;
    /** The caller. Set on every operation that requires a token. */
    actor: Actor;
  }
}

export function registerRequestContext(
  app: FastifyInstance,
  { forCaller }: Pick<Connection, 'forCaller'>,
  context: RequestContext,
): void {
  app.decorate('service', context.service);
  app.decorateRequest('caller');
  app.decorateRequest('gone', {
    getter() {
      return this.caller.gone;
    },
  });
  app.decorateRequest('db');
  app.addHook('onRequest', (request, reply, done) => {
    const caller = new Caller();
    request.caller = caller;
    request.db = forCaller(caller);
    // Fastify's own signal aborts as soon as the body of a request has been read.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) caller.leave();
    });
    done();
  });
  app.decorateRequest('clock', { getter: () => context.clock });
  app.decorateRequest('service', { getter: () => context.service });
  app.decorateRequest('cursors', { getter: () => context.cursors });
  app.decorateRequest('actors', { getter: () => context.actors });
  app.decorateRequest('fetcher', { getter: () => context.fetcher });
  app.decorateRequest('mailer', { getter: () => context.mailer });
  app.decorateRequest('lookUpTexts', { getter: () => context.lookUpTexts });
  app.decorateRequest('actor');
  app.decorateRequest('findActor', function findActor(token) {
    return this.isReadOnly ? this.actors.findAt(this.db, token, this.service) : this.actors.find(token);
  });
}
