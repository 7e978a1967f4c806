import { inOrganization, type Screen, everything } from '../screens/screen.ts';

export const auditLogScreens = [
  {
    name: 'audit-log',
    route: '/o/$organizationId/audit-log',
    path: inOrganization('/audit-log'),
    expectedText: /^Any actor$|^Filters$/,
    empty: { expectedText: /^Any actor$|^Filters$/ },
    failure: everything,
  },
] satisfies readonly Screen[];
