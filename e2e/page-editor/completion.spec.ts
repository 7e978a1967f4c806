import type { Page } from '@playwright/test';
import { editChangeRequestContent } from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { createPages, insertPage, updatePage } from '../support/space-pages.ts';
import { type EditedPage, editPage, fieldOf, openEditor, saveStateOf, typeAtEnd } from './edited-page.ts';

/** The list of what can be completed. */
const choices = (page: Page) => page.getByRole('listbox');

/** The page “Lamps”, beside “Wicks” with a heading. */
async function createLinkedPages(organization: Organization, markdown: string) {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Lamps', markdown),
    insertPage('Wicks', '# Cotton wicks\n\nTrim them.\n'),
  ]);
  const edited = await editPage(organization, spaceId, idOf('Lamps'));
  return { edited, wicks: `/pages/${idOf('Wicks')}` };
}

async function save(page: Page, edited: EditedPage): Promise<string> {
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  return edited.stored();
}

test('an author completes links to pages and headings, and sees broken ones', async ({
  organization,
  signIn,
  page,
}) => {
  const { edited, wicks } = await createLinkedPages(organization, '# Oil care\n\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, 'See [[wic');
  await expect(choices(page).getByRole('option', { name: /Wicks/ })).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type(', [care](oil');
  await expect(choices(page).getByRole('option', { name: /Oil care/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type(', [[wicks#cot');
  await expect(choices(page).getByRole('option', { name: /Cotton wicks/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toContainText('See [Wicks](wicks.md), [care](#oil-care)');
  const broken = fieldOf(page).locator('[aria-description]');
  await expect(broken).toHaveCount(0);
  await page.keyboard.type(' [a](/pages/gone) [b](#gone)');
  await expect(broken).toHaveText(['/pages/gone', '#gone']);
  await expect(broken.first()).toHaveAttribute('aria-description', 'Page not found');
  await expect(broken.last()).toHaveAttribute('aria-description', 'Heading not found');
  await checkAccessibility(page);
  expect(await save(page, edited)).toBe(
    `# Oil care\n\nSee [Wicks](${wicks}), [care](#oil-care), [Cotton wicks](${wicks}#cotton-wicks) [a](/pages/gone) [b](#gone)`,
  );
});

test('an author inserts blocks after a slash, undoes one, and keeps slashes in words', async ({
  organization,
  signIn,
  page,
}) => {
  const { edited } = await createLinkedPages(organization, 'oil/gas\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, '/tab');
  await expect(choices(page).getByRole('option').first()).toHaveText('Table');
  // Each typed letter filters at once, so that Enter takes the entry without a pause.
  await page.keyboard.type('le');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Part');
  await expect(fieldOf(page)).toContainText('| Part | Description |');
  await fieldOf(page).press('ControlOrMeta+End');
  await page.keyboard.type('/cauti');
  await expect(choices(page).getByRole('option', { name: 'Warning' })).toBeVisible();
  // Escape closes the list, and what was typed stays.
  await page.keyboard.press('Escape');
  await expect(choices(page)).toBeHidden();
  await page.keyboard.type(' oil/ga');
  await expect(choices(page)).toBeHidden();
  expect(await save(page, edited)).toBe(
    'oil/gas\n\n| Part | Description |\n| --- | --- |\n|  |  |\n/cauti oil/ga',
  );
});

test('a person with the plain field chooses what a link leads to in a dialog, by keyboard @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { edited, wicks } = await createLinkedPages(organization, 'See wicks');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.getByRole('button', { name: 'Plain text field' }).press('Enter');
  await expect(page.locator('textarea')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
  await page.keyboard.press('ControlOrMeta+Shift+k');
  const dialog = page.getByRole('dialog', { name: 'Insert link' });
  await dialog.getByRole('combobox').pressSequentially('wic');
  await expect(dialog.getByRole('option', { name: /Wicks/ })).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('textarea')).toBeFocused();
  await page.keyboard.type('.');
  expect(await save(page, edited)).toBe(`See [wicks](${wicks}).`);
});

for (const field of ['editor', 'plain field'] as const) {
  test(`an author sees paths in the ${field}, and links keep their pages when another person moves them @details`, async ({
    organization,
    signIn,
    page,
    problems,
  }) => {
    // A save may meet the other person's.
    problems.expect(/status of 409/);
    const { edited, wicks } = await createLinkedPages(organization, 'Oil');
    const { spaceId, changeRequestId } = edited.path;
    const other = await organization.addPerson('edit');
    const change = (changes: ContentEdit[]) =>
      editChangeRequestContent({
        client: other.client,
        path: { spaceId, changeRequestId },
        body: { changes },
        throwOnError: true,
      });
    await change([updatePage(edited.pageId, `Trim [wicks](${wicks}) and [none](none.md).\n\nThen wait.\n`)]);
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    if (field === 'plain field') {
      await page.getByRole('button', { name: 'Plain text field' }).press('Enter');
      await expect(page.locator('textarea')).toBeFocused();
    }
    const text = () =>
      field === 'editor' ? fieldOf(page).innerText() : page.locator('textarea').inputValue();
    await expect.poll(text).toContain('Trim [wicks](wicks.md) and [none](none.md).');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('See [more](./wicks.md#cotton-wicks).');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText('Saved');
    // Another person gives the page another path, and its old one to another page.
    await change([
      { operation: 'update_page', page: wicks.replace('/pages/', ''), slug: 'cotton' },
      { ...insertPage('Wicks', 'Other ones.'), slug: 'wicks' },
    ]);
    if (field === 'editor') await expect.poll(text).toContain('Trim [wicks](cotton.md) and [none](none.md).');
    // A line that is edited now has the page that was meant, too.
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('First: ');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+y');
    expect(await save(page, edited)).toBe(
      `First: Trim [wicks](${wicks}) and [none](none.md).\n\nThen wait.\nSee [more](${wicks}#cotton-wicks).`,
    );
  });
}

test('an author checks a text and goes to what is wrong, by keyboard @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_RESET/);
  const { edited, wicks } = await createLinkedPages(organization, 'Oil\n\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  // A link that can’t be looked up is not said to be right.
  const lookUp = /\/revisions\/[^/]+\/page\//;
  await page.route(lookUp, (route) => route.abort('connectionreset'));
  await fieldOf(page).press('ControlOrMeta+End');
  await page.keyboard.insertText(
    `[a](${wicks}#cotton-wicks) [b](${wicks}#gone)\n\n![](https://lamps.example/a.png)\n\n## Oil\n\n## Oil`,
  );
  const check = page.getByRole('button', { name: 'Check text' });
  const menu = page.getByRole('menu', { name: 'Check text' });
  const entries = menu.getByRole('menuitem');
  await check.press('Enter');
  await expect(menu).toContainText('Couldn’t check all links.');
  await expect(entries).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.unroute(lookUp);
  await check.press('Enter');
  await expect(entries).toHaveText([
    'Line 3: Heading not found: wicks.md#gone',
    'Line 5: Picture without alt text',
    'Line 9: Same heading as in line 7',
  ]);
  await checkAccessibility(page);
  await entries.first().press('ArrowDown');
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Here: ');
  expect(await save(page, edited)).toContain('\nHere: ![](https');
});

for (const field of ['editor', 'plain field'] as const) {
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`an author chooses a block from a list in the ${field}, by keyboard${field === 'plain field' ? ' @repeats' : ''} @details`, async ({
    organization,
    signIn,
    page,
  }) => {
    const { edited } = await createLinkedPages(organization, 'Oil');
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    if (field === 'plain field') {
      await page.getByRole('button', { name: 'Plain text field' }).press('Enter');
      await expect(page.locator('textarea')).toBeFocused();
    }
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Insert block' });
    await expect(dialog.getByRole('option', { name: 'Table' })).toBeVisible();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAccessibility(page);
    }
    await page.keyboard.press('Escape');
    await expect(fieldOf(page)).toBeFocused();
    await page.getByRole('button', { name: 'Insert block' }).press('Enter');
    await dialog.getByRole('combobox').pressSequentially('caution');
    await expect(dialog.getByRole('option')).toHaveText(['Warning']);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.type('Hot');
    expect(await save(page, edited)).toBe('Oil\n\n{% hint style="warning" %}\nHot\n{% endhint %}\n');
  });
}
