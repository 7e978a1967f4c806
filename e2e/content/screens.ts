import { inOrganization, one, type Screen, whole } from '../screens/screen.ts';

export const contentScreens = [
  {
    name: 'content',
    route: '/o/$organizationId/content',
    path: inOrganization('/content'),
    shows: /collections and/,
    empty: { shows: 'No content yet' },
    failure: whole,
  },
  {
    name: 'content-new-space',
    route: '/o/$organizationId/content/new-space',
    path: inOrganization('/content/new-space'),
    shows: 'Create space',
    failure: null,
  },
  {
    name: 'content-new-collection',
    route: '/o/$organizationId/content/new-collection',
    path: inOrganization('/content/new-collection'),
    shows: 'Create collection',
    failure: null,
  },
  {
    name: 'collection',
    route: '/o/$organizationId/collections/$collectionId',
    path: one('collections', ''),
    shows: 'Default access',
    empty: { shows: 'No spaces yet' },
    failure: whole,
  },
  {
    name: 'collection-access',
    route: '/o/$organizationId/collections/$collectionId/access',
    path: one('collections', '/access'),
    shows: /@/,
    empty: { shows: 'No people with this role', path: one('collections', '/access?role=comment') },
    failure: { of: /\/permissions\// },
  },
] satisfies readonly Screen[];
