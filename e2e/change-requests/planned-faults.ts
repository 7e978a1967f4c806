/** The changes of planned merges under faults. */
import { expect } from '@playwright/test';
import { planMerge } from '#api/generated/sdk.gen.ts';
import { expectButton, oncePerOrganization, press, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import type { Organization } from '../support/organizations.ts';

const DAY_MS = 24 * 60 * 60_000;

const space = oncePerOrganization((organization: Organization) =>
  createTestSpace(organization, 'Coast works'),
);

const createRequest = async (organization: Organization, subject: string) =>
  createTestChangeRequest(organization.admin, await space(organization), { subject });

export const plannedMergeCases = [
  {
    name: 'planning a merge',
    operation: 'planMerge',
    needsExtension: true,
    async screen(organization) {
      const { path, number } = await createRequest(organization, 'Groynes');
      return `/spaces/${path.spaceId}/changes/${number}?dialog=plan`;
    },
    async open(page) {
      await page.getByRole('dialog').getByLabel('At a time').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).press('Enter');
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Merge later' })),
    expectPreserved: (page) => expect(page.getByRole('dialog').getByLabel('At a time')).toBeChecked(),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'canceling a planned merge',
    operation: 'cancelPlannedMerge',
    needsExtension: true,
    async screen(organization) {
      const { path, number } = await createRequest(organization, 'Jetties');
      const at = new Date(Date.now() + DAY_MS).toISOString();
      const { client } = organization.admin;
      await planMerge({ client, path, body: { when: 'at', at }, throwOnError: true });
      return `/spaces/${path.spaceId}/changes/${number}`;
    },
    submit: press('Cancel the planned merge'),
    expectPreserved: expectButton('Cancel the planned merge'),
    expectDone: (page) =>
      expect(page.getByRole('button', { name: 'Cancel the planned merge' })).toHaveCount(0),
  },
] satisfies readonly FaultCase[];
