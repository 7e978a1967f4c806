import { firstFilePath, inOrganization, itemPath, type Screen, everything } from '../screens/screen.ts';

const guide = /user guide/i;

export const spaceScreens = [
  {
    name: 'trash',
    route: '/o/$organizationId/trash',
    path: inOrganization('/trash'),
    expectedText: 'Trash',
    empty: { expectedText: 'The trash is empty' },
    failure: everything,
  },
  {
    name: 'space-settings',
    route: '/o/$organizationId/spaces/$spaceId/settings',
    path: itemPath('spaces', '/settings'),
    expectedText: 'Default access',
    empty: { expectedText: 'Not used on any site' },
    failure: { pathPattern: /\/sites$/ },
  },
  {
    name: 'space-move',
    route: '/o/$organizationId/spaces/$spaceId',
    path: itemPath('spaces', '?dialog=move', /guide/i),
    expectedText: 'Position',
    failure: null,
  },
  {
    name: 'space-transfer',
    route: '/o/$organizationId/spaces/$spaceId',
    path: itemPath('spaces', '?dialog=transfer', /guide/i),
    expectedText: /Transfer|no other/,
    failure: null,
  },
  {
    name: 'space-pages',
    route: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
    path: itemPath('spaces', '/pages', guide),
    expectedText: 'Links on this page',
    empty: { expectedText: 'No pages yet' },
    failure: { pathPattern: /\/content\/pages?\b/ },
  },
  {
    name: 'space-history',
    route: '/o/$organizationId/spaces/$spaceId/history',
    path: itemPath('spaces', '/history', guide),
    expectedText: /^Merged #/,
    failure: { pathPattern: /\/revisions$/ },
  },
  {
    name: 'space-files',
    route: '/o/$organizationId/spaces/$spaceId/files',
    path: itemPath('spaces', '/files', guide),
    expectedText: 'Dimensions',
    empty: { expectedText: 'No files yet' },
    failure: { pathPattern: /\/content\/files$/ },
  },
  {
    name: 'space-file',
    route: '/o/$organizationId/spaces/$spaceId/files/$fileId',
    path: firstFilePath(guide),
    expectedText: 'Used on',
    failure: { pathPattern: /\/content\/files\/[^/]+/ },
  },
  {
    name: 'space-links',
    route: '/o/$organizationId/spaces/$spaceId/links',
    path: itemPath('spaces', '/links?status=all', guide),
    expectedText: 'Linked from',
    empty: { expectedText: 'No links' },
    failure: { pathPattern: /\/links$/ },
  },
  {
    name: 'space-import',
    route: '/o/$organizationId/spaces/$spaceId/import',
    path: itemPath('spaces', '/import', guide),
    expectedText: 'Source',
    failure: null,
  },
  {
    name: 'space-access',
    route: '/o/$organizationId/spaces/$spaceId/access',
    path: itemPath('spaces', '/access', guide),
    expectedText: /@/,
    empty: { expectedText: 'No people with this role', path: itemPath('spaces', '/access?role=comment') },
    failure: { pathPattern: /\/permissions\// },
  },
] satisfies readonly Screen[];
