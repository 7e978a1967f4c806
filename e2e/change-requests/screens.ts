import { changeRequest, one, type Screen, whole } from '../screens/screen.ts';

const guide = /user guide/i;
const ofChangeRequest = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest';

export const changeRequestScreens = [
  {
    name: 'space-changes',
    route: '/o/$organizationId/spaces/$spaceId/changes',
    path: one('spaces', '/changes', guide),
    shows: 'Contributor',
    empty: { shows: 'No such change request', path: one('spaces', '/changes?status=archived') },
    failure: { of: /\/change-requests$/ },
  },
  {
    name: 'change-request-new',
    route: '/o/$organizationId/spaces/$spaceId/changes/new',
    path: one('spaces', '/changes/new', guide),
    shows: 'Create change request',
    failure: null,
  },
  {
    name: 'change-request',
    route: ofChangeRequest,
    path: changeRequest(''),
    shows: 'Merge checks',
    empty: { shows: 'Merge checks' },
    failure: whole,
  },
  {
    name: 'change-request-review',
    route: ofChangeRequest,
    path: changeRequest('?ask=review'),
    shows: 'Submit review',
    failure: null,
  },
  {
    name: 'change-request-reviewers',
    route: ofChangeRequest,
    path: changeRequest('?ask=reviewers'),
    shows: /Request review of/,
    failure: null,
  },
  {
    name: 'differences',
    route: `${ofChangeRequest}/diff/$pageId`,
    path: changeRequest('/diff'),
    shows: /places? differs?|text is the same/,
    empty: { shows: 'No changed pages' },
    failure: { of: /\/pages$/ },
  },
  {
    name: 'differences-source',
    route: `${ofChangeRequest}/diff/$pageId`,
    path: changeRequest('/diff?view=source'),
    shows: /places? differs?|text is the same/,
    failure: null,
  },
  {
    name: 'change-request-content',
    route: `${ofChangeRequest}/content`,
    path: changeRequest('/content'),
    shows: 'Links on this page',
    empty: { shows: 'No pages with text' },
    failure: { of: /\/content\/pages$/ },
  },
  {
    name: 'change-request-import',
    route: `${ofChangeRequest}/import`,
    path: changeRequest('/import'),
    shows: 'Source',
    failure: null,
  },
  {
    name: 'change-request-files',
    route: `${ofChangeRequest}/files`,
    path: changeRequest('/files'),
    shows: /file/i,
    empty: { shows: 'No changed files' },
    failure: { of: /\/changes$/ },
  },
  {
    name: 'change-request-links',
    route: `${ofChangeRequest}/links`,
    path: changeRequest('/links'),
    shows: 'Links from other spaces',
    empty: { shows: 'Links from other spaces' },
    failure: { of: /\/(links|changes)$/ },
  },
  {
    name: 'change-request-conflicts',
    route: `${ofChangeRequest}/conflicts`,
    path: changeRequest('/conflicts'),
    shows: /conflict/i,
    empty: { shows: 'No conflicts' },
    failure: { of: /\/conflicts$/ },
  },
] satisfies readonly Screen[];
