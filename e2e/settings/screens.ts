import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const settingsScreens = [
  {
    name: 'settings-general',
    route: '/o/$organizationId/settings/general',
    path: inOrganization('/settings/general'),
    shows: 'Plan and billing',
    empty: { shows: 'Plan and billing' },
    failure: whole,
  },
  {
    name: 'settings-access',
    route: '/o/$organizationId/settings/access',
    path: inOrganization('/settings/access'),
    shows: 'Enforce single sign-on',
    empty: { shows: 'Enforce single sign-on' },
    failure: null,
  },
] satisfies readonly Screen[];
