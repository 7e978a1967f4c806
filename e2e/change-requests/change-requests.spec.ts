import { createReview, listReviews } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import {
  pathOfChangeRequest,
  createTestChangeRequest,
  createTestSpace,
  merge,
  fetchChangeRequest,
  readinessOf,
  titleOf,
} from '../support/change-requests.ts';
import { exportedRows } from '../support/downloads.ts';
import { listOptionsName, mergeName, reviewersName } from '../support/names.ts';

test('two reviewers submit reviews, and the author sees why they can’t @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const rita = await organization.addPerson('review');
  const space = await createTestSpace(organization, 'Guides');
  const created = await createTestChangeRequest(organization.admin, space, {
    subject: 'Tides',
    status: 'draft',
  });
  await signIn(organization.admin);
  await page.goto(pathOfChangeRequest(organization, created));
  await page.getByRole('button', { name: 'Review', exact: true }).focus();
  await expect(page.getByRole('tooltip')).toContainText('You can’t review your own change request.');

  await page
    .getByRole('region', { name: reviewersName })
    .getByRole('button', { name: 'Request review' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: reviewersName }).fill('rita');
  await dialog.getByRole('option', { name: /^Rita Reviewer/ }).click();
  await expect(dialog.getByRole('list', { name: 'Selected' })).toContainText('Rita Reviewer');
  await dialog.getByRole('button', { name: 'Request review' }).click();
  await expect(page.getByRole('region', { name: reviewersName })).toContainText(rita.displayName);
  expect((await fetchChangeRequest(rita, created)).status).toBe('open');
  expect(editor.id).not.toBe(rita.id);

  const second = await organization.addPerson('review', 'Remy Reviewer');
  const theirs = await page.context().browser()?.newContext();
  if (!theirs) throw new Error('The browser has gone.');
  const reviewing = await theirs.newPage();
  await signIn(rita, reviewing);
  await reviewing.goto(new URL(pathOfChangeRequest(organization, created), page.url()).href);
  await titleOf(reviewing, 'Tides').waitFor();
  await expect(readinessOf(reviewing)).toContainText(/Waiting on .*Rita Reviewer/);
  await expect(readinessOf(reviewing).getByRole('button', { name: 'Review', exact: true })).toBeVisible();
  await createReview({
    client: second.client,
    path: created.path,
    body: { status: 'changes-requested', comment: 'Say when.' },
  });
  await reviewing.keyboard.press('r');
  await expect(reviewing.getByRole('radio', { name: 'Comment only' })).toBeFocused();
  await reviewing.keyboard.press('ArrowDown');
  await expect(reviewing.getByRole('radio', { name: 'Approve' })).toBeChecked();
  await reviewing.getByRole('textbox', { name: /Comment/ }).fill('Good work.');
  await reviewing.keyboard.press('Control+Enter');
  await expect(reviewing.getByRole('region', { name: 'Activity' })).toContainText('Say when.');
  await expect(reviewing.getByRole('region', { name: 'Activity' })).toContainText('Good work.');
  await expect(readinessOf(reviewing)).toContainText('Changes requested by');
  const reviews = await listReviews({ client: rita.client, path: created.path, throwOnError: true });
  expect(reviews.data.items.map(({ status }) => status)).toEqual(['approved', 'changes-requested']);
  await theirs.close();
});

test('a commenter sees why actions are unavailable @details', async ({ page, organization, signIn }) => {
  const commenter = await organization.addPerson('comment');
  const space = await createTestSpace(organization, 'Guides');
  const created = await createTestChangeRequest(organization.admin, space, { subject: 'Tides' });
  await signIn(commenter);
  await page.goto(pathOfChangeRequest(organization, created));
  const merge = page.getByRole('button', { name: mergeName, exact: true });
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await merge.focus();
  await expect(page.getByRole('tooltip')).toContainText('Reviewer');
  await expect(readinessOf(page)).toContainText('You can’t merge');
  await page.keyboard.press('e');
  await expect(page.getByText('Requires the Editor role or higher.').last()).toBeVisible();
  expect((await fetchChangeRequest(commenter, created)).status).toBe('open');
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('a reviewer sees that someone else merged, and actions disappear @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const created = await createTestChangeRequest(editor, space, { subject: 'Tides' });
  await signIn(editor);
  await page.goto(pathOfChangeRequest(organization, created));
  await titleOf(page, 'Tides').waitFor();
  await merge(organization.admin, created);
  // The event of returning to a tab; headless browsers cannot switch tabs.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('alert')).toContainText('Merged by someone else');
  await expect(page.getByRole('button', { name: /^(Update|Review|Merge)$/ })).toHaveCount(0);
});

test('an editor lists, creates, renames, archives and reopens change requests of a space', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  // The PDF page declares no icon, so the browser requests the default one.
  problems.expect(/favicon\.ico/);
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  await createTestChangeRequest(organization.admin, space, { subject: 'Tides' });
  await signIn(editor);
  await page.goto(organization.path(`/spaces/${space}/changes`));
  const table = page.getByRole('table', { name: 'Change requests' });
  await expectRow(table, { Subject: 'Tides' });
  const rows = await exportedRows(page);
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['number', 'subject', 'status', 'author'],
    ['1', 'Tides', 'Open', organization.admin.displayName],
  ]);
  await expect(page.getByRole('button', { name: listOptionsName })).toBeFocused();
  await page.getByLabel('Contributor').selectOption('Me');
  await expect(page.getByRole('heading', { name: 'No matching change requests' })).toBeVisible();
  await page.getByRole('link', { name: 'New change request' }).click();
  await page.getByRole('textbox', { name: /Subject/ }).fill('Harbours');
  await page.keyboard.press('Enter');
  await expect(titleOf(page, 'Harbours')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Harbours and piers');
  // Tabs keep what was typed; leaving asks.
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await expect(page).toHaveURL(/\/files$/);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(subject).toHaveValue('Harbours and piers');
  await subject.press('Enter');
  await expect(titleOf(page, 'Harbours and piers')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(titleOf(page, 'Harbours')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  const printed = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Export as PDF' }).click();
  await (await printed).close();
  await page.keyboard.press('e');
  await expect(page.getByText('Open', { exact: true }).first()).toBeVisible();
});
