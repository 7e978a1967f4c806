import { everything, inOrganization, type Screen } from '../screens/screen.ts';

export const mailScreens = [
  {
    name: 'settings-mail',
    route: '/o/$organizationId/settings/mail',
    path: inOrganization('/settings/mail'),
    expectedText: 'Delivery',
    empty: { expectedText: 'Delivery' },
    failure: everything,
  },
  {
    name: 'settings-mail-queue',
    route: '/o/$organizationId/settings/mail/queue',
    path: inOrganization('/settings/mail/queue'),
    expectedText: 'Mail queue',
    empty: { expectedText: 'No mail yet' },
    failure: everything,
  },
] satisfies readonly Screen[];
