import type { FastifyInstance } from 'fastify';
import { type HubOptions, OrganizationHub } from '#server/event-streams/organization-hub.ts';
import { shareNotificationSignals } from '#server/notifications/notification-signals.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The open event streams. Close it first: their connections keep the app open. */
    organizationHub: OrganizationHub;
  }
}

export function registerEventStreams(app: FastifyInstance, options: HubOptions): void {
  const hub = new OrganizationHub(options);
  app.decorate('organizationHub', hub);
  const { pubSub } = options.database;
  if (pubSub) app.addHook('onClose', shareNotificationSignals(pubSub));
  app.addHook('preClose', () => hub.close());
}
