import { namedItemPath, inOrganization, type Screen, everything } from '../screens/screen.ts';

export const apiSpecScreens = [
  {
    name: 'api-specs',
    route: '/o/$organizationId/api-specs',
    path: inOrganization('/api-specs'),
    expectedText: 'Up to date',
    empty: { expectedText: 'No API specifications yet' },
    failure: everything,
  },
  {
    name: 'api-spec-new',
    route: '/o/$organizationId/api-specs/new',
    path: inOrganization('/api-specs/new'),
    expectedText: 'Create specification',
    failure: null,
  },
  {
    name: 'api-spec',
    route: '/o/$organizationId/api-specs/$slug',
    path: namedItemPath('openapi', 'api-specs', '', /tideline-api/),
    expectedText: /\d operations/,
    empty: { expectedText: 'No versions yet' },
    failure: everything,
  },
  {
    name: 'api-spec-source',
    route: '/o/$organizationId/api-specs/$slug/source',
    path: namedItemPath('openapi', 'api-specs', '/source', /tideline-api/),
    expectedText: 'Change source',
    failure: null,
  },
  {
    name: 'api-spec-compare',
    route: '/o/$organizationId/api-specs/$slug/compare',
    path: namedItemPath('openapi', 'api-specs', '/compare', /tideline-api/),
    expectedText: /identical|breaking changes|Only one version/,
    empty: { expectedText: 'No versions yet' },
    failure: everything,
  },
] satisfies readonly Screen[];
