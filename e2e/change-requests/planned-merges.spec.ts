import { createReview, updateSpaceMergeRules } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import {
  createTestChangeRequest,
  createTestSpace,
  fetchChangeRequest,
  merge,
} from '../support/change-requests.ts';

test('a reviewer has a change request merged when it is ready, and cancels another plan', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const reviewer = await organization.addPerson('review');
  const spaceId = await createTestSpace(organization, 'Guides');
  const request = await createTestChangeRequest(editor, spaceId, { subject: 'Name the ports' });
  await updateSpaceMergeRules({
    client: admin.client,
    path: { spaceId },
    body: { approvals: 1 },
    throwOnError: true,
  });
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${request.number}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge later…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Merge “Name the ports” later/ });
  await dialog.getByLabel('At a time').check();
  await dialog.getByLabel('Time', { exact: true }).fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Merge later' }).click();
  await expect(dialog).toContainText('Enter a time in the future.');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Tomorrow' }).click();
  await dialog.getByRole('button', { name: 'Merge later' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel the planned merge' }).click();
  await expect(page.getByText('Canceled the planned merge')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the planned merge' })).toHaveCount(0);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge later…' }).click();
  await dialog.getByLabel('When it is ready').check();
  await dialog.getByRole('button', { name: 'Merge later' }).click();
  await expect(page.getByText('Merges when it is ready')).toBeVisible();
  await page.goto(organization.path('/inbox/open'));
  await expect(page.getByRole('img', { name: 'Merges when it is ready' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Merges when it is ready')).toBeVisible();
  await createReview({
    client: reviewer.client,
    path: request.path,
    body: { status: 'approved' },
    throwOnError: true,
  });
  await expect
    .poll(async () => (await fetchChangeRequest(admin, request)).status, { timeout: 20_000 })
    .toBe('merged');
  await expect(page.getByText('Merged by someone else')).toBeVisible();
});

test('a reviewer reads a paragraph in which both sides changed sentences before the merge', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const spaceId = await createTestSpace(organization, 'Guides');
  const text = (first: string, last: string) => `${first} the lamp. Trim the wick. Light it at ${last}.\n`;
  const inserted = await createTestChangeRequest(editor, spaceId, {
    subject: 'Lamps',
    changes: [{ operation: 'insert_page', title: 'Lamps', document: { markdown: text('Fill', 'dusk') } }],
  });
  await merge(admin, inserted);
  const rewrite = (subject: string, markdown: string) =>
    createTestChangeRequest(editor, spaceId, {
      subject,
      changes: [{ operation: 'update_page', page: inserted.page ?? '', document: { markdown } }],
    });
  const first = await rewrite('Clean', text('Clean', 'dusk'));
  const second = await rewrite('Sunset', text('Fill', 'sunset'));
  await merge(admin, first);
  await signIn(admin);
  await page.goto(organization.path(`/spaces/${spaceId}/changes/${second.number}`));
  await expect(page.getByText('1 paragraph joins edits of both sides')).toBeVisible();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edits of both sides in one paragraph' });
  await expect(dialog).toContainText('Clean the lamp. Trim the wick. Light it at sunset.');
  await expect(dialog.locator('ins')).toHaveText(['Clean', 'sunset']);
  await checkAccessibility(page, '[role="dialog"]');
});
