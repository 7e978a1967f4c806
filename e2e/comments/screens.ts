import { changeRequestPath, inOrganization, itemPath, type Screen, everything } from '../screens/screen.ts';

const guide = /user guide/i;
const ofChangeRequest = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest';

export const commentScreens = [
  {
    name: 'comments',
    route: '/o/$organizationId/inbox/comments',
    path: inOrganization('/inbox/comments'),
    expectedText: /\d+ comments?$/,
    empty: { expectedText: 'No open comments' },
    failure: everything,
  },
  {
    name: 'space-comments',
    route: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}',
    path: itemPath('spaces', '/comments', guide),
    expectedText: /\d+ comments?$/,
    empty: { expectedText: 'No open comments' },
    failure: { pathPattern: /\/comments$/ },
  },
  {
    name: 'change-request-comments',
    route: `${ofChangeRequest}/comments`,
    path: changeRequestPath('/comments'),
    expectedText: /\d+ comments?$/,
    empty: { expectedText: 'No open comments' },
    failure: { pathPattern: /\/comments$/ },
  },
] satisfies readonly Screen[];
