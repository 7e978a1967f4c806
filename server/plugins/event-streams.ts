import type { FastifyInstance } from 'fastify';
import { ChangeRequestHub, type HubOptions } from '#server/event-streams/change-request-hub.ts';
import { OrganizationHub } from '#server/event-streams/organization-hub.ts';
import { shareNotificationSignals } from '#server/notifications/notification-signals.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The open streams of change requests. Close it first: their connections keep the app open. */
    changeRequestHub: ChangeRequestHub;
    /** The open streams of organizations; it closes with those of change requests. */
    organizationHub: OrganizationHub;
  }
}

export function registerEventStreams(app: FastifyInstance, options: HubOptions): void {
  const hub = new ChangeRequestHub(options);
  const { database, clock, actors } = options;
  const organizations = new OrganizationHub({ db: database.db, clock, actors });
  app.decorate('changeRequestHub', hub);
  app.decorate('organizationHub', organizations);
  if (database.pubSub) app.addHook('onClose', shareNotificationSignals(database.pubSub));
  app.addHook('preClose', () => {
    organizations.close();
    return hub.close();
  });
}
