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
] satisfies readonly Screen[];
