import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { ChangeRequestHub } from '#server/event-streams/change-request-hub.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The open streams of change requests. Close it first: their connections keep the app open. */
    changeRequestHub: ChangeRequestHub;
  }
}

export function registerEventStreams(app: FastifyInstance, clock: Clock): void {
  const hub = new ChangeRequestHub({ clock, actors: app.actors });
  app.decorate('changeRequestHub', hub);
  app.addHook('preClose', async () => hub.close());
}
