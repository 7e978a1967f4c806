import type { Page } from '@playwright/test';
import {
  createReview,
  editSpaceContent,
  listChangeRequestFiles,
  listChangeRequestPages,
  listReviews,
} from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import {
  createTestChangeRequest,
  createConflict,
  type CreatedChangeRequest,
  createTestSpace,
  merge,
  fetchChangeRequest,
} from '../support/change-requests.ts';
import { exportedRows } from '../support/downloads.ts';
import { press as pressByTab } from '../support/keyboard.ts';
import {
  listOptionsName,
  mergeChecksName,
  mergeName,
  positionName,
  resolveName,
  reviewersName,
} from '../support/names.ts';
import type { Person } from '../support/organizations.ts';
import { uploadFile } from '../support/pictures.ts';
import { insertPage, createPages } from '../support/space-pages.ts';

const pageOf = (organization: Organization, { path, number }: CreatedChangeRequest, rest = '') =>
  organization.path(`/spaces/${path.spaceId}/changes/${number}${rest}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const readiness = (page: Page) => page.getByRole('region', { name: mergeChecksName });

test('a reviewer resolves a conflict and merges with the keyboard alone', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 409|ERR_FAILED/);
  // Without the stream, which would tell of the other change before the save.
  await page.route(/\/orgs\/[^/]+\/events/, (route) => route.abort());
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const { conflicting } = await createConflict(editor, admin, space);
  await signIn(admin);
  await page.goto(pageOf(organization, conflicting));
  await expect(readiness(page)).toContainText('1 page with conflicts');
  await expect(readiness(page)).toContainText('1 of 1 changed page not viewed');
  await pressByTab(page, readiness(page).getByRole('link', { name: resolveName }));

  await expect(page.getByRole('region', { name: 'Current' })).toContainText('port 8080');
  await expect(page.getByRole('region', { name: 'This change request' })).toContainText('port 4400');
  await expect(page.getByRole('region', { name: 'Original' })).toContainText('port 80.');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await page.keyboard.press('3');
  const merged = page.getByRole('textbox', { name: 'Merged text' });
  await expect(merged).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Listens on port 8080, and on 4400 for tests.\n');
  await page.reload();
  await expect(merged).toHaveValue(/on 4400 for tests/);

  // The space changes while a text is being written: the conflicts are refetched, and the text stays.
  const otherChange = await createTestChangeRequest(editor, space, { subject: 'Meanwhile' });
  await merge(admin, otherChange);
  const save = page.getByRole('button', { name: 'Save and merge' });
  await pressByTab(page, save);
  await expect(page.getByRole('alert')).toContainText('Your edits are kept.');
  await expect(merged).toHaveValue(/on 4400 for tests/);
  await pressByTab(page, save);
  const dialog = page.getByRole('dialog', { name: /^Merge “Use port 4400”/ });
  await expect(dialog).toContainText('are added to the space');
  await pressByTab(page, dialog.getByRole('button', { name: mergeName, exact: true }));
  await expect(page.getByText('Merged “Use port 4400” into Guides')).toBeVisible();
  // Resolving a conflict makes the user a contributor.
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(/Contributors.Ada Admin/);
  expect((await fetchChangeRequest(admin, conflicting)).status).toBe('merged');
});

test('a reviewer resolves a complex conflict point by point from any version @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Harbour', 'Ships.'),
    insertPage('Coast', 'Sand.'),
    { ...insertPage('Ports', 'Where ships lie.'), emoji: '⚓' },
  ]);
  const ports = idOf('Ports');
  const describe = (into: string, emoji: string, description: string): ContentEdit[] => [
    { operation: 'update_page', page: ports, into, emoji, description },
  ];
  const theirs = await createTestChangeRequest(editor, spaceId, {
    subject: 'To the harbour',
    changes: describe(idOf('Harbour'), '🚢', 'For ships'),
  });
  const created = await createTestChangeRequest(editor, spaceId, {
    subject: 'To the coast',
    changes: describe(idOf('Coast'), '⛵', 'For boats'),
  });
  await merge(admin, theirs);
  await signIn(admin);
  await page.goto(pageOf(organization, created, '/conflicts'));
  const space = page.getByRole('region', { name: 'Current' });
  await expect(space).toContainText('under “Harbour”');
  await space.getByRole('button', { name: 'Use current' }).click();
  await page.getByRole('button', { name: 'Select per field' }).click();
  await page.getByLabel(positionName).selectOption('Original: top level');
  await page.getByLabel('Emoji', { exact: true }).selectOption('Current: 🚢');
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(readiness(page)).toContainText('No conflicts');
  const { data } = await listChangeRequestPages({
    client: admin.client,
    path: created.path,
    throwOnError: true,
  });
  expect(data.pages.find(({ id }) => id === ports)).toMatchObject({ emoji: '🚢', description: 'For boats' });
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a reviewer sees that a merge with conflicts changed nothing @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const { conflicting } = await createConflict(editor, admin, space);
  await signIn(admin);
  await page.goto(pageOf(organization, conflicting));
  await heading(page, 'Use port 4400').waitFor();
  await page.keyboard.press('u');
  await expect(page.getByText('Not updated: the content conflicts with the space')).toBeVisible();
  const mergeButton = page.getByRole('button', { name: mergeName, exact: true });
  await expect(mergeButton).toHaveAttribute('aria-disabled', 'true');
  await expect(mergeButton).toHaveAttribute(
    'data-tip',
    '1 page with conflicts. Resolve conflicts page by page.',
  );
  // The links tab does not know the conflicts, so the server has to refuse.
  await page.goto(pageOf(organization, conflicting, '/links'));
  await mergeButton.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 page with conflicts');
  await dialog.getByRole('button', { name: mergeName, exact: true }).click();
  await expect(page.getByText('Not merged: the content conflicts with the space')).toBeVisible();
  expect((await fetchChangeRequest(admin, conflicting)).status).toBe('open');
  await page.getByRole('button', { name: 'Resolve conflicts' }).click();
  await page.getByRole('button', { name: 'Use current' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(readiness(page)).toContainText('No conflicts');
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a reviewer resolves conflicts of files by keyboard @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const spaceId = await createTestSpace(organization, 'Guides');
  const [first, second] = [
    await uploadFile(admin, spaceId, { name: 'quay.txt', buffer: Buffer.from('A quay.') }),
    await uploadFile(admin, spaceId, { name: 'pier.txt', buffer: Buffer.from('A pier.') }),
  ];
  await editSpace(admin, spaceId, [
    { operation: 'insert_file', upload: first },
    { operation: 'insert_file', upload: second },
  ]);
  const renames = (name: string): ContentEdit => ({ operation: 'update_file', file: first, name });
  const conflicting = await createTestChangeRequest(editor, spaceId, {
    subject: 'Other names',
    changes: [renames('dock.txt'), { operation: 'delete_file', file: second }],
  });
  await editSpace(admin, spaceId, [
    renames('wharf.txt'),
    { operation: 'update_file', file: second, name: 'jetty.txt' },
  ]);
  await signIn(admin);
  await page.goto(pageOf(organization, conflicting));
  await expect(readiness(page)).toContainText('2 files with conflicts');
  await page.goto(pageOf(organization, conflicting, '/conflicts'));
  await expect(page.getByText('0 of 2 items resolved')).toBeVisible();
  const list = page.getByRole('navigation', { name: 'Content with conflicts' });
  await list.getByRole('button', { name: /dock\.txt/ }).press('Enter');
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Use current' })).toHaveAttribute('aria-pressed', 'true');
  await checkAccessibility(page);
  await page.keyboard.press(']');
  await expect(page.getByText('File deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep file' }).press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(readiness(page)).toContainText('No conflicts');
  const { data } = await listChangeRequestFiles({
    client: admin.client,
    path: conflicting.path,
    throwOnError: true,
  });
  expect(data.items.map(({ name }) => name).toSorted()).toEqual(['jetty.txt', 'wharf.txt']);
});

async function editSpace({ client }: Person, spaceId: string, changes: ContentEdit[]): Promise<void> {
  await editSpaceContent({ client, path: { spaceId }, body: { changes }, throwOnError: true });
}

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
  await page.goto(pageOf(organization, created));
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
  await reviewing.goto(new URL(pageOf(organization, created), page.url()).href);
  await heading(reviewing, 'Tides').waitFor();
  await expect(readiness(reviewing)).toContainText(/Waiting on .*Rita Reviewer/);
  await expect(readiness(reviewing).getByRole('button', { name: 'Review', exact: true })).toBeVisible();
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
  await expect(readiness(reviewing)).toContainText('Changes requested by');
  const reviews = await listReviews({ client: rita.client, path: created.path, throwOnError: true });
  expect(reviews.data.items.map(({ status }) => status)).toEqual(['approved', 'changes-requested']);
  await theirs.close();
});

test('a commenter sees why actions are unavailable @details', async ({ page, organization, signIn }) => {
  const commenter = await organization.addPerson('comment');
  const space = await createTestSpace(organization, 'Guides');
  const created = await createTestChangeRequest(organization.admin, space, { subject: 'Tides' });
  await signIn(commenter);
  await page.goto(pageOf(organization, created));
  const merge = page.getByRole('button', { name: mergeName, exact: true });
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await merge.focus();
  await expect(page.getByRole('tooltip')).toContainText('Reviewer');
  await expect(readiness(page)).toContainText('You can’t merge');
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
  await page.goto(pageOf(organization, created));
  await heading(page, 'Tides').waitFor();
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
  await expect(heading(page, 'Harbours')).toBeVisible();
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
  await expect(heading(page, 'Harbours and piers')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(heading(page, 'Harbours')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  const printed = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Export as PDF' }).click();
  await (await printed).close();
  await page.keyboard.press('e');
  await expect(page.getByText('Open', { exact: true }).first()).toBeVisible();
});
