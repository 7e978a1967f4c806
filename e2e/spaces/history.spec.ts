/** The history of a space, and its past revisions as a site. */
import { createSite } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { findHeavyRows } from '../support/heavy-rows.ts';
import { createPages, insertPage, updatePage } from '../support/space-pages.ts';

const buttonName = /^View as the site: /;

test('a reader sees who changed what, and views a past revision as the site with the keyboard @details', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  const { admin } = organization;
  const { spaceId, idOf } = await createPages(organization, [insertPage('Valves', 'Open the valve.\n')]);
  const changes = [updatePage(idOf('Valves'), 'Close the valve.\n')];
  await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'Close them', changes }));
  await createSite({
    client: admin.client,
    path: { organizationId: organization.id },
    body: { title: 'Harbor docs', spaces: [spaceId] },
    throwOnError: true,
  });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/spaces/${spaceId}`));
  await page.getByRole('link', { name: 'History' }).click();
  const rows = page.getByRole('table', { name: 'Revisions' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/Merged #2 Close them.*Current.*Ada Admin/);
  await expect(rows.nth(2)).toContainText('Merged #1');
  await expect(rows.last()).toContainText('Created the space');
  expect(await page.evaluate(findHeavyRows)).toEqual([]);
  await expect(rows.nth(2).getByRole('button', { name: buttonName })).toHaveText('');

  await rows.nth(2).getByRole('button', { name: buttonName }).focus();
  await page.keyboard.press('Enter');
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Harbor docs' }).press('Enter');
  const tab = await opened;
  await expect(tab.getByText('Open the valve.')).toBeVisible();
  const notice = tab.getByRole('note', { name: 'Notice' });
  await expect(notice).toContainText('Preview of the revision of');
  await expect(notice).toContainText('1 page is different now');
  await notice.getByRole('link', { name: 'Back to the history' }).click();
  await expect(tab.getByRole('table', { name: 'Revisions' })).toBeVisible();

  await page.getByRole('button', { name: /^Actions for Merged #2/ }).click();
  await page.getByRole('menuitem', { name: 'Open change request' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Close them' })).toBeVisible();
});

test('an editor brings an earlier version back as a change request', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Valves', 'Open the valve.\n')]);
  const { admin } = organization;
  const changes = [updatePage(idOf('Valves'), 'Close the valve.\n')];
  await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'Close them', changes }));
  await signIn(await organization.addPerson('edit'));
  await page.goto(organization.path(`/spaces/${spaceId}/history`));
  const isOffered = page.getByRole('menuitem', { name: 'Bring back as a change request' });
  await page.getByRole('button', { name: /^Actions for Merged #2/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeVisible();
  await expect(isOffered).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Actions for Merged #1/ }).click();
  await isOffered.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Bring back the version of/ })).toBeVisible();
  const shown = page.getByRole('region', { name: 'Changes' });
  await expect(shown).toContainText('Valves');
  await expect(shown).toContainText('Open the valve.');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reader reads that no site contains the space @repeats', async ({ organization, signIn, page }) => {
  const { spaceId } = await createPages(organization, [insertPage('Valves', 'Open the valve.\n')]);
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/history`));
  await page.getByRole('button', { name: buttonName }).first().click();
  const entry = page.getByRole('menuitem', { name: 'View as the site' });
  await expect(entry).toContainText('No site contains this space.');
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
});
