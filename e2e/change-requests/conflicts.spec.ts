import { editSpaceContent, listChangeRequestFiles, listChangeRequestPages } from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import {
  pathOfChangeRequest,
  createTestChangeRequest,
  createConflict,
  createTestSpace,
  merge,
  fetchChangeRequest,
  readinessOf,
  titleOf,
} from '../support/change-requests.ts';
import { press as pressByTab } from '../support/keyboard.ts';
import { mergeName, positionName, resolveName } from '../support/names.ts';
import type { Person } from '../support/organizations.ts';
import { uploadFile } from '../support/pictures.ts';
import { insertPage, createPages } from '../support/space-pages.ts';

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
  await page.goto(pathOfChangeRequest(organization, conflicting));
  await expect(readinessOf(page)).toContainText('1 page with conflicts');
  await expect(readinessOf(page)).toContainText('1 of 1 changed page not viewed');
  await pressByTab(page, readinessOf(page).getByRole('link', { name: resolveName }));

  const changedWords = (version: string) => page.getByRole('region', { name: version }).locator('ins');
  await expect(changedWords('Current')).toHaveText('8080');
  await expect(changedWords('This change request')).toHaveText('4400');
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
  await page.goto(pathOfChangeRequest(organization, created, '/conflicts'));
  const space = page.getByRole('region', { name: 'Current' });
  await expect(space).toContainText('under “Harbour”');
  await space.getByRole('button', { name: 'Use current' }).click();
  await page.getByRole('button', { name: 'Select per field' }).click();
  await page.getByLabel(positionName).selectOption('Original: top level');
  await page.getByLabel('Emoji', { exact: true }).selectOption('Current: 🚢');
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(readinessOf(page)).toContainText('No conflicts');
  const { data } = await listChangeRequestPages({
    client: admin.client,
    path: created.path,
    throwOnError: true,
  });
  expect(data.pages.find(({ id }) => id === ports)).toMatchObject({ emoji: '🚢', description: 'For boats' });
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a reviewer reads a table in conflict cell by cell, in columns or one below the other @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { admin } = organization;
  const editor = await organization.addPerson('edit');
  const rows = (web: string, mail: string) =>
    `Ports of the yard.\n\n| Service | Port |\n| --- | --- |\n| Web | ${web} |\n| Mail | ${mail} |\n`;
  const { spaceId, idOf } = await createPages(organization, [insertPage('Ports', rows('80', '25'))]);
  const change = (web: string, mail: string): ContentEdit[] => [
    { operation: 'update_page', page: idOf('Ports'), document: { markdown: rows(web, mail) } },
  ];
  const theirs = await createTestChangeRequest(editor, spaceId, {
    subject: 'Web on 8080',
    changes: change('8080', '25'),
  });
  const created = await createTestChangeRequest(editor, spaceId, {
    subject: 'Web on 4400',
    changes: change('4400', '587'),
  });
  await merge(admin, theirs);
  await signIn(admin);
  await page.goto(pathOfChangeRequest(organization, created, '/conflicts'));
  const ours = page.getByRole('region', { name: 'This change request' });
  await expect(ours.getByRole('columnheader', { name: 'Port' })).toBeVisible();
  await expect(ours.getByRole('cell').locator('ins')).toHaveText(['4400', '587']);
  const original = page.getByRole('region', { name: 'Original' });
  await expect(original.getByRole('cell', { name: '80', exact: true })).toBeVisible();
  const columns = await original.boundingBox();
  await page.getByRole('radio', { name: 'One below the other' }).check({ force: true });
  await expect(page).toHaveURL(/layout=wide/);
  const wide = await original.boundingBox();
  expect(wide?.width).toBeGreaterThan(2 * (columns?.width ?? Infinity));
  await checkAccessibility(page);
});

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
  await page.goto(pathOfChangeRequest(organization, conflicting));
  await titleOf(page, 'Use port 4400').waitFor();
  await page.keyboard.press('u');
  await expect(page.getByText('Not updated: the content conflicts with the space')).toBeVisible();
  const mergeButton = page.getByRole('button', { name: mergeName, exact: true });
  await expect(mergeButton).toHaveAttribute('aria-disabled', 'true');
  await expect(mergeButton).toHaveAttribute(
    'data-tip',
    '1 page with conflicts. Resolve conflicts page by page.',
  );
  // The links tab does not know the conflicts, so the server has to refuse.
  await page.goto(pathOfChangeRequest(organization, conflicting, '/links'));
  await mergeButton.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 page with conflicts');
  await dialog.getByRole('button', { name: mergeName, exact: true }).click();
  await expect(page.getByText('Not merged: the content conflicts with the space')).toBeVisible();
  expect((await fetchChangeRequest(admin, conflicting)).status).toBe('open');
  await page.getByRole('button', { name: 'Resolve conflicts' }).click();
  await page.getByRole('button', { name: 'Use current' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(readinessOf(page)).toContainText('No conflicts');
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
  await page.goto(pathOfChangeRequest(organization, conflicting));
  await expect(readinessOf(page)).toContainText('2 files with conflicts');
  await page.goto(pathOfChangeRequest(organization, conflicting, '/conflicts'));
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
  await expect(readinessOf(page)).toContainText('No conflicts');
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
