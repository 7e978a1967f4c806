/** The history of a space, and its past revisions as a site. */
import { createSite } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { findHeavyRows } from '../support/heavy-rows.ts';
import { expectPageFits } from '../support/layout.ts';
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

test('a reader compares two revisions with the keyboard, shares the address, and reads it on a phone @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { admin } = organization;
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Valves', 'Open the valve.\n'),
    insertPage('Old notes', 'Nothing of value.\n'),
  ]);
  const changes = [
    updatePage(idOf('Valves'), 'Close the valve.\n'),
    { operation: 'delete_page' as const, page: idOf('Old notes') },
    insertPage('Buoys', 'They float.\n'),
    {
      operation: 'insert_reusable_content' as const,
      title: 'Warning',
      document: { markdown: 'Mind the tide.\n' },
    },
  ];
  await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'Close them', changes }));
  const later = [updatePage(idOf('Valves'), 'Close the valve slowly.\n')];
  await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'Slowly', changes: later }));
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/spaces/${spaceId}/history`));

  await page.getByRole('checkbox', { name: /^Select Merged #1/ }).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('toolbar', { name: '1 revision selected' });
  await expect(bar.getByRole('button', { name: 'Compare with now' })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Select Merged #2/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');

  const versions = page.getByRole('main');
  await expect(versions.getByText('Merged #1 First pages')).toBeVisible();
  await expect(versions.getByText('Merged #2 Close them')).toBeVisible();
  const tree = page.getByRole('tree', { name: 'Changed pages' });
  await expect(tree.getByRole('treeitem', { name: 'Valves, Edited' })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'Old notes, Deleted' })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'Buoys, Added' })).toBeVisible();
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.getByRole('treeitem', { name: 'Valves, Edited' }).click();
  const valves = page.getByRole('article', { name: 'Valves' });
  await expect(valves.getByRole('insertion').first()).toHaveText('Close');
  await expect(valves.getByRole('deletion').first()).toHaveText('Open');
  await expect(valves.getByText('slowly')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Viewed' })).toHaveCount(0);
  const others = page.getByRole('region', { name: 'Other changes' });
  await expect(others.getByRole('listitem')).toHaveText(['Warning · Reusable contentAdded']);
  await others.getByRole('button', { name: 'Warning' }).press('Enter');
  const warning = page.getByRole('dialog', { name: 'Warning' });
  await expect(warning.getByText('Mind the tide.')).toBeVisible();
  await page.reload();
  await expect(warning.getByText('Mind the tide.')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(warning).toHaveCount(0);
  const bringBack = page.getByRole('button', { name: 'Bring back' });
  await expect(bringBack).toHaveAttribute('aria-disabled', 'true');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(valves.getByRole('insertion').first()).toHaveText('Close');
  await expectPageFits(page);
  await page.getByRole('button', { name: 'Changed pages' }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Buoys, Added' }).click();
  await expect(page.getByRole('article', { name: 'Buoys' })).toContainText('They float.');
});

test('an editor compares a revision with now, and brings it back from there @details', async ({
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
  await page.getByRole('button', { name: /^Actions for Merged #2/ }).click();
  await page.getByRole('menuitem', { name: 'Compare with previous' }).click();
  const valves = page.getByRole('article', { name: 'Valves' });
  await expect(valves.getByRole('insertion').first()).toHaveText('Close');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(valves.getByRole('insertion').first()).toHaveText('Open');
  await page.getByRole('link', { name: 'Choose others' }).click();
  await page.getByRole('button', { name: /^Actions for Merged #1/ }).click();
  await page.getByRole('menuitem', { name: 'Compare with now' }).click();
  await expect(page.getByText('Content now')).toBeVisible();
  await expect(valves.getByRole('deletion').first()).toHaveText('Open');
  await page.getByRole('button', { name: 'Bring back' }).click();
  await page.getByRole('menuitem', { name: /^Merged #1/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Bring back the version of/ })).toBeVisible();
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
