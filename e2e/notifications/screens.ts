import { everything, inOrganization, type Screen } from '../screens/screen.ts';

export const notificationScreens = [
  {
    name: 'notifications',
    route: '/o/$organizationId/notifications',
    path: inOrganization('/notifications'),
    expectedText: 'Mark all as read',
    empty: { expectedText: 'All clear' },
    failure: everything,
  },
  {
    name: 'notification-settings',
    route: '/o/$organizationId/notifications/settings',
    path: inOrganization('/notifications/settings'),
    expectedText: 'Review requests',
    failure: everything,
  },
] satisfies readonly Screen[];
