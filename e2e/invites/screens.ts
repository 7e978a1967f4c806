import { namedItemPath, inOrganization, type Screen, everything } from '../screens/screen.ts';

export const inviteScreens = [
  {
    name: 'invite-people',
    route: '/o/$organizationId/members/invite',
    path: inOrganization('/members/invite'),
    expectedText: 'Email addresses',
    failure: null,
  },
  {
    name: 'join',
    route: '/join/$organizationId/$secret',
    path: ({ organizationId }) => `/join/${organizationId}/abcdefghijklmnopqrstuvwxyz012345`,
    expectedText: 'You’re invited',
    failure: null,
  },
  {
    name: 'invites',
    route: '/o/$organizationId/invites',
    path: inOrganization('/invites'),
    expectedText: /link/i,
    empty: { expectedText: 'No invite links yet' },
    failure: everything,
  },
  {
    name: 'invite',
    route: '/o/$organizationId/invites/$inviteId',
    path: namedItemPath('link-invites', 'invites'),
    expectedText: /Invite link to/,
    failure: { pathPattern: /\/link-invites\/[^/]+$/ },
  },
  {
    name: 'invite-new',
    route: '/o/$organizationId/invites/new',
    path: inOrganization('/invites/new'),
    expectedText: 'Create link',
    failure: null,
  },
] satisfies readonly Screen[];
