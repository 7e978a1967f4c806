import { itemPath, type Screen } from '../screens/screen.ts';

const help = /help/i;
/** Its visitors sign in. */
const handbook = /handbook/i;

export const visitorScreens = [
  {
    name: 'visitors',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: itemPath('sites', '/visitors', help),
    expectedText: 'Anonymous visitor',
    empty: { expectedText: 'No sections or site spaces yet' },
    failure: { pathPattern: /\/adaptive-schema$/ },
  },
  {
    name: 'visitors-claims',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: itemPath('sites', '/visitors?view=claims', help),
    expectedText: 'New claim',
    empty: { expectedText: 'No claims yet' },
    failure: null,
  },
  {
    name: 'visitors-claim-new',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: itemPath('sites', '/visitors?view=claims&dialog=new', help),
    expectedText: 'Create claim',
    failure: null,
  },
  {
    name: 'visitors-conditions',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: itemPath('sites', '/visitors?view=conditions', help),
    expectedText: /visitor\.claims/,
    empty: { expectedText: 'No conditions yet' },
    failure: null,
  },
  {
    name: 'visitors-authentication',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: itemPath('sites', '/visitors?view=authentication', handbook),
    expectedText: 'Valid',
    empty: { expectedText: 'No keys yet' },
    failure: { pathPattern: /\/visitor-authentication$/ },
  },
  {
    name: 'visitors-key-new',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: itemPath('sites', '/visitors?view=authentication&dialog=key', handbook),
    expectedText: 'Accept the previous key',
    failure: null,
  },
  {
    name: 'published',
    route: '/o/$organizationId/sites/$siteId/published',
    path: itemPath('sites', '/published', help),
    expectedText: 'Appearance',
    empty: { expectedText: 'This site is empty.' },
    failure: { pathPattern: /\/published$/ },
  },
] satisfies readonly Screen[];
