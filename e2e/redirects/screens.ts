import { itemPath, type Screen } from '../screens/screen.ts';

export const redirectScreens = [
  {
    name: 'site-redirects',
    route: '/o/$organizationId/sites/$siteId/redirects',
    path: itemPath('sites', '/redirects'),
    expectedText: 'No redirects yet',
    empty: { expectedText: 'No redirects yet' },
    failure: { pathPattern: /\/redirects$/ },
  },
  {
    name: 'site-redirect-new',
    route: '/o/$organizationId/sites/$siteId/redirects',
    path: itemPath('sites', '/redirects?dialog=new'),
    expectedText: 'Create redirect',
    failure: null,
  },
] satisfies readonly Screen[];
