import { changeRequest, inOrganization, one, type Screen, whole } from '../screens/screen.ts';

const guide = /user guide/i;
const ofChangeRequest = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest';

export const commentScreens = [
  {
    name: 'comments',
    route: '/o/$organizationId/inbox/comments',
    path: inOrganization('/inbox/comments'),
    shows: /discussion/,
    empty: { shows: 'No comments found' },
    failure: whole,
  },
  {
    name: 'space-comments',
    route: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}',
    path: one('spaces', '/comments', guide),
    shows: /discussion/,
    empty: { shows: 'No comments found' },
    failure: { of: /\/comments$/ },
  },
  {
    name: 'change-request-comments',
    route: `${ofChangeRequest}/comments`,
    path: changeRequest('/comments'),
    shows: /discussion/i,
    empty: { shows: 'No comments found' },
    failure: { of: /\/comments$/ },
  },
] satisfies readonly Screen[];
