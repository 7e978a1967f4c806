import type { FastifyInstance } from 'fastify';
import { ChangeRequestHub, type HubOptions } from '#server/event-streams/change-request-hub.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The open streams of change requests. Close it first: their connections keep the app open. */
    changeRequestHub: ChangeRequestHub;
  }
}

export function registerEventStreams(app: FastifyInstance, options: HubOptions): void {
  const hub = new ChangeRequestHub(options);
  app.decorate('changeRequestHub', hub);
  app.addHook('preClose', () => hub.close());
}
