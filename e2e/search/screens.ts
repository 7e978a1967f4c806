import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const searchScreens = [
  {
    name: 'search',
    route: '/o/$organizationId/search',
    path: inOrganization('/search?q=battery'),
    shows: /Pages in/,
    empty: { shows: 'Search this organization', path: inOrganization('/search') },
    failure: whole,
  },
] satisfies readonly Screen[];
