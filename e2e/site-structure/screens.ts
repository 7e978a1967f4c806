import { one, type Screen } from '../screens/screen.ts';

export const siteStructureScreens = [
  {
    name: 'structure',
    route: '/o/$organizationId/sites/$siteId/structure',
    path: one('sites', '/structure'),
    shows: /section/i,
    empty: { shows: 'This site is empty' },
    failure: { of: /\/structure$/ },
  },
] satisfies readonly Screen[];
