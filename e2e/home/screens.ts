import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const homeScreens = [
  {
    name: 'home',
    route: '/o/$organizationId',
    path: inOrganization(''),
    shows: 'Newest members',
    empty: { shows: 'Newest members' },
    failure: whole,
  },
] satisfies readonly Screen[];
