import { inOrganization, type Screen, everything } from '../screens/screen.ts';

export const searchScreens = [
  {
    name: 'search',
    route: '/o/$organizationId/search',
    path: inOrganization('/search?q=battery'),
    expectedText: /Pages in/,
    empty: { expectedText: 'Search this organization', path: inOrganization('/search') },
    failure: everything,
  },
] satisfies readonly Screen[];
