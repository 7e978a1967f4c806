import { inOrganization, one, type Screen, whole } from '../screens/screen.ts';

export const siteScreens = [
  {
    name: 'sites',
    route: '/o/$organizationId/sites',
    path: inOrganization('/sites'),
    shows: 'Sites',
    empty: { shows: 'No sites yet' },
    failure: whole,
  },
  {
    name: 'site-new',
    route: '/o/$organizationId/sites/new',
    path: inOrganization('/sites/new'),
    shows: 'Create site',
    failure: null,
  },
  {
    name: 'site-settings',
    route: '/o/$organizationId/sites/$siteId/settings',
    path: one('sites', '/settings'),
    shows: /visib/i,
    empty: { shows: /visib/i },
    failure: { of: /\/(sections|site-spaces)$/ },
  },
] satisfies readonly Screen[];
