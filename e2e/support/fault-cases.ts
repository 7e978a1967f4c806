/** The changes that the fault run makes: people, teams, invites, sites and their structure. */
import { expect, type Page } from '@playwright/test';
import {
  createLinkInvite,
  createTeam,
  getMember,
  getSite,
  getSiteStructure,
  listLinkInvites,
  listMembers,
  listMemberTeams,
  listSites,
  listTeamMembers,
  listTeams,
} from '../../src/api/generated/sdk.gen.ts';
import type { FaultCase } from './fault-run.ts';
import type { Organization } from './organizations.ts';
import { makeSite, rowOf } from './site-structures.ts';

const at = ({ id, admin }: Organization) => ({
  client: admin.client,
  path: { organizationId: id },
  throwOnError: true as const,
});

const teamsCalled = async (organization: Organization, title: string): Promise<number> =>
  (await listTeams({ ...at(organization), query: { title } })).data.count;

const makeTeam = async (organization: Organization): Promise<string> =>
  (await createTeam({ ...at(organization), body: { title: 'Foghorns' } })).data.id;

/** One that stands in a dialog with a name field and a button. */
const inDialog = (label: string, text: string, button: string) => ({
  open: (page: Page) => page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text),
  submit: (page: Page) => page.getByRole('dialog').getByRole('button', { name: button }).click(),
  kept: (page: Page) => expect(page.getByRole('dialog').getByLabel(label, { exact: true })).toHaveValue(text),
});

/** One that is a question: nothing is written, and the dialog stays. */
const inQuestion = (button: string) => ({
  submit: (page: Page) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click(),
  kept: (page: Page) =>
    expect(page.getByRole('dialog').getByRole('button', { name: button, exact: true })).toBeVisible(),
});

export const faultCases: readonly FaultCase[] = [
  {
    name: 'creating a team',
    target: { method: 'PUT', path: /\/teams$/ },
    path: () => '/teams/new',
    ...inDialog('Name', 'Lighthouse keepers', 'Create team'),
    count: (organization) => teamsCalled(organization, 'Lighthouse keepers'),
  },
  {
    name: 'renaming a team',
    target: { method: 'PATCH', path: /\/teams\/\w+$/ },
    arrange: makeTeam,
    path: (teamId) => `/teams/${teamId}/rename`,
    ...inDialog('Name', 'Sirens', 'Rename'),
    count: (organization) => teamsCalled(organization, 'Sirens'),
  },
  {
    name: 'deleting a team',
    target: { method: 'DELETE', path: /\/teams\/\w+$/ },
    arrange: makeTeam,
    path: (teamId) => `/teams/${teamId}`,
    async open(page) {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
    ...inQuestion('Delete team'),
    count: async (organization) => 1 - (await teamsCalled(organization, 'Foghorns')),
  },
  {
    name: 'adding pasted people to a team',
    target: { method: 'PUT', path: /\/teams\/\w+\/members$/ },
    arrange: async (organization) => `${await makeTeam(organization)} ${organization.admin.email}`,
    path: (arranged) => `/teams/${arranged.split(' ')[0]}/paste`,
    async open(page, arranged) {
      await page.getByLabel('E-mail addresses').fill(arranged.split(' ')[1] ?? '');
      await expect(page.getByText('1 person will be added')).toBeVisible();
    },
    async submit(page) {
      await page.getByRole('dialog').getByRole('button', { name: 'Add those who were found' }).click();
    },
    kept: (page) => expect(page.getByLabel('E-mail addresses')).not.toHaveValue(''),
    count: async (organization, arranged) => {
      const { client, path } = at(organization);
      const team = { ...path, teamId: arranged.split(' ')[0] ?? '' };
      return (await listTeamMembers({ client, path: team, throwOnError: true })).data.count;
    },
  },
  {
    name: 'removing a member',
    target: { method: 'DELETE', path: /\/members\/\w+$/ },
    arrange: async (organization) => (await organization.addPerson('read')).id,
    path: (userId) => `/members/${userId}`,
    open: (page) => page.getByRole('button', { name: 'Remove', exact: true }).click(),
    ...inQuestion('Remove'),
    count: async (organization) => 2 - (await listMembers(at(organization))).data.count,
  },
  {
    name: 'changing the role of a member in the list',
    target: { method: 'PATCH', path: /\/members\/\w+$/ },
    arrange: async (organization) => (await organization.addPerson('read')).id,
    path: () => '/members?q=remi',
    open: (page) => page.getByRole('button', { name: 'Reader, role of Remi Reader' }).waitFor(),
    async submit(page) {
      await page.getByRole('button', { name: /, role of Remi Reader/ }).click();
      await page.getByRole('menuitemcheckbox', { name: /^Editor/ }).click();
    },
    kept: (page) => expect(page.getByRole('button', { name: 'Reader, role of Remi Reader' })).toBeVisible(),
    count: async (organization, userId) => {
      const { client, path } = at(organization);
      const { data } = await getMember({ client, path: { ...path, userId }, throwOnError: true });
      return Number(data.role === 'edit');
    },
  },
  {
    name: 'adding a member to a team',
    target: { method: 'PUT', path: /\/teams\/\w+\/members\/\w+$/ },
    arrange: async (organization) => {
      await makeTeam(organization);
      return (await organization.addPerson('read')).id;
    },
    path: (userId) => `/members/${userId}/add-to-team`,
    open: (page) => page.getByRole('dialog').getByRole('option', { name: 'Foghorns' }).click(),
    submit: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add to team' }).click(),
    kept: (page) => expect(page.getByRole('dialog').getByText('Chosen: Foghorns')).toBeVisible(),
    count: async (organization, userId) => {
      const { client, path } = at(organization);
      return (await listMemberTeams({ client, path: { ...path, userId }, throwOnError: true })).data.count;
    },
  },
  {
    name: 'requiring single sign-on of a member',
    target: { method: 'POST', path: /\/sso$/ },
    arrange: async (organization) => (await organization.addPerson('read')).id,
    path: (userId) => `/members/${userId}`,
    open: (page) => page.getByRole('button', { name: 'Require single sign-on' }).click(),
    ...inQuestion('Require single sign-on'),
    count: async (organization, userId) => {
      const { client, path } = at(organization);
      const { data } = await getMember({ client, path: { ...path, userId }, throwOnError: true });
      return Number(data.sso);
    },
  },
  {
    name: 'inviting people by e-mail',
    target: { method: 'POST', path: /\/invites$/ },
    path: () => '/invites/people',
    ...inDialog('E-mail addresses', 'fay.fault@press.example', 'Invite'),
    count: async (organization) => {
      const { data } = await listMembers({ ...at(organization), query: { search: 'fay.fault' } });
      return data.count;
    },
  },
  {
    name: 'making an invite link',
    target: { method: 'POST', path: /\/link-invites$/ },
    path: () => '/invites/new',
    async open(page) {
      await page.getByLabel('Gives the role').selectOption('Editor');
    },
    async submit(page) {
      await page.getByRole('button', { name: 'Create link' }).click();
    },
    kept: (page) => expect(page.getByLabel('Gives the role')).toHaveValue('edit'),
    count: async (organization) => (await listLinkInvites(at(organization))).data.count,
  },
  {
    name: 'revoking an invite link',
    target: { method: 'DELETE', path: /\/link-invites\/\w+$/ },
    arrange: async (organization) =>
      (await createLinkInvite({ ...at(organization), body: { role: 'read' } })).data.id,
    path: (inviteId) => `/invites/${inviteId}`,
    open: (page) => page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click(),
    ...inQuestion('Revoke link'),
    count: async (organization) => 1 - (await listLinkInvites(at(organization))).data.count,
  },
  {
    name: 'creating a site',
    target: { method: 'POST', path: /\/sites$/ },
    path: () => '/sites/new',
    ...inDialog('Title', 'Beacon docs', 'Create site'),
    count: async (organization) =>
      (await listSites({ ...at(organization), query: { title: 'Beacon docs' } })).data.count,
  },
  {
    name: 'saving the settings of a site',
    isLearned: true,
    target: { method: 'PATCH', path: /\/sites\/\w+$/ },
    arrange: async (organization) => (await makeSite(organization, { Help: ['Help v1'] })).id,
    path: (siteId) => `/sites/${siteId}/settings`,
    open: (page) => page.getByLabel('Title', { exact: true }).fill('Beacon docs'),
    submit: (page) => page.getByRole('button', { name: 'Save changes' }).click(),
    kept: (page) => expect(page.getByLabel('Title', { exact: true })).toHaveValue('Beacon docs'),
    count: async (organization, siteId) => {
      const { client, path } = at(organization);
      const { data } = await getSite({ client, path: { ...path, siteId }, throwOnError: true });
      return Number(data.title === 'Beacon docs');
    },
  },
  {
    name: 'changing a section of a site',
    isLearned: true,
    target: { method: 'PATCH', path: /\/sections\/\w+$/ },
    arrange: async (organization) => (await makeSite(organization, { Help: ['Help v1'] })).id,
    path: (siteId) => `/sites/${siteId}/structure`,
    async open(page) {
      await rowOf(page, 'Help').click();
      await page.getByRole('complementary', { name: 'Help' }).getByLabel('Description').fill('Lit at night');
    },
    submit: (page) => page.getByRole('button', { name: 'Save changes' }).click(),
    kept: (page) => expect(page.getByLabel('Description')).toHaveValue('Lit at night'),
    count: async (organization, siteId) => {
      const { client, path } = at(organization);
      const { data } = await getSiteStructure({ client, path: { ...path, siteId }, throwOnError: true });
      return Number(JSON.stringify(data).includes('Lit at night'));
    },
  },
];
