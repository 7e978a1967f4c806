import {
  createReview,
  getChangeRequest,
  getOrganizationMergeRules,
  updateSpaceMergeRules,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { expectUnchanged } from '../support/forms.ts';
import { phone } from '../support/hands.ts';
import { expectPageFits } from '../support/layout.ts';
import { bypassName, mergeChecksName, mergeName } from '../support/names.ts';
import { createTestTeam } from '../teams/test-teams.ts';

test('an administrator asks for an approval in all spaces, and a reviewer sees why nothing merges', async ({
  organization,
  signIn,
  page,
}) => {
  const reviewer = await organization.addPerson('review', 'Rita Reviewer');
  const other = await organization.addPerson('review', 'Ruth Reviewer');
  const spaceId = await createTestSpace(organization, 'Tide tables');
  const { number, path } = await createTestChangeRequest(organization.admin, spaceId, { subject: 'Springs' });

  await signIn(organization.admin);
  await page.goto(organization.path('/settings/merge-rules'));
  const form = page.getByRole('form', { name: 'Merge rules' });
  await form.getByLabel('Approvals', { exact: true }).selectOption('1');
  await form.getByRole('button', { name: 'Add path' }).click();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('Add an owner of all content.')).toBeVisible();
  await form.getByRole('button', { name: 'Add member' }).click();
  await form.getByRole('combobox', { name: 'Member' }).fill('Ruth');
  await page.getByRole('option', { name: /Ruth Reviewer/ }).click();
  await checkAccessibility(page);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expectUnchanged(form);

  await signIn(reviewer);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${number}`));
  const checks = page.getByRole('region', { name: mergeChecksName });
  await expect(checks).toContainText('0 of 1 required approval');
  await expect(checks).toContainText('No owner of all content has approved');
  await expect(page.getByRole('button', { name: mergeName, exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('m');
  await expect(
    page.getByText(/The merge rules are not met\. 0 of 1 required approval\./).first(),
  ).toBeVisible();
  expect((await getChangeRequest({ client: reviewer.client, path, throwOnError: true })).data.status).toBe(
    'open',
  );

  await createReview({ client: other.client, path, body: { status: 'approved' }, throwOnError: true });
  await expect(checks).not.toContainText('0 of 1 required approval');
  await page.getByRole('button', { name: mergeName, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: mergeName, exact: true }).click();
  await expect
    .poll(
      async () => (await getChangeRequest({ client: reviewer.client, path, throwOnError: true })).data.status,
    )
    .toBe('merged');
});

test('an administrator merges against the rules of a space with a reason, which is listed there @details', async ({
  organization,
  signIn,
  page,
}) => {
  const spaceId = await createTestSpace(organization, 'Tide tables');
  const { client } = organization.admin;
  const { number } = await createTestChangeRequest(organization.admin, spaceId, { subject: 'Neaps' });
  const body = { approvals: 2, administratorsBypass: true };
  await updateSpaceMergeRules({ client, path: { spaceId }, body, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${number}`));
  await expect(page.getByText('0 of 2 required approvals').first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: bypassName }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Rules that are not met' })).toContainText(
    '0 of 2 required approvals.',
  );
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: 'Merge against the rules' }).click();
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible();
  await dialog.getByLabel('Reason').fill('The harbour is closed.');
  await dialog.getByRole('button', { name: 'Merge against the rules' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(organization.path(`/spaces/${spaceId}/settings`));
  const row = page.getByRole('row', { name: /Merge of #1 Neaps/ });
  await expect(row).toContainText('Reason: The harbour is closed.');
  await expect(row).toContainText('Bypassed');
});

test.describe('by touch', () => {
  test.use(phone);

  test('an administrator sets rules with teams and owners on a phone @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const rita = await organization.addPerson('review', 'Rita Reviewer');
    await createTestTeam(organization, 'Harbour', [rita]);
    const { admin } = organization;
    await signIn(admin);
    await page.goto(organization.path('/settings/merge-rules'));
    const form = page.getByRole('form', { name: 'Merge rules' });
    const teams = form.getByRole('group', { name: 'Teams whose approvals count' });
    await form.getByLabel('Approvals', { exact: true }).selectOption('1');
    await teams.getByRole('button', { name: 'Add team' }).tap();
    await page.getByRole('option', { name: 'Harbour' }).tap();
    await expect(teams.getByRole('listitem')).toContainText('Harbour');
    await form.getByLabel('Only approvals of the latest revision count').tap();
    await form.getByRole('button', { name: 'Add path' }).tap();
    const path = form.getByRole('group', { name: 'Path 1' });
    await path.getByLabel(/^Path of a page/).tap();
    await page.keyboard.type('guides');
    await path.getByRole('button', { name: 'Add member' }).tap();
    await path.getByRole('combobox', { name: 'Member' }).fill('Rita');
    await page.getByRole('option', { name: /Rita Reviewer/ }).tap();
    await form.getByRole('button', { name: 'Add path' }).tap();
    await form.getByRole('button', { name: 'Remove path 2' }).tap();
    await checkAccessibility(page);
    await expectPageFits(page, 390);
    await form.getByRole('button', { name: 'Save changes' }).tap();
    await expectUnchanged(form);
    const request = { client: admin.client, path: { organizationId: organization.id } };
    const { data } = await getOrganizationMergeRules({ ...request, throwOnError: true });
    expect(data).toMatchObject({
      approvals: 1,
      currentApprovals: true,
      teams: [{ title: 'Harbour' }],
      owners: [{ pagePath: 'guides', users: [{ id: rita.id }] }],
    });
    await teams.getByRole('button', { name: 'Remove Harbour' }).tap();
    await form.getByRole('button', { name: 'Save changes' }).tap();
    await expectUnchanged(form);
  });
});
