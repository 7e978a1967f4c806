import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const auditLogScreens = [
  {
    name: 'audit-log',
    route: '/o/$organizationId/audit-log',
    path: inOrganization('/audit-log'),
    shows: 'Who changed what',
    empty: { shows: 'Who changed what' },
    failure: whole,
  },
] satisfies readonly Screen[];
