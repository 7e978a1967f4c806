import { inOrganization, type Screen, everything } from '../screens/screen.ts';

export const auditLogScreens = [
  {
    name: 'audit-log',
    route: '/o/$organizationId/audit-log',
    path: inOrganization('/audit-log'),
    expectedText: 'Who changed what',
    empty: { expectedText: 'Who changed what' },
    failure: everything,
  },
] satisfies readonly Screen[];
