import { inOrganization, type Screen, whole } from '../screens/screen.ts';

export const accessReviewScreens = [
  {
    name: 'access-review',
    route: '/o/$organizationId/access-review',
    path: inOrganization('/access-review'),
    shows: /Administrators/,
    empty: { shows: /Administrators/ },
    failure: whole,
  },
] satisfies readonly Screen[];
