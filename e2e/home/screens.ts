import { inOrganization, type Screen, everything } from '../screens/screen.ts';

export const homeScreens = [
  {
    name: 'home',
    route: '/o/$organizationId',
    path: inOrganization(''),
    expectedText: 'Newest members',
    empty: { expectedText: 'Newest members' },
    failure: everything,
  },
] satisfies readonly Screen[];
