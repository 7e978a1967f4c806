import { first, inOrganization, one, type Screen, whole } from './screen.ts';

/** Home, people, what they may do, and what goes with every screen. */
export const peopleScreens = [
  {
    name: 'home',
    route: '/o/$organizationId',
    path: inOrganization(''),
    shows: 'Newest members',
    empty: { shows: 'Newest members' },
    failure: whole,
  },
  {
    name: 'members',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    empty: { shows: /Nobody matches/, path: inOrganization('/members?q=nobodyatall') },
    failure: whole,
  },
  {
    name: 'member',
    route: '/o/$organizationId/members/$userId',
    path: one('members', ''),
    shows: /@/,
    empty: { shows: 'In no team' },
    failure: whole,
  },
  {
    name: 'member-add-to-team',
    route: '/o/$organizationId/members/$userId/add-to-team',
    path: one('members', '/add-to-team'),
    shows: 'Place in the team',
    failure: null,
  },
  {
    name: 'members-bulk',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page
        .getByRole('checkbox')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await page.getByRole('toolbar').getByRole('button', { name: 'Role…' }).click();
      await page.getByRole('list', { name: 'Plan' }).getByRole('listitem').first().waitFor();
    },
    failure: null,
  },
  {
    name: 'members-selection',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page.getByRole('toolbar').waitFor();
    },
    failure: null,
  },
  {
    name: 'members-import',
    route: '/o/$organizationId/members/import',
    path: inOrganization('/members/import'),
    shows: 'Lines',
    prepare: async (page) => {
      await page
        .getByLabel('Lines')
        .fill('email,role\nreader@demo.example,edit\nnew.face@demo.example,read\nx,king');
      await page.getByRole('list', { name: 'Plan' }).waitFor();
    },
    failure: null,
  },
  {
    name: 'access-review',
    route: '/o/$organizationId/access-review',
    path: inOrganization('/access-review'),
    shows: /Administrators/,
    empty: { shows: /Administrators/ },
    failure: whole,
  },
  {
    name: 'audit-log',
    route: '/o/$organizationId/audit-log',
    path: inOrganization('/audit-log'),
    shows: 'Who changed what',
    empty: { shows: 'Who changed what' },
    failure: whole,
  },
  {
    name: 'journal',
    route: '/o/$organizationId/journal',
    path: inOrganization('/journal'),
    shows: 'My changes',
    empty: { shows: 'Nothing changed yet' },
    failure: null,
  },
  {
    name: 'inspector',
    route: '/o/$organizationId/teams',
    path: inOrganization('/teams'),
    shows: 'Teams',
    prepare: async (page) => {
      await page.keyboard.press('Shift+I');
      await page.getByRole('dialog', { name: 'Requests' }).waitFor();
    },
    failure: null,
  },
  {
    name: 'invite-people',
    route: '/o/$organizationId/invites/people',
    path: inOrganization('/invites/people'),
    shows: 'E-mail addresses',
    failure: null,
  },
  {
    name: 'join',
    route: '/join/$organizationId/$secret',
    path: ({ organizationId }) => `/join/${organizationId}/abcdefghijklmnopqrstuvwxyz012345`,
    shows: 'You are invited',
    failure: null,
  },
  {
    name: 'teams',
    route: '/o/$organizationId/teams',
    path: inOrganization('/teams'),
    shows: 'Teams',
    empty: { shows: 'No teams yet' },
    failure: whole,
  },
  {
    name: 'team',
    route: '/o/$organizationId/teams/$teamId',
    path: one('teams', ''),
    shows: /@/,
    empty: { shows: 'Nobody is in this team yet' },
    failure: whole,
  },
  {
    name: 'team-delete',
    route: '/o/$organizationId/teams/$teamId',
    path: one('teams', ''),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).waitFor();
    },
    failure: null,
  },
  {
    name: 'team-new',
    route: '/o/$organizationId/teams/new',
    path: inOrganization('/teams/new'),
    shows: 'Create team',
    failure: null,
  },
  {
    name: 'team-add',
    route: '/o/$organizationId/teams/$teamId/add',
    path: one('teams', '/add'),
    shows: 'Add to team',
    failure: null,
  },
  {
    name: 'team-paste',
    route: '/o/$organizationId/teams/$teamId/paste',
    path: one('teams', '/paste'),
    shows: 'Add those who were found',
    failure: null,
  },
  {
    name: 'team-rename',
    route: '/o/$organizationId/teams/$teamId/rename',
    path: one('teams', '/rename'),
    shows: /Rename the team/,
    failure: null,
  },
  {
    name: 'invites',
    route: '/o/$organizationId/invites',
    path: inOrganization('/invites'),
    shows: /link/i,
    empty: { shows: 'No invite links' },
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
  {
    name: 'sso',
    route: '/o/$organizationId/sso',
    path: inOrganization('/sso'),
    shows: 'On the sign-in page',
    empty: { shows: 'No identity providers yet' },
    failure: whole,
  },
  {
    name: 'sso-new',
    route: '/o/$organizationId/sso/new',
    path: inOrganization('/sso/new'),
    shows: 'Add provider',
    failure: null,
  },
  {
    name: 'sso-provider',
    route: '/o/$organizationId/sso/$samlProviderId',
    path: first('saml', 'sso'),
    shows: 'Does it work?',
    empty: { shows: 'Does it work?' },
    failure: whole,
  },
  {
    name: 'sso-provider-edit',
    route: '/o/$organizationId/sso/$samlProviderId/edit',
    path: first('saml', 'sso', '/edit'),
    shows: 'Role of newcomers',
    failure: null,
  },
  {
    name: 'settings-general',
    route: '/o/$organizationId/settings/general',
    path: inOrganization('/settings/general'),
    shows: 'Plan and billing',
    empty: { shows: 'Plan and billing' },
    failure: whole,
  },
  {
    name: 'settings-access',
    route: '/o/$organizationId/settings/access',
    path: inOrganization('/settings/access'),
    shows: 'Enforce single sign-on',
    empty: { shows: 'Enforce single sign-on' },
    failure: null,
  },
  {
    name: 'palette',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('in');
      await page.getByRole('option').nth(4).waitFor();
    },
    failure: null,
  },
  {
    name: 'keys',
    route: '/o/$organizationId/members',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
    failure: null,
  },
  { name: 'orgs', route: '/orgs', path: () => '/orgs', shows: 'Organizations', failure: whole },
  { name: 'preferences', route: '/preferences', path: () => '/preferences', shows: 'Theme', failure: null },
  {
    name: 'not-found',
    route: '/o/$organizationId/teams/$teamId',
    path: inOrganization('/teams/doesnotexist0000000'),
    shows: 'Not found',
    failure: null,
  },
] satisfies readonly Screen[];
