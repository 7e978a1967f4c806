import { expect } from '@playwright/test';
import { createTeam } from '#api/generated/sdk.gen.ts';
import { at, choose, inDialog, inQuestion, press, shows } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

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
      await page.getByLabel('Email addresses').fill(admin.email);
      await expect(page.getByText('1 person to add')).toBeVisible();
    },
    submit: press('Add members'),
    kept: (page) => expect(page.getByLabel('Email addresses')).not.toHaveValue(''),
    over: (page) => expect(page.getByLabel('Email addresses')).toHaveCount(0),
  },
  {
    name: 'removing a member from a team',
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
