import { expect } from '@playwright/test';
import { createTeam } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  chooseFromMenu,
  inDialog,
  inConfirmation,
  press,
  expectButton,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { emailAddressesName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';

const createTestTeam = async (
  organization: Organization,
  title: string,
  members: string[] = [],
): Promise<string> => (await createTeam({ ...adminRequest(organization), body: { title, members } })).data.id;

/** Creates a member; returns the path of its page. */
const withMemberScreen =
  (name: string, rest = '') =>
  async (organization: Organization) =>
    `/members/${(await organization.addPerson('read', name)).id}${rest}`;

/** The fault cases of teams. */
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
    screen: async (organization) => `/teams/${await createTestTeam(organization, 'Foghorns')}/rename`,
    ...inDialog('Name', 'Sirens', 'Rename'),
  },
  {
    name: 'deleting a team',
    operation: 'deleteTeam',
    screen: async (organization) => `/teams/${await createTestTeam(organization, 'Beacons')}`,
    ...inConfirmation(chooseFromMenu('More actions', 'Delete'), 'Delete team'),
  },
  {
    name: 'adding pasted people to a team',
    operation: 'updateTeamMembers',
    screen: async (organization) => `/teams/${await createTestTeam(organization, 'Bells')}/paste`,
    async open(page, { admin }) {
      await page.getByLabel(emailAddressesName).fill(admin.email);
      await expect(page.getByText('1 person to add')).toBeVisible();
    },
    submit: press('Add members'),
    expectPreserved: (page) => expect(page.getByLabel(emailAddressesName)).not.toHaveValue(''),
    expectDone: (page) => expect(page.getByLabel(emailAddressesName)).toHaveCount(0),
  },
  {
    name: 'removing a member from a team',
    operation: 'removeTeamMember',
    async screen(organization) {
      const { id } = await organization.addPerson('read', 'Tam Taken');
      return `/teams/${await createTestTeam(organization, 'Buoys', [id])}`;
    },
    submit: chooseFromMenu('Actions for Tam Taken', 'Remove from team'),
    expectPreserved: expectButton('Actions for Tam Taken'),
    expectDone: (page) => expect(page.getByRole('button', { name: 'Actions for Tam Taken' })).toHaveCount(0),
  },
  {
    name: 'adding a member to a team',
    operation: 'setTeamMember',
    async screen(organization) {
      await createTestTeam(organization, 'Daymarks');
      return withMemberScreen('Ann Added', '/add-to-team')(organization);
    },
    open: (page) => page.getByRole('dialog').getByRole('option', { name: 'Daymarks' }).click(),
    submit: press('Add to team'),
    expectPreserved: (page) => expect(page.getByRole('dialog').getByText('Selected: Daymarks')).toBeVisible(),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
] satisfies readonly FaultCase[];
