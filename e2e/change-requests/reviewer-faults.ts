/** The changes of who reviews a change request, and of the queue of what is to be merged, under faults. */
import { expect, type Page } from '@playwright/test';
import { requestReviewers } from '#api/generated/sdk.gen.ts';
import { oncePerOrganization, press, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { reviewersName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestTeam } from '../teams/test-teams.ts';

const space = oncePerOrganization((organization) => createTestSpace(organization, 'Rivers'));

const editor = oncePerOrganization((organization) => organization.addPerson('edit', 'Edo Editor'));

const reviewer = oncePerOrganization((organization) => organization.addPerson('review', 'Rita Reviewer'));

/** A change request of the editor. */
const createRequest = async (organization: Organization, subject: string) =>
  createTestChangeRequest(await editor(organization), await space(organization), { subject });

/** Removes who is requested; asks for them first, as a person or as a team. */
const removing = (subject: string, name: string, ask: (organization: Organization) => Promise<object>) =>
  ({
    screen: async (organization: Organization) => {
      const { path, number } = await createRequest(organization, subject);
      const { client } = organization.admin;
      await requestReviewers({ client, path, body: await ask(organization), throwOnError: true });
      return `/spaces/${path.spaceId}/changes/${number}`;
    },
    submit: press(`Remove review request for ${name}`),
    // Who was removed although the response was lost is listed until the screen hears of it.
    expectPreserved: (page: Page) => expect(page.getByRole('region', { name: reviewersName })).toBeVisible(),
    refetchesAfterFailure: true,
    expectDone: (page: Page) =>
      expect(page.getByRole('button', { name: `Remove review request for ${name}` })).toHaveCount(0),
  }) as const;

export const reviewerCases = [
  {
    name: 'requesting a review',
    operation: 'requestReviewers',
    async screen(organization) {
      await reviewer(organization);
      const { path, number } = await createRequest(organization, 'Weirs');
      return `/spaces/${path.spaceId}/changes/${number}?dialog=reviewers`;
    },
    async open(page) {
      await page.getByRole('combobox', { name: reviewersName }).fill('rita');
      await page.getByRole('option', { name: /Rita Reviewer/ }).click();
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Request review' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('list', { name: 'Selected' })).toContainText('Rita Reviewer'),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'removing a requested reviewer',
    operation: 'removeRequestedReviewer',
    ...removing('Fords', 'Rita Reviewer', async (organization) => ({
      users: [(await reviewer(organization)).id],
    })),
  },
  {
    name: 'removing a requested team',
    operation: 'removeRequestedTeam',
    needsExtension: true,
    ...removing('Ferries', 'Harbour', async (organization) => ({
      teams: [await createTestTeam(organization, 'Harbour', [await reviewer(organization)])],
    })),
  },
  {
    name: 'queueing a merge',
    operation: 'queueMerges',
    needsExtension: true,
    async screen(organization) {
      const { path } = await createRequest(organization, 'Bridges');
      return `/inbox/open?space=${path.spaceId}`;
    },
    async open(page) {
      await page.getByRole('checkbox', { name: 'Select Bridges' }).check();
      await page.getByRole('toolbar').getByRole('button', { name: 'Merge…' }).press('Enter');
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Merge 1' })),
    expectPreserved: (page) =>
      expect(
        page.getByRole('dialog', { name: /^Merge 1 change request/ }).getByRole('listitem'),
      ).toContainText('Bridges'),
    expectDone: (page) =>
      expect(page.getByRole('dialog').getByRole('status')).toContainText('1 of 1 change request merged'),
  },
] satisfies readonly FaultCase[];
