import { firstFile, inOrganization, one, type Screen, whole } from '../screens/screen.ts';

const guide = /user guide/i;

export const spaceScreens = [
  {
    name: 'trash',
    route: '/o/$organizationId/trash',
    path: inOrganization('/trash'),
    shows: 'Trash',
    empty: { shows: 'The trash is empty' },
    failure: whole,
  },
  {
    name: 'space',
    route: '/o/$organizationId/spaces/$spaceId',
    path: one('spaces', ''),
    shows: 'Default access',
    empty: { shows: 'Not used on any site' },
    failure: { of: /\/sites$/ },
  },
  {
    name: 'space-move',
    route: '/o/$organizationId/spaces/$spaceId',
    path: one('spaces', '?ask=move', /guide/i),
    shows: 'Position',
    failure: null,
  },
  {
    name: 'space-transfer',
    route: '/o/$organizationId/spaces/$spaceId',
    path: one('spaces', '?ask=transfer', /guide/i),
    shows: /Transfer|no other/,
    failure: null,
  },
  {
    name: 'space-pages',
    route: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
    path: one('spaces', '/pages', guide),
    shows: 'Links on this page',
    empty: { shows: 'No pages yet' },
    failure: { of: /\/content\/pages?\b/ },
  },
  {
    name: 'space-files',
    route: '/o/$organizationId/spaces/$spaceId/files',
    path: one('spaces', '/files', guide),
    shows: 'Kind',
    empty: { shows: 'No files yet' },
    failure: { of: /\/content\/files$/ },
  },
  {
    name: 'space-file',
    route: '/o/$organizationId/spaces/$spaceId/files/$fileId',
    path: firstFile(guide),
    shows: 'Used on',
    failure: { of: /\/content\/files\/[^/]+/ },
  },
  {
    name: 'space-links',
    route: '/o/$organizationId/spaces/$spaceId/links',
    path: one('spaces', '/links?status=all', guide),
    shows: 'Grants access to',
    empty: { shows: 'No such links' },
    failure: { of: /\/links$/ },
  },
  {
    name: 'space-import',
    route: '/o/$organizationId/spaces/$spaceId/import',
    path: one('spaces', '/import', guide),
    shows: 'Source',
    failure: null,
  },
  {
    name: 'space-access',
    route: '/o/$organizationId/spaces/$spaceId/access',
    path: one('spaces', '/access', guide),
    shows: /@/,
    empty: { shows: 'No people with this role', path: one('spaces', '/access?role=comment') },
    failure: { of: /\/permissions\// },
  },
] satisfies readonly Screen[];
