import { inOrganization, type Screen, everything } from '../screens/screen.ts';

export const accessReviewScreens = [
  {
    name: 'access-review',
    route: '/o/$organizationId/access-review',
    path: inOrganization('/access-review'),
    expectedText: /Administrators/,
    empty: { expectedText: /Administrators/ },
    failure: everything,
  },
] satisfies readonly Screen[];
