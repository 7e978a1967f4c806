import { createTranslation, updateTranslation } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { exportedRows } from '../support/downloads.ts';
import { breadcrumbsName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';

test('an administrator creates, renames, undoes and deletes translation settings', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/translations'));
  await expect(page.getByRole('heading', { name: 'No translation settings yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New settings' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New translation settings' });
  await dialog.getByRole('button', { name: 'Create settings' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await dialog.getByLabel('Title').fill('German handbook');
  await dialog.getByRole('button', { name: 'Create settings' }).click();

  await expect(page.getByRole('heading', { name: 'German handbook', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No languages yet' })).toBeVisible();
  await page.keyboard.press('e');
  const rename = page.getByRole('dialog', { name: 'Rename “German handbook”' });
  await rename.getByLabel('Title').fill('Deutsches Handbuch');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Deutsches Handbuch', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('heading', { name: 'German handbook', level: 1 })).toBeVisible();

  await page
    .getByRole('navigation', { name: breadcrumbsName })
    .getByRole('link', { name: 'Translations' })
    .click();
  const table = page.getByRole('table', { name: 'Translation settings' });
  await expectRow(table, { Title: 'German handbook', Languages: 'No languages yet' });
  const [headings, line] = await exportedRows(page);
  expect(headings).toEqual(['title', 'languages', 'created', 'updated', 'id']);
  expect(line?.slice(0, 2)).toEqual(['German handbook', '']);
  await page.getByRole('button', { name: 'Actions for German handbook' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete translation settings “German handbook”?' });
  await expect(confirmation.getByText('Translated spaces are kept.')).toBeVisible();
  await confirmation.getByRole('button', { name: 'Delete settings' }).click();
  await expect(page.getByRole('heading', { name: 'No translation settings yet' })).toBeVisible();
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('an administrator is asked before overwriting a title that someone else changed @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data } = await createTranslation({ client, path, body: { title: 'One' }, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path(`/translations/${data.id}`));
  await page.getByRole('link', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename “One”' });
  await dialog.getByLabel('Title').fill('Your version');

  const translationPath = { ...path, translationSettingsId: data.id };
  await updateTranslation({
    client,
    path: translationPath,
    body: { title: 'Their version' },
    throwOnError: true,
  });
  await dialog.getByRole('button', { name: 'Rename' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Someone else changed this' });
  await expect(confirmation.getByText('Their version', { exact: true }).last()).toBeVisible();
  await confirmation.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Your version', level: 1 })).toBeVisible();
});

test('an administrator edits instructions as text, and learns what that removes @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const request = { client, path, throwOnError: true as const };
  const { data } = await createTranslation({ ...request, body: { title: 'Dutch' } });
  await signIn(organization.admin);
  await page.goto(organization.path(`/translations/${data.id}`));
  const section = page.getByRole('region', { name: 'Instructions' });
  await expect(section).toContainText('No instructions yet.');

  const edit = async (text: string) => {
    await section.getByRole('link', { name: 'Edit instructions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Instructions for “Dutch”' });
    await dialog.getByLabel('Instructions').fill(text);
    return dialog;
  };
  const tooLong = await edit('u'.repeat(10_001));
  await tooLong.getByRole('button', { name: 'Save changes' }).click();
  await expect(tooLong.getByText('Must be at most 10,000 characters (now 10,001).')).toBeVisible();
  await tooLong.getByLabel('Instructions').fill('Say “u”.\n\nKeep names.');
  await tooLong.getByRole('button', { name: 'Save changes' }).click();
  await expect(section.getByRole('paragraph')).toHaveText(['Say “u”.', 'Keep names.']);
  await page.keyboard.press('Control+z');
  await expect(section).toContainText('No instructions yet.');

  const marked = { type: 'text', text: 'Say “u”.', marks: ['bold'] };
  const instructions = { type: 'document', nodes: [{ type: 'paragraph', nodes: [marked] }] };
  const settings = { ...path, translationSettingsId: data.id };
  await updateTranslation({ ...request, path: settings, body: { instructions } });
  await page.reload();
  const formatted = await edit('Say “je”.');
  await expect(formatted).toContainText('Saving a change removes formatting and links.');
  await formatted.getByRole('button', { name: 'Save changes' }).click();
  await expect(section.getByRole('paragraph')).toHaveText('Say “je”.');
});

test('a reader sees translation settings and no active control @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data } = await createTranslation({ client, path, body: { title: 'One' }, throwOnError: true });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/translations'));
  await expect(page.getByRole('button', { name: 'New settings' })).toHaveAttribute('aria-disabled', 'true');
  await navigateTo(page, organization.path(`/translations/${data.id}`));
  await expect(page.getByRole('button', { name: 'Rename' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Edit instructions' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toHaveAttribute('aria-disabled', 'true');
});
