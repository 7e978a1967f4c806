import { first, inOrganization, type Screen, whole } from '../screens/screen.ts';

export const inviteScreens = [
  {
    name: 'invite-people',
    route: '/o/$organizationId/invites/people',
    path: inOrganization('/invites/people'),
    shows: 'Email addresses',
    failure: null,
  },
  {
    name: 'join',
    route: '/join/$organizationId/$secret',
    path: ({ organizationId }) => `/join/${organizationId}/abcdefghijklmnopqrstuvwxyz012345`,
    shows: 'You’re invited',
    failure: null,
  },
  {
    name: 'invites',
    route: '/o/$organizationId/invites',
    path: inOrganization('/invites'),
    shows: /link/i,
    empty: { shows: 'No invite links yet' },
    failure: whole,
  },
  {
    name: 'invite',
    route: '/o/$organizationId/invites/$inviteId',
    path: first('link-invites', 'invites'),
    shows: /Invite link to/,
    failure: { of: /\/link-invites\/[^/]+$/ },
  },
  {
    name: 'invite-new',
    route: '/o/$organizationId/invites/new',
    path: inOrganization('/invites/new'),
    shows: 'Create link',
    failure: null,
  },
] satisfies readonly Screen[];
