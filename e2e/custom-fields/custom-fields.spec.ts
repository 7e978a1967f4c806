import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import {
  createCustomField,
  createSpace,
  listCustomFieldValues,
  updateSpaceCustomFields,
} from '#api/generated/sdk.gen.ts';
import type { CustomFieldCreate, SpaceCustomFieldsUpdate } from '#api/generated/types.gen.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import { downloadExport, exportedRows } from '../support/downloads.ts';
import { expectPageFits } from '../support/layout.ts';
import { editName, listOptionsName, planName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';

async function createFields(organization: Organization, fields: readonly CustomFieldCreate[]): Promise<void> {
  const path = { organizationId: organization.id };
  for (const body of fields) await createCustomField({ client: organization.admin.client, path, body });
}

async function createTestSpace(
  organization: Organization,
  title: string,
  values: SpaceCustomFieldsUpdate['values'] = {},
): Promise<string> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data } = await createSpace({ client, path, body: { title }, throwOnError: true });
  await updateSpaceCustomFields({ client, path: { spaceId: data.id }, body: { values } });
  return data.id;
}

/** The stored values of all spaces, by title. */
async function fetchValues(organization: Organization): Promise<Record<string, unknown>> {
  const path = { organizationId: organization.id };
  const { data } = await listCustomFieldValues({
    client: organization.admin.client,
    path,
    throwOnError: true,
  });
  return Object.fromEntries(data.items.map(({ space, values }) => [space.title, values]));
}

const owner: CustomFieldCreate = { name: 'owner', type: 'text', title: 'Owner' };
const days: CustomFieldCreate = { name: 'review-days', type: 'number' };
const audience: CustomFieldCreate = { name: 'audience', type: 'select:multi', options: ['staff', 'press'] };
const isPublic: CustomFieldCreate = { name: 'public', type: 'boolean' };

const matrixOf = (page: Page): Locator => page.getByRole('grid', { name: 'Custom field values' });
/** A cell of a row; the title is column 0. */
const cellOf = (page: Page, title: string, column: number): Locator =>
  matrixOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: title }) })
    .getByRole('gridcell')
    .nth(column - 1);

test('an administrator creates a field with options, edits it knowing what is lost, and deletes it', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/custom-fields'));
  await expect(page.getByRole('heading', { name: 'No custom fields yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New field' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New custom field' });
  await dialog.getByLabel('Name', { exact: true }).fill('Audience!');
  await dialog.getByLabel('Type').selectOption('Multi-select');
  await dialog.getByRole('button', { name: 'Create field' }).click();
  await expect(
    dialog.getByText('Use only lowercase letters, digits, - and _.', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByText('Add at least one option.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('audience');
  await dialog.getByLabel('Option 1', { exact: true }).fill('staff');
  await dialog.getByLabel('Option 1', { exact: true }).press('Enter');
  await expect(dialog.getByLabel('Option 2', { exact: true })).toBeFocused();
  await page.keyboard.type('press');
  await dialog.getByLabel('Title').fill('Audience');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create field' }).click();

  await expect(page.getByRole('heading', { name: 'Audience', level: 1 })).toBeVisible();
  await expect(page.getByText('No values yet')).toBeVisible();
  await createTestSpace(organization, 'Lighthouse', { audience: { value: ['staff'] } });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Spaces with a value' })).toContainText('Lighthouse');

  await page.getByRole('link', { name: editName }).click();
  const edit = page.getByRole('dialog', { name: 'Edit custom field “audience”' });
  await edit.getByRole('button', { name: 'Remove option 1' }).click();
  await expect(edit.getByText('“staff” is removed from 1 space.')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('No values yet')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete custom field “audience”?' });
  await expect(confirmation.getByText(/No values in \d+ spaces?\./)).toBeVisible();
  await confirmation.getByRole('textbox').fill('audience');
  await confirmation.getByRole('button', { name: 'Delete field' }).click();
  await expect(page.getByRole('heading', { name: 'No custom fields yet' })).toBeVisible();
});

test('an administrator edits values in the matrix by keyboard, fills down and undoes', async ({
  page,
  organization,
  signIn,
}) => {
  await createFields(organization, [owner, days, audience, isPublic]);
  for (const title of ['Aft', 'Bow', 'Cabin']) await createTestSpace(organization, title);
  await signIn(organization.admin);
  await page.goto(organization.path('/custom-fields/matrix'));
  await expect(matrixOf(page)).toBeVisible();

  // Columns are sorted by name: audience, owner, public, review-days.
  await cellOf(page, 'Aft', 2).click();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(cellOf(page, 'Aft', 2)).toHaveText('Ada');
  await expect(cellOf(page, 'Bow', 2)).toBeFocused();

  await page.keyboard.press('ArrowUp');
  await expect(cellOf(page, 'Aft', 2)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  for (const title of ['Aft', 'Bow', 'Cabin'])
    await expect(cellOf(page, title, 2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+d');
  await expect(cellOf(page, 'Cabin', 2)).toHaveText('Ada');
  await expect.poll(async () => (await fetchValues(organization)).Cabin).toEqual({ owner: 'Ada' });
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await fetchValues(organization)).Cabin).toEqual({});
  await expect(cellOf(page, 'Aft', 2)).toHaveText('Ada');

  await cellOf(page, 'Bow', 4).click();
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“many” is not a number.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 'Bow', 4)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await expect(cellOf(page, 'Bow', 4)).toHaveText('30');

  await cellOf(page, 'Bow', 3).click();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'public of Bow' }).selectOption('Yes');
  await page.keyboard.press('Enter');
  await cellOf(page, 'Bow', 1).click();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'press' }).check();
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await fetchValues(organization)).Bow)
    .toEqual({ 'review-days': 30, public: true, audience: ['press'] });

  await page.getByRole('searchbox', { name: 'Search spaces' }).fill('cab');
  await expect(matrixOf(page).getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search spaces' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(matrixOf(page).getByRole('rowheader', { name: 'Aft' })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator sees why filling down from an empty cell and pasting nothing change nothing @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  await createFields(organization, [owner]);
  await createTestSpace(organization, 'Aft');
  for (const title of ['Bow', 'Cabin'])
    await createTestSpace(organization, title, { owner: { value: title } });
  await signIn(organization.admin);
  await page.goto(organization.path('/custom-fields/matrix'));
  await cellOf(page, 'Aft', 1).click();
  await page.keyboard.press('Control+d');
  await expect(page.getByText('Select several cells first.')).toBeVisible();
  await page.keyboard.press('Shift+Control+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(page.getByText('The first selected cell is empty.')).toBeVisible();
  // Like an image on the clipboard.
  await cellOf(page, 'Cabin', 1).evaluate((cell) =>
    cell.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }),
    ),
  );
  await expect(page.getByText('The clipboard has no text.')).toBeVisible();
  await expect(cellOf(page, 'Bow', 1)).toHaveText('Bow');
  expect(await fetchValues(organization)).toEqual({
    Aft: {},
    Bow: { owner: 'Bow' },
    Cabin: { owner: 'Cabin' },
  });

  // Delete clears all selected cells, as in a spreadsheet; one undo restores them.
  await page.keyboard.press('Delete');
  await expect(page.getByText('Cleared Owner of 2 spaces')).toBeVisible();
  await expect.poll(() => fetchValues(organization)).toEqual({ Aft: {}, Bow: {}, Cabin: {} });
  await page.keyboard.press('Control+z');
  await expect
    .poll(() => fetchValues(organization))
    .toEqual({ Aft: {}, Bow: { owner: 'Bow' }, Cabin: { owner: 'Cabin' } });
});

test('an administrator imports values after a preview, and exports them @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createFields(organization, [owner, days]);
  await createTestSpace(organization, 'Aft', { owner: { value: 'Ada' } });
  await createTestSpace(organization, 'Bow');
  await createTestSpace(organization, 'Cabin', { owner: { value: '=1+1' } });
  await signIn(organization.admin);
  await page.goto(organization.path('/custom-fields'));
  const [, ...fields] = await exportedRows(page);
  expect(fields.map(([name]) => name)).toEqual(['owner', 'review-days']);
  await page.getByRole('link', { name: 'Matrix' }).click();
  await expect(matrixOf(page)).toBeVisible();
  const file = readFileSync(await (await downloadExport(page)).path(), 'utf8');
  expect(file).toContain("'=1+1");
  expect(file).toContain('space id,space,owner,review-days');

  await page.getByRole('button', { name: listOptionsName }).click();
  await page.getByRole('menuitem', { name: 'Import CSV…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import custom field values' });
  await dialog.getByLabel('Text (optional)').fill('space,owner\n');
  await expect(dialog.getByText('There are no rows below the header.')).toBeVisible();
  await dialog
    .getByLabel('Text (optional)')
    .fill('space,owners,review-days,color\nAft,Grace,\nBow,Alan,7\nCabin,=1+1,\nDeck,x,\n');
  await expect(dialog.getByText('Unknown column “owners”. Did you mean “owner”?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use “owners” as “owner”' }).click();
  await expect(dialog.getByText('Unknown column “owners”')).toHaveCount(0);
  await expect(dialog.getByText('Unknown column “color”.')).toBeVisible();
  const plan = dialog.getByRole('list', { name: planName });
  await expect(plan).toContainText('Owner: Ada → Grace');
  await expect(plan).toContainText('No space with this title');
  await expect(plan.getByRole('listitem')).toHaveCount(4);
  await checkAccessibility(page, '[role="dialog"]');
  const update = dialog.getByRole('button', { name: 'Update values of 2' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('checkbox', { name: 'Continue without this column' }).check();
  await update.click();
  await expect(dialog.getByText('2 spaces done')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(cellOf(page, 'Bow', 1)).toHaveText('Alan');
  expect(await fetchValues(organization)).toEqual({
    Aft: { owner: 'Grace' },
    Bow: { owner: 'Alan', 'review-days': 7 },
    Cabin: { owner: '=1+1' },
  });
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await fetchValues(organization)).Bow).toEqual({});
});

test('an administrator pastes spreadsheet cells after a preview, and undoes it @details', async ({
  page,
  context,
  organization,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await createFields(organization, [owner, days]);
  await createTestSpace(organization, 'Aft', { owner: { value: 'Ada' } });
  for (const title of ['Bow', 'Cabin']) await createTestSpace(organization, title);
  await signIn(organization.admin);
  await page.goto(organization.path('/custom-fields/matrix'));
  await cellOf(page, 'Aft', 1).click();
  await page.evaluate(() => navigator.clipboard.writeText('\t7\r\nGrace\t30\r\nAlan\tmany\r\n'));
  await page.keyboard.press('Control+v');
  const dialog = page.getByRole('dialog', { name: 'Paste 6 cells' });
  const plan = dialog.getByRole('list', { name: planName });
  await expect(plan).toContainText('Owner: Ada → –; review-days: – → 7');
  await expect(plan).toContainText('review-days: “many” is not a number.');
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2 spaces done')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 'Aft', 1)).toBeFocused();
  expect(await fetchValues(organization)).toEqual({
    Aft: { 'review-days': 7 },
    Bow: { owner: 'Grace', 'review-days': 30 },
    Cabin: {},
  });
  await page.keyboard.press('Control+z');
  await expect.poll(() => fetchValues(organization)).toEqual({ Aft: { owner: 'Ada' }, Bow: {}, Cabin: {} });
  await expect(cellOf(page, 'Aft', 1)).toHaveText('Ada');

  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+v');
  await expect.poll(async () => (await fetchValues(organization)).Cabin).toEqual({ owner: 'Ada' });
  await expect(cellOf(page, 'Bow', 1)).toHaveText('Ada');
});

test('a reader sees values and cannot change them @details', async ({ page, organization, signIn }) => {
  await createFields(organization, [owner]);
  await createTestSpace(organization, 'Aft', { owner: { value: 'Ada' } });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/custom-fields'));
  await expectRow(page.getByRole('table', { name: 'Custom fields' }), { Field: 'Owner', Type: 'Text' });
  await expect(page.getByRole('button', { name: 'New field' })).toHaveAttribute('aria-disabled', 'true');
  await navigateTo(page, organization.path('/custom-fields/new'));
  const dialog = page.getByRole('dialog', { name: 'New custom field' });
  await expect(dialog).toContainText('Only organization administrators can do this.');
  await expect(dialog.getByLabel('Name', { exact: true })).not.toBeEditable();
  await expect(dialog.getByRole('button', { name: 'Create field' })).toBeDisabled();
  await navigateTo(page, organization.path('/custom-fields/matrix'));
  await cellOf(page, 'Aft', 1).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await navigateTo(page, organization.path('/custom-fields/owner'));
  await expect(page.getByRole('button', { name: editName })).toHaveAttribute('aria-disabled', 'true');
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('a person scrolls the matrix on a phone @repeats', async ({ page, organization, signIn }) => {
  await createFields(organization, [owner, days, audience, isPublic]);
  await createTestSpace(organization, 'Aft');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/custom-fields/matrix'));
  await expect(page.getByRole('button', { name: 'Fill down' })).toBeHidden();
  await cellOf(page, 'Aft', 2).click();
  await cellOf(page, 'Aft', 2).click();
  await page.getByRole('textbox', { name: 'Owner of Aft' }).fill('Ada');
  await page.keyboard.press('Enter');
  await expect(cellOf(page, 'Aft', 2)).toHaveText('Ada');
  await expectPageFits(page);
  const name = 'w'.repeat(50);
  await createFields(organization, [{ name, type: 'text' }]);
  await page.goto(organization.path(`/custom-fields/${name}/edit`));
  const title = page.getByRole('heading', { name: `Edit custom field “${name}”` });
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
