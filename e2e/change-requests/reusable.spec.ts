/** Reusable contents of a change request, from a selection to the published pages. */
import type { Page } from '@playwright/test';
import {
  editChangeRequestContent,
  listChangeRequestReusableContents,
  mergeChangeRequest,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { editPage, fetchText, fieldOf, openEditor, saveStateOf } from '../page-editor/edited-page.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

const tag = (id: string) => `{% include "/reusable-contents/${id}" %}`;

/** Opens the menu of the toolbar, by keyboard, and presses an entry. */
async function chooseReusable(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Reusable content', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: entry }).press('Enter');
}

test('an author makes a part of a page reusable, shows it on a second page, and edits both', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Lamps', 'Trim the wick.\n\nKeep oil away from fire.\n\nLight it.\n'),
    insertPage('Stoves', 'Fill the tank.\n'),
  ]);
  const edited = await editPage(organization, spaceId, idOf('Lamps'));
  await signIn(organization.admin);
  await openEditor(page, organization, edited);

  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+End');
  await chooseReusable(page, /^Create from selection/);
  const dialog = page.getByRole('dialog', { name: 'Create reusable content' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Keep oil away from fire.');
  await checkAccessibility(page);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Fire warning');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(saveStateOf(page)).toHaveAttribute('data-save-state', 'saved');
  const { data: list } = await listChangeRequestReusableContents({
    client: organization.admin.client,
    path: edited.path,
    throwOnError: true,
  });
  const [content] = list.items;
  expect(list.items).toMatchObject([{ title: 'Fire warning', pageCount: 1 }]);
  const id = content?.id ?? '';
  expect(await edited.stored()).toBe(`Trim the wick.\n\n${tag(id)}\n\nLight it.\n`);

  // On the second page, by the list that a slash opens.
  await page.goto(organization.path(`${edited.screen}/content/${idOf('Stoves')}/edit`));
  const stoves = page.getByRole('textbox', { name: 'Text of Stoves' });
  await expect(stoves).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n/reusable');
  await expect(page.getByRole('option', { name: 'Reusable content…' })).toBeVisible();
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: 'Insert reusable content' });
  await expect(picker.getByRole('option', { name: /Fire warning/ })).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await expect(stoves).toContainText(tag(id));
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveAttribute('data-save-state', 'saved');
  expect(await fetchText(organization.admin, edited.path, idOf('Stoves'))).toContain(tag(id));
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
  const preview = page.getByRole('region', { name: 'Preview of Stoves' });
  const shown = preview.locator('iframe:not([inert])').contentFrame();
  await expect(shown.getByText('Keep oil away from fire.')).toBeVisible();

  // An edit says what it changes, and both pages show it.
  await page.goto(organization.path(`${edited.screen}/reusable`));
  await expect(page.getByRole('row', { name: /Fire warning/ })).toContainText('2');
  await checkAccessibility(page);
  await page.getByRole('link', { name: 'Fire warning' }).click();
  await expect(page.getByRole('heading', { name: 'Shown on 2 pages' })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Text of Fire warning' });
  await expect(text).toBeFocused();
  await expect(page.getByText('Shown on 2 pages')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Keep oil and spirit away from fire.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveAttribute('data-save-state', 'saved');
  await checkAccessibility(page);
  await page.goto(organization.path(`${edited.screen}/content/${idOf('Stoves')}/edit`));
  await expect(shown.getByText('Keep oil and spirit away from fire.')).toBeVisible();
  await page.goto(organization.path(edited.editor));
  await expect(fieldOf(page)).toBeFocused();
  const lamps = page.getByRole('region', { name: 'Preview of Lamps' });
  await expect(
    lamps.locator('iframe:not([inert])').contentFrame().getByText('Keep oil and spirit away from fire.'),
  ).toBeVisible();
});

test('a reviewer sees reusable contents among changes, conflicts and deletions @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { client } = organization.admin;
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', 'Fill it.\n')]);
  const open = async (subject: string) => createOpenChangeRequest(organization, spaceId, subject, []);
  const edit = (path: { spaceId: string; changeRequestId: string }, markdown: string, id?: string) =>
    editChangeRequestContent({
      client,
      path,
      body: {
        changes: [
          id === undefined
            ? { operation: 'insert_reusable_content', title: 'Legal note', document: { markdown } }
            : { operation: 'update_reusable_content', reusableContent: id, document: { markdown } },
        ],
      },
      throwOnError: true,
    });
  const first = await open('First');
  const { data } = await edit(first.path, 'No warranty.\n\nAsk us.\n');
  const id = data.reusableContents?.[0] ?? '';
  await editChangeRequestContent({
    client,
    path: first.path,
    body: { changes: [updatePage(idOf('Lamps'), `Fill it.\n\n${tag(id)}\n`)] },
    throwOnError: true,
  });
  await signIn(organization.admin);
  await page.goto(organization.path(`${first.screen}/diff`));
  await page.getByRole('link', { name: /Legal note.*Added/ }).click();
  await expect(page.getByText('No warranty.')).toBeVisible();

  await mergeChangeRequest({ client, path: first.path, throwOnError: true });

  const [ours, theirs] = [await open('Ours'), await open('Theirs')];
  await edit(ours.path, 'No warranty at all.\n\nAsk us.\n', id);
  await edit(theirs.path, 'A year of warranty.\n\nAsk us.\n', id);
  await mergeChangeRequest({ client, path: theirs.path, throwOnError: true });
  await page.goto(organization.path(`${ours.screen}/conflicts`));
  await expect(page.getByRole('navigation', { name: 'Content with conflicts' })).toContainText('Legal note');
  await expect(page.getByText('A year of warranty.').first()).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Use this version' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Resolved 1 conflict')).toBeVisible();

  await page.goto(organization.path(`${ours.screen}/reusable`));
  await page
    .getByRole('row', { name: /Legal note/ })
    .getByRole('button', { name: /actions/i })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Shown on 1 page');
  await page.getByRole('button', { name: 'Delete reusable content' }).click();
  await expect(page.getByRole('row', { name: /Legal note/ })).toContainText('Deleted');
});

test('an author names values of the space, which texts show @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId } = await createPages(organization, [insertPage('Lamps', 'Fill it.\n')]);
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/settings`));
  await page.getByRole('button', { name: 'Edit variables' }).click();
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('2nd');
  await page.getByRole('textbox', { name: 'Value of variable 1' }).fill('2.1');
  await expect(page.getByText(/Use letters, digits and _/)).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('version');
  await page.getByRole('button', { name: 'Create change request' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('version');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('2.1');
  await page.goto(organization.path(`/spaces/${spaceId}/reusable`));
  await expect(page.getByText('No reusable content')).toBeVisible();
});
