import { inOrganization, type Screen, everything } from '../screens/screen.ts';

export const settingsScreens = [
  {
    name: 'settings-general',
    route: '/o/$organizationId/settings/general',
    path: inOrganization('/settings/general'),
    expectedText: 'Leave organization…',
    empty: { expectedText: 'Leave organization…' },
    failure: everything,
  },
  {
    name: 'settings-access',
    route: '/o/$organizationId/settings/access',
    path: inOrganization('/settings/access'),
    expectedText: 'Enforce single sign-on',
    empty: { expectedText: 'Enforce single sign-on' },
    failure: null,
  },
  {
    name: 'settings-merge-rules',
    route: '/o/$organizationId/settings/merge-rules',
    path: inOrganization('/settings/merge-rules'),
    expectedText: 'Stopped by merge rules',
    empty: { expectedText: 'No entries yet' },
    failure: everything,
  },
] satisfies readonly Screen[];
