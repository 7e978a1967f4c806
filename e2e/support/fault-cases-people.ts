/** The changes of people, teams and invites, for the fault run. */
import { expect, type Page } from '@playwright/test';
import { createLinkInvite, createTeam, updateOrganization } from '#api/generated/sdk.gen.ts';
import { at, choose, hit, inDialog, inQuestion, press, shows } from './fault-gestures.ts';
import type { FaultCase } from './fault-run.ts';
import type { Organization } from './organizations.ts';

const makeTeam = async (organization: Organization, title: string, members: string[] = []): Promise<string> =>
  (await createTeam({ ...at(organization), body: { title, members } })).data.id;

/** Makes a member, whose page is the screen. */
const withMember =
  (name: string, rest = '') =>
  async (organization: Organization) =>
    `/members/${(await organization.addPerson('read', name)).id}${rest}`;

/** The changes of teams. */
export const teamCases: readonly FaultCase[] = [
  {
    name: 'creating a team',
    operation: 'createTeam',
    source: 'features/teams/create-team-form.tsx',
    screen: () => '/teams/new',
    ...inDialog('Name', 'Lighthouse keepers', 'Create team'),
  },
  {
    name: 'renaming a team',
    operation: 'updateTeam',
    source: 'features/teams/rename-team-form.tsx',
    screen: async (organization) => `/teams/${await makeTeam(organization, 'Foghorns')}/rename`,
    ...inDialog('Name', 'Sirens', 'Rename'),
  },
  {
    name: 'deleting a team',
    operation: 'deleteTeam',
    source: 'features/teams/team-deletion.ts',
    screen: async (organization) => `/teams/${await makeTeam(organization, 'Beacons')}`,
    ...inQuestion(choose('More actions', 'Delete'), 'Delete team'),
  },
  {
    name: 'adding pasted people to a team',
    operation: 'updateTeamMembers',
    source: 'features/teams/team-additions.ts',
    screen: async (organization) => `/teams/${await makeTeam(organization, 'Bells')}/paste`,
    async open(page, { admin }) {
      await page.getByLabel('E-mail addresses').fill(admin.email);
      await expect(page.getByText('1 person will be added')).toBeVisible();
    },
    submit: press('Add those who were found'),
    kept: (page) => expect(page.getByLabel('E-mail addresses')).not.toHaveValue(''),
    over: (page) => expect(page.getByLabel('E-mail addresses')).toHaveCount(0),
  },
  {
    name: 'taking somebody out of a team',
    operation: 'removeTeamMember',
    source: 'components/roles/team-places.ts',
    async screen(organization) {
      const { id } = await organization.addPerson('read', 'Tam Taken');
      return `/teams/${await makeTeam(organization, 'Buoys', [id])}`;
    },
    submit: choose('Actions for Tam Taken', 'Take out of the team'),
    kept: shows('Actions for Tam Taken'),
    over: (page) => expect(page.getByRole('button', { name: 'Actions for Tam Taken' })).toHaveCount(0),
  },
  {
    name: 'adding a member to a team',
    operation: 'setTeamMember',
    source: 'components/roles/team-places.ts',
    async screen(organization) {
      await makeTeam(organization, 'Daymarks');
      return withMember('Ann Added', '/add-to-team')(organization);
    },
    open: (page) => page.getByRole('dialog').getByRole('option', { name: 'Daymarks' }).click(),
    submit: press('Add to team'),
    kept: (page) => expect(page.getByRole('dialog').getByText('Chosen: Daymarks')).toBeVisible(),
    over: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
];

const roleOf = (name: string) => `Reader, role of ${name}`;

/** The changes of members. */
export const memberCases: readonly FaultCase[] = [
  {
    name: 'changing the role of a member in the list',
    operation: 'updateMember',
    source: 'features/members/role-changes.ts',
    async screen(organization) {
      await organization.addPerson('read', 'Rolf Raised');
      return '/members?q=rolf';
    },
    submit: choose(roleOf('Rolf Raised'), /^Editor/, 'menuitemcheckbox'),
    kept: shows(roleOf('Rolf Raised')),
    over: shows('Editor, role of Rolf Raised'),
  },
  {
    name: 'removing a member',
    operation: 'removeMember',
    source: 'features/members/member-actions.ts',
    screen: withMember('Rhea Removed'),
    ...inQuestion(press('Remove…'), 'Remove'),
  },
  {
    name: 'requiring single sign-on of a member',
    operation: 'setMemberSso',
    source: 'features/members/member-actions.ts',
    screen: withMember('Sue Single'),
    ...inQuestion(press('Require single sign-on'), 'Require single sign-on'),
  },
  {
    name: 'inviting people by e-mail',
    operation: 'inviteMembers',
    source: 'features/invites/invite-people-form.tsx',
    screen: () => '/invites/people',
    ...inDialog('E-mail addresses', 'fay.fault@press.example', 'Add members'),
  },
  {
    name: 'making an invite link',
    operation: 'createLinkInvite',
    source: 'features/invites/create-invite-form.tsx',
    screen: () => '/invites/new',
    open: (page) => page.getByLabel('Gives the role').selectOption('Editor'),
    submit: press('Create link'),
    kept: (page) => expect(page.getByLabel('Gives the role')).toHaveValue('edit'),
    over: (page) => expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible(),
  },
  {
    name: 'changing the role that an invite link gives',
    isLoaded: true,
    operation: 'updateLinkInvite',
    source: 'features/invites/invite-changes.ts',
    async screen(organization) {
      await createLinkInvite({ ...at(organization), body: { role: 'comment' } });
      return '/invites';
    },
    submit: choose(/^Commenter, role that the link/, /^Reviewer/, 'menuitemcheckbox'),
    kept: shows(/^Commenter, role that the link/),
    over: shows(/^Reviewer, role that the link/),
  },
  {
    name: 'revoking an invite link',
    isLoaded: true,
    operation: 'deleteLinkInvite',
    source: 'features/invites/invite-changes.ts',
    screen: async (organization) =>
      `/invites/${(await createLinkInvite({ ...at(organization), body: { role: 'read' } })).data.id}`,
    ...inQuestion(
      (page: Page) => hit(page.getByRole('dialog').getByRole('button', { name: 'Revoke' })),
      'Revoke link',
    ),
  },
  {
    name: 'switching invite links on',
    isLoaded: true,
    operation: 'updateOrganization',
    source: 'features/invites/invite-switch.tsx',
    async screen(organization) {
      await updateOrganization({ ...at(organization), body: { inviteLinks: false } });
      return '/invites';
    },
    submit: press('Switch on'),
    kept: shows('Switch on'),
    over: (page) => expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0),
  },
];

/** What somebody does who has opened an invite link and is no member yet. */
export const joiningCases: readonly FaultCase[] = [
  {
    name: 'joining through an invite link',
    operation: 'acceptInvite',
    source: 'features/invites/join-organization.tsx',
    screen: async (organization) => {
      const { data } = await createLinkInvite({ ...at(organization), body: { role: 'comment' } });
      return new URL(data.urls?.app ?? '').pathname;
    },
    submit: press('Join the organization'),
    kept: shows('Join the organization'),
    over: (page) => expect(page.getByText('You have joined as commenter')).toBeVisible(),
  },
];
