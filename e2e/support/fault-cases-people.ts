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
export const teamCases = [
  {
    name: 'creating a team',
    operation: 'createTeam',
    screen: () => '/teams/new',
    ...inDialog('Name', 'Lighthouse keepers', 'Create team'),
  },
  {
    name: 'renaming a team',
    operation: 'updateTeam',
    screen: async (organization) => `/teams/${await makeTeam(organization, 'Foghorns')}/rename`,
    ...inDialog('Name', 'Sirens', 'Rename'),
  },
  {
    name: 'deleting a team',
    operation: 'deleteTeam',
    screen: async (organization) => `/teams/${await makeTeam(organization, 'Beacons')}`,
    ...inQuestion(choose('More actions', 'Delete'), 'Delete team'),
  },
  {
    name: 'adding pasted people to a team',
    operation: 'updateTeamMembers',
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
    async screen(organization) {
      await makeTeam(organization, 'Daymarks');
      return withMember('Ann Added', '/add-to-team')(organization);
    },
    open: (page) => page.getByRole('dialog').getByRole('option', { name: 'Daymarks' }).click(),
    submit: press('Add to team'),
    kept: (page) => expect(page.getByRole('dialog').getByText('Chosen: Daymarks')).toBeVisible(),
    over: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

const roleOf = (name: string) => `Reader, role of ${name}`;

/** The changes of members. */
export const memberCases = [
  {
    name: 'changing the role of a member in the list',
    operation: 'updateMember',
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
    screen: withMember('Rhea Removed'),
    ...inQuestion(press('Remove…'), 'Remove'),
  },
  {
    name: 'requiring single sign-on of a member',
    operation: 'setMemberSso',
    screen: withMember('Sue Single'),
    ...inQuestion(press('Require single sign-on'), 'Require single sign-on'),
  },
  {
    name: 'inviting people by e-mail',
    operation: 'inviteMembers',
    screen: () => '/invites/people',
    ...inDialog('E-mail addresses', 'fay.fault@press.example', 'Add members'),
  },
  {
    name: 'making an invite link',
    operation: 'createLinkInvite',
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
    async screen(organization) {
      await updateOrganization({ ...at(organization), body: { inviteLinks: false } });
      return '/invites';
    },
    submit: press('Switch on'),
    kept: shows('Switch on'),
    over: (page) => expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

/** What somebody does who has opened an invite link and is no member yet. */
export const joiningCases = [
  {
    name: 'joining through an invite link',
    operation: 'acceptInvite',
    screen: async (organization) => {
      const { data } = await createLinkInvite({ ...at(organization), body: { role: 'comment' } });
      return new URL(data.urls?.app ?? '').pathname;
    },
    submit: press('Join the organization'),
    kept: shows('Join the organization'),
    over: (page) => expect(page.getByText('You have joined as commenter')).toBeVisible(),
  },
] satisfies readonly FaultCase[];
