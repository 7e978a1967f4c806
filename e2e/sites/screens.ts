import { inOrganization, itemPath, type Screen, everything } from '../screens/screen.ts';

export const siteScreens = [
  {
    name: 'sites',
    route: '/o/$organizationId/sites',
    path: inOrganization('/sites'),
    expectedText: 'Sites',
    empty: { expectedText: 'No sites yet' },
    failure: everything,
  },
  {
    name: 'site-new',
    route: '/o/$organizationId/sites/new',
    path: inOrganization('/sites/new'),
    expectedText: 'Create site',
    failure: null,
  },
  {
    name: 'site-settings',
    route: '/o/$organizationId/sites/$siteId/settings',
    path: itemPath('sites', '/settings'),
    expectedText: /visib/i,
    empty: { expectedText: /visib/i },
    failure: { pathPattern: /\/(sections|site-spaces)$/ },
  },
] satisfies readonly Screen[];
