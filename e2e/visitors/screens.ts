import { one, type Screen } from '../screens/screen.ts';

const help = /help/i;

export const visitorScreens = [
  {
    name: 'visitors',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: one('sites', '/visitors', help),
    shows: 'Nothing known',
    empty: { shows: 'No sections or site spaces yet' },
    failure: { of: /\/adaptive-schema$/ },
  },
  {
    name: 'visitors-claims',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: one('sites', '/visitors?view=claims', help),
    shows: 'New claim',
    empty: { shows: 'No claims yet' },
    failure: null,
  },
  {
    name: 'visitors-claim-new',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: one('sites', '/visitors?view=claims&dialog=new', help),
    shows: 'Create claim',
    failure: null,
  },
  {
    name: 'visitors-conditions',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: one('sites', '/visitors?view=conditions', help),
    shows: /visitor\.claims/,
    empty: { shows: 'No conditions yet' },
    failure: null,
  },
  {
    name: 'published',
    route: '/o/$organizationId/sites/$siteId/published',
    path: one('sites', '/published', help),
    shows: 'Looks',
    empty: { shows: 'This site is empty.' },
    failure: { of: /\/published$/ },
  },
] satisfies readonly Screen[];
