/** Two tabs or two authors write in one page, and no typed word is lost. */
import { editChangeRequestContent } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Person, test } from '../fixtures.ts';
import { press as pressByTab, tabTo } from '../support/keyboard.ts';
import { updatePage } from '../support/space-pages.ts';
import {
  createEditedPage,
  type EditedPage,
  fieldOf,
  openEditor,
  saveStateOf,
  typeAtEnd,
  typeAtStart,
} from './edited-page.ts';

const lines = 'Oil\n\nWicks\n\nGlass';

/** Saves a text as another person does, on top of what is there. */
async function saveElsewhere({ client }: Person, { path, pageId }: EditedPage, text: string): Promise<void> {
  await editChangeRequestContent({
    client,
    path,
    body: { changes: [updatePage(pageId, text)] },
    throwOnError: true,
  });
}

test('two tabs of an author are one text @details', async ({ organization, signIn, page, context }) => {
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const otherPage = await context.newPage();
  await openEditor(otherPage, organization, edited);
  await typeAtStart(page, 'Left ');
  await typeAtEnd(otherPage, ' right');
  for (const tab of [page, otherPage]) {
    await expect(fieldOf(tab)).toContainText('Left Oil');
    await expect(fieldOf(tab)).toContainText('Glass right');
  }
  // In the same line both versions stay.
  await Promise.all([typeAtEnd(page, ' one'), typeAtEnd(otherPage, ' two')]);
  for (const tab of [page, otherPage]) {
    await expect(fieldOf(tab)).toContainText('one');
    await expect(fieldOf(tab)).toContainText('two');
  }
  await otherPage.close();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const storedText = await edited.stored();
  expect(storedText).toMatch(/^Left Oil\n\nWicks\n\nGlass right/);
  expect(storedText).toContain('one');
  expect(storedText).toContain('two');
});

test('two authors change different lines of a page @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  const edited = await createEditedPage(organization, lines);
  const edo = await organization.addPerson('edit');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, ' of mine');
  await saveElsewhere(edo, edited, lines.replace('Oil', 'Oil of theirs'));
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  await expect(fieldOf(page)).toContainText('Oil of theirs');
  expect(await edited.stored()).toBe('Oil of theirs\n\nWicks\n\nGlass of mine');
});

test('two authors change the same line, and one settles it by keyboard', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  const edited = await createEditedPage(organization, lines);
  const edo = await organization.addPerson('edit');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, ' of mine');
  await saveElsewhere(edo, edited, `${lines} of theirs`);
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the same lines' });
  await expect(dialog.getByRole('region', { name: 'Yours' })).toHaveText(/Glass of mine/);
  await expect(dialog.getByRole('region', { name: 'Theirs' })).toHaveText(/Glass of theirs/);
  // Decided later, it is still there.
  await page.keyboard.press('Escape');
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: conflict');
  await pressByTab(page, page.getByRole('button', { name: 'Resolve conflict' }));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  const choice = dialog.getByRole('group', { name: 'Conflict 1' });
  await tabTo(page, choice.getByRole('radio', { name: 'Both' }));
  await page.keyboard.press('ArrowRight');
  await expect(choice.getByRole('radio', { name: 'Yours' })).toBeChecked();
  await expect(dialog.getByRole('region', { name: 'Theirs' })).toContainText('Theirs, removed');
  await page.keyboard.press('ArrowLeft');
  await pressByTab(page, dialog.getByRole('button', { name: 'Save', exact: true }));
  await expect(dialog).toBeHidden();
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} of mine\nGlass of theirs`);
});
