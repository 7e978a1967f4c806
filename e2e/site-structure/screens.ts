import { itemPath, type Screen } from '../screens/screen.ts';

export const siteStructureScreens = [
  {
    name: 'structure',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: itemPath('sites', '/structure'),
    expectedText: /section/i,
    empty: { expectedText: 'This site is empty' },
    failure: { pathPattern: /\/structure$/ },
  },
] satisfies readonly Screen[];
