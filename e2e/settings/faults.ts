import { expect } from '@playwright/test';
import {
  updateOrganization,
  updateOrganizationMergeRules,
  updateSpaceMergeRules,
} from '#api/generated/sdk.gen.ts';
import { chooseFromMenu, inForm, press, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { expectUnchanged } from '../support/forms.ts';
import { bypassName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';

const domain = 'faults.press.example';

async function withDomain({ id, admin: { client } }: Organization): Promise<string> {
  const body = { emailDomains: [domain] };
  await updateOrganization({ client, path: { organizationId: id }, body, throwOnError: true });
  return '/settings/access';
}

const latestOnlyName = 'Only approvals of the latest revision count';

const joiningName = `Join with an address of ${domain}`;

/** The fault cases of settings. */
export const settingsCases = [
  {
    name: 'letting people join by an email domain',
    operation: 'updateEmailDomain',
    screen: withDomain,
    submit: (page) => pressByKey(page.getByRole('switch', { name: joiningName })),
    expectPreserved: (page) =>
      expect(page.getByRole('switch', { name: joiningName })).toHaveAttribute('aria-checked', 'false'),
    expectDone: (page) =>
      expect(page.getByRole('switch', { name: joiningName })).toHaveAttribute('aria-checked', 'true'),
  },
  {
    name: 'checking an email domain',
    operation: 'checkEmailDomain',
    screen: withDomain,
    submit: press('Check now'),
    expectPreserved: (page) => expect(page.getByText('Not verified yet')).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Last check')).toBeVisible(),
  },
  {
    name: 'saving the settings of the organization',
    operation: 'updateOrganization',
    screen: () => '/settings/general',
    ...inForm('Name', 'Press and Paper'),
  },
  {
    name: 'changing the merge rules of an organization',
    operation: 'updateOrganizationMergeRules',
    // It requires nothing by itself: other cases merge in the same organization.
    async screen({ id, admin: { client } }) {
      const body = { currentApprovals: false };
      await updateOrganizationMergeRules({ client, path: { organizationId: id }, body, throwOnError: true });
      return '/settings/merge-rules';
    },
    open: (page) => page.getByLabel(latestOnlyName).check(),
    submit: press('Save changes'),
    expectPreserved: (page) => expect(page.getByLabel(latestOnlyName)).toBeChecked(),
    expectDone: (page) => expectUnchanged(page.getByRole('form', { name: 'Merge rules' })),
  },
  {
    name: 'changing the merge rules of a space',
    operation: 'updateSpaceMergeRules',
    screen: async (organization) => `/spaces/${await createTestSpace(organization, 'Tide tables')}/settings`,
    open: (page) => page.getByLabel('Approvals', { exact: true }).selectOption('2'),
    submit: (page) =>
      pressByKey(
        page.getByRole('form', { name: 'Merge rules' }).getByRole('button', { name: 'Save changes' }),
      ),
    expectPreserved: (page) => expect(page.getByLabel('Approvals', { exact: true })).toHaveValue('2'),
    expectDone: (page) => expectUnchanged(page.getByRole('form', { name: 'Merge rules' })),
  },
  {
    name: 'merging against the rules',
    operation: 'bypassMergeRules',
    async screen(organization) {
      const { client } = organization.admin;
      const spaceId = await createTestSpace(organization, 'Harbour rules');
      const body = { approvals: 1, administratorsBypass: true };
      const { number } = await createTestChangeRequest(
        await organization.addPerson('edit', 'Edo Editor'),
        spaceId,
        {
          subject: 'Fog signals',
        },
      );
      await updateSpaceMergeRules({ client, path: { spaceId }, body, throwOnError: true });
      return `/spaces/${spaceId}/changes/${number}`;
    },
    async open(page) {
      await expect(page.getByText('0 of 1 required approval').first()).toBeVisible();
      await chooseFromMenu('More actions', bypassName)(page);
      await page.getByRole('dialog').getByLabel('Reason').fill('The harbour is closed.');
    },
    submit: (page) =>
      pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Merge against the rules' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('The harbour is closed.'),
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
] satisfies readonly FaultCase[];
