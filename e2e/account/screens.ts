import { everything, type Screen } from '../screens/screen.ts';

export const accountScreens = [
  {
    name: 'account',
    route: '/account',
    path: () => '/account',
    expectedText: 'Sessions',
    failure: everything,
  },
  {
    name: 'account-token-new',
    route: '/account/new-token',
    path: () => '/account/new-token',
    expectedText: 'Organizations it can access',
    failure: null,
  },
] satisfies readonly Screen[];
