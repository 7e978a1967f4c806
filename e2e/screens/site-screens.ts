import { inOrganization, one, type Screen, whole } from './screen.ts';

const help = /help/i;

/** Sites, what they are made of and who sees what of them; and what is found everywhere. */
export const siteScreens = [
  {
    name: 'sites',
    route: '/o/$organizationId/sites',
    path: inOrganization('/sites'),
    shows: 'Sites',
    empty: { shows: 'No site yet' },
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
    name: 'structure',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: one('sites', '/structure'),
    shows: /section/i,
    empty: { shows: 'This site shows nothing yet' },
    failure: { of: /\/structure$/ },
  },
  {
    name: 'site-settings',
    route: '/o/$organizationId/sites/$siteId/settings',
    path: one('sites', '/settings'),
    shows: /visib/i,
    empty: { shows: /visib/i },
    failure: { of: /\/(sections|site-spaces)$/ },
  },
  {
    name: 'visitors',
    route: '/o/$organizationId/sites/$siteId/visitors',
    path: one('sites', '/visitors', help),
    shows: 'Nothing known',
    empty: { shows: 'Nothing to see yet' },
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
    empty: { shows: 'Nothing is in it yet.' },
    failure: { of: /\/published$/ },
  },
  {
    name: 'search',
    route: '/o/$organizationId/search',
    path: inOrganization('/search?q=battery'),
    shows: /Pages in/,
    empty: { shows: 'What are you looking for?', path: inOrganization('/search') },
    failure: whole,
  },
] satisfies readonly Screen[];
