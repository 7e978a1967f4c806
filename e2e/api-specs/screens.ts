import { first, inOrganization, type Screen, whole } from '../screens/screen.ts';

export const apiSpecScreens = [
  {
    name: 'api-specs',
    route: '/o/$organizationId/api-specs',
    path: inOrganization('/api-specs'),
    shows: 'Up to date',
    empty: { shows: 'No API specifications yet' },
    failure: whole,
  },
  {
    name: 'api-spec-new',
    route: '/o/$organizationId/api-specs/new',
    path: inOrganization('/api-specs/new'),
    shows: 'Create specification',
    failure: null,
  },
  {
    name: 'api-spec',
    route: '/o/$organizationId/api-specs/$slug',
    path: first('openapi', 'api-specs', '', /tideline-api/),
    shows: /\d operations/,
    empty: { shows: 'No versions yet' },
    failure: whole,
  },
  {
    name: 'api-spec-source',
    route: '/o/$organizationId/api-specs/$slug/source',
    path: first('openapi', 'api-specs', '/source', /tideline-api/),
    shows: 'Change source',
    failure: null,
  },
  {
    name: 'api-spec-compare',
    route: '/o/$organizationId/api-specs/$slug/compare',
    path: first('openapi', 'api-specs', '/compare', /tideline-api/),
    shows: /the same|only one/,
    empty: { shows: 'There are no versions yet' },
    failure: whole,
  },
] satisfies readonly Screen[];
