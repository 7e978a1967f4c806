import { inOrganization, itemPath, type Screen, everything } from '../screens/screen.ts';

export const contentScreens = [
  {
    name: 'content',
    route: '/o/$organizationId/content',
    path: inOrganization('/content'),
    expectedText: /collections and/,
    empty: { expectedText: 'No content yet' },
    failure: everything,
  },
  {
    name: 'content-new-space',
    route: '/o/$organizationId/content/new-space',
    path: inOrganization('/content/new-space'),
    expectedText: 'Create space',
    failure: null,
  },
  {
    name: 'content-new-collection',
    route: '/o/$organizationId/content/new-collection',
    path: inOrganization('/content/new-collection'),
    expectedText: 'Create collection',
    failure: null,
  },
  {
    name: 'collection',
    route: '/o/$organizationId/collections/$collectionId',
    path: itemPath('collections', ''),
    expectedText: 'Default access',
    empty: { expectedText: 'No spaces yet' },
    failure: everything,
  },
  {
    name: 'collection-access',
    route: '/o/$organizationId/collections/$collectionId/access',
    path: itemPath('collections', '/access'),
    expectedText: /@/,
    empty: {
      expectedText: 'No people with this role',
      path: itemPath('collections', '/access?role=comment'),
    },
    failure: { pathPattern: /\/permissions\// },
  },
] satisfies readonly Screen[];
