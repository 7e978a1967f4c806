import { everything, inOrganization, itemPath, type Screen } from '../screens/screen.ts';

export const importScreens = [
  {
    name: 'imports',
    route: '/o/$organizationId/imports',
    path: inOrganization('/imports'),
    expectedText: 'Source',
    empty: { expectedText: 'No imports yet' },
    failure: everything,
  },
  {
    name: 'import-new',
    route: '/o/$organizationId/imports/new',
    path: inOrganization('/imports/new'),
    expectedText: 'Choose folder…',
    failure: null,
  },
  {
    name: 'import',
    route: '/o/$organizationId/imports/$importId',
    path: itemPath('imports', ''),
    expectedText: 'Report',
    failure: everything,
  },
] satisfies readonly Screen[];
