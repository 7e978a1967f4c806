/** The tree of a change request's pages. */
import type { Page } from '@playwright/test';
import {
  editChangeRequestContent,
  listChangeRequestPages,
  updateChangeRequest,
} from '#api/generated/sdk.gen.ts';
import type { ContentEdit, Page as ContentPage } from '#api/generated/types.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { merge } from '../support/change-requests.ts';
import { addFiles, testPicture } from '../support/pictures.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

type Path = { spaceId: string; changeRequestId: string };

async function fetchPages({ admin }: Organization, path: Path): Promise<ContentPage[]> {
  const { data } = await listChangeRequestPages({ client: admin.client, path, throwOnError: true });
  return data.pages;
}

/** Titles, indented by level. */
const outlineOf = (pages: readonly ContentPage[], indent = ''): string[] =>
  pages.flatMap(({ title, pages: below = [] }) => [indent + title, ...outlineOf(below, `${indent}  `)]);

async function edit({ admin }: Organization, path: Path, changes: ContentEdit[]): Promise<void> {
  await editChangeRequestContent({ client: admin.client, path, body: { changes }, throwOnError: true });
}

/** Opens the content of a change request with the pages Lamps, Oil and Wicks; Wicks links to Oil. */
async function openTree(organization: Organization, page: Page) {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Lamps', 'Light.'),
    insertPage('Oil', 'Burns.'),
  ]);
  const link = insertPage('Wicks', `Soak in [oil](/pages/${idOf('Oil')}).`);
  const created = await createOpenChangeRequest(organization, spaceId, 'Better lamps', [link]);
  await page.goto(organization.path(`${created.screen}/content`));
  await expect(treeRow(page, 'Wicks')).toBeVisible();
  return { ...created, idOf, outline: async () => outlineOf(await fetchPages(organization, created.path)) };
}

const treeOf = (page: Page) => page.getByRole('tree', { name: 'Pages' });

test('an author arranges the pages of a change request, by keyboard', async ({
  organization,
  signIn,
  page,
}) => {
  await signIn(organization.admin);
  const { path, outline, idOf } = await openTree(organization, page);
  await expect(treeRow(page, 'Wicks')).toHaveAccessibleName('Wicks, page, Added');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  // A group, with a name.
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'New group…' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Title').fill('Parts');
  await page.keyboard.press('Enter');
  await expect(treeRow(page, 'Parts')).toBeVisible();
  // Moved into it, up and down, and back.
  await treeOf(page).focus();
  await page.keyboard.type('Oil');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(outline).toEqual(['Oil', 'Lamps', 'Wicks', 'Parts']);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move “Oil”' });
  await dialog.getByLabel('Location').selectOption('Parts');
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect.poll(outline).toEqual(['Lamps', 'Wicks', 'Parts', '  Oil']);
  await page.getByRole('button', { name: /^Undo: Moved/ }).press('Enter');
  await expect.poll(outline).toEqual(['Oil', 'Lamps', 'Wicks', 'Parts']);
  // Renamed and hidden.
  await treeOf(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('F2');
  await page.keyboard.type('Lamp oil');
  await page.keyboard.press('Enter');
  await expect.poll(outline).toContain('Lamp oil');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Hide from navigation' }).press('Enter');
  await expect(treeRow(page, 'Lamp oil')).toHaveAccessibleName(/hidden/);
  await expect
    .poll(async () => (await fetchPages(organization, path)).find(({ id }) => id === idOf('Oil'))?.hidden)
    .toBe(true);
  // Deleted, after a warning about the link that breaks.
  await treeOf(page).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete page “Lamp oil”?' });
  await expect(question).toContainText(/Links on 1 page will break: .*Wicks/);
  await question.getByRole('button', { name: 'Delete page' }).press('Enter');
  await expect.poll(outline).toEqual(['Lamps', 'Wicks', 'Parts']);
  await expect(page.getByText('Deleted pages')).toBeVisible();
});

test('an author adds a page and a link, and changes where it leads', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 400/);
  await signIn(organization.admin);
  const { path, idOf } = await openTree(organization, page);
  await treeRow(page, 'Lamps').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New link…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Shop');
  await dialog.getByLabel('Target').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Href: Must be a path or begin with https:');
  await dialog.getByLabel('Target').fill('https://lamps.example/');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toHaveCount(0);
  await treeRow(page, 'Shop').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit link…' }).click();
  await dialog.getByLabel('Target').fill('https://oil.example/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const linkOf = async () => (await fetchPages(organization, path))[0]?.pages?.[0];
  expect(await linkOf()).toMatchObject({ type: 'link', title: 'Shop', href: 'https://oil.example/' });
  // To a page, which is chosen by its title.
  await treeRow(page, 'Shop').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit link…' }).click();
  await dialog.getByLabel('Leads to').selectOption('Oil');
  await expect(dialog.getByLabel('Target')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await linkOf()).toMatchObject({ title: 'Shop', href: `/pages/${idOf('Oil')}` });
  await treeRow(page, 'Shop').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit link…' }).click();
  await expect(dialog.getByLabel('Leads to').locator('option:checked')).toHaveText('Oil');
  await page.keyboard.press('Escape');
  // A new page opens at its title, and its slug follows.
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New page', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await page.keyboard.type('Glass shades');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Clear.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.locator('[data-save-state]')).toHaveText('Saved');
  expect((await fetchPages(organization, path)).at(-1)).toMatchObject({
    title: 'Glass shades',
    slug: 'glass-shades',
  });
  // The tree shows where one is, also after the page was left by the history.
  await expect(treeRow(page, 'Glass shades')).toHaveAttribute('aria-selected', 'true');
  await treeRow(page, 'Lamps').click();
  await expect(title).toHaveValue('Lamps');
  await page.goBack();
  await expect(title).toHaveValue('Glass shades');
  await expect(treeRow(page, 'Glass shades')).toHaveAttribute('aria-selected', 'true');
  await expect(treeRow(page, 'Lamps')).toHaveAttribute('aria-selected', 'false');
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('an author moves a page while others write, and sees when they moved pages @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 409/);
  await signIn(organization.admin);
  const { path, outline, idOf } = await openTree(organization, page);
  await edit(organization, path, [updatePage(idOf('Lamps'), 'Brighter.')]);
  await treeOf(page).focus();
  await page.keyboard.type('Oil');
  // The reads after a change would show changes of others in between.
  const isFetched = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && new URL(response.url()).pathname.endsWith('/content/pages'),
  );
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(outline).toEqual(['Oil', 'Lamps', 'Wicks']);
  await isFetched;
  await edit(organization, path, [{ operation: 'insert_page', title: 'Shades', at: 0 }]);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('The pages have changed. Look at them and try again.')).toBeVisible();
  await expect(treeRow(page, 'Shades')).toBeVisible();
  await expect(treeRow(page, 'Oil')).toHaveAccessibleName(/The pages have changed/);
  await treeOf(page).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(outline).toEqual(['Shades', 'Lamps', 'Oil', 'Wicks']);
});

/** Fails if the tree can be changed. */
async function expectReadOnlyTree(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  await treeRow(page, 'Lamps').click();
  for (const key of ['Delete', 'F2', 'Alt+ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('New title of Lamps')).toHaveCount(0);
}

test('a commenter sees the pages without controls @details', async ({ organization, signIn, page }) => {
  await signIn(await organization.addPerson('comment', 'Cleo Commenter'));
  await openTree(organization, page);
  await expectReadOnlyTree(page);
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('an author reads what is merged or archived, and sees why nothing can be changed @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { admin } = organization;
  await signIn(admin);
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', 'Light.')]);
  for (const [status, reason] of [
    ['archived', 'This change request is archived. Reopen it first.'],
    ['merged', 'This change request is merged.'],
  ] as const) {
    const closed = await createOpenChangeRequest(organization, spaceId, `Is ${status}`, [
      updatePage(idOf('Lamps'), `Light, ${status}.`),
    ]);
    await addFiles(admin, closed.path, [testPicture()]);
    if (status === 'merged') await merge(admin, closed);
    else await updateChangeRequest({ client: admin.client, path: closed.path, body: { status } });
    const before = outlineOf(await fetchPages(organization, closed.path));
    await page.goto(organization.path(`${closed.screen}/content`));
    const main = page.getByRole('main');
    // The space is on no site.
    const disabled = main.locator('[aria-disabled="true"]:not([aria-label="View as the site"])');
    await expect(main.getByText(reason)).toBeVisible();
    await expect(page.getByRole('article')).toContainText(`Light, ${status}.`);
    await expectReadOnlyTree(page);
    expect(outlineOf(await fetchPages(organization, closed.path))).toEqual(before);
    // Unavailable actions are left out.
    await expect(page.getByRole('button', { name: /^(Edit|Update|Review|Merge)$/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(status === 'archived' ? 1 : 0);
    await expect(disabled).toHaveCount(0);
    await checkAccessibility(page);

    await page.goto(organization.path(`${closed.screen}/files?show=all`));
    await expect(main.getByText(reason)).toBeVisible();
    const row = page.getByRole('row', { name: /owl/ });
    await expect(row).toBeVisible();
    await expect(row.getByRole('button', { name: /actions/i })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Upload files…' })).toHaveCount(0);

    // The fields and the text.
    await page.goto(organization.path(`${closed.screen}/content/${idOf('Lamps')}/edit`));
    await expect(main.getByText('This page can’t be edited')).toBeVisible();
    await expect(main.getByText(reason)).toBeVisible();
    await expect(main.getByRole('textbox')).toHaveCount(0);
    // A menu has the entries that are known when it opens.
    await expect(async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      const entries = await page.getByRole('menuitem').allTextContents();
      await page.keyboard.press('Escape');
      expect(entries).toEqual(
        status === 'merged'
          ? ['Export as PDF', 'Export as Markdown', 'Undo this merge…']
          : ['Export as PDF', 'Export as Markdown'],
      );
    }).toPass();

    // The overview and the import.
    await page.goto(organization.path(closed.screen));
    await expect(main.getByText(status === 'merged' ? 'Merged into' : reason)).toBeVisible();
    await expect(disabled).toHaveCount(0);
    await page.goto(organization.path(`${closed.screen}/import`));
    await expect(main.getByText(reason)).toBeVisible();
    await expect(main.getByRole('form')).toHaveCount(0);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an author finds and deletes one of 1,000 pages @details', async ({ organization, signIn, page }) => {
    const { spaceId } = await createPages(organization, [insertPage('Lamps', 'Light.')]);
    const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Many', []);
    for (let part = 0; part < 20; part += 1)
      await edit(
        organization,
        path,
        Array.from({ length: 50 }, (_, index) => insertPage(`Lamp ${part * 50 + index}`, '')),
      );
    await signIn(organization.admin);
    await page.goto(organization.path(`${screen}/content`));
    await page.locator('summary', { hasText: 'Pages' }).click();
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60);
    await page.getByRole('searchbox', { name: 'Find by title' }).fill('lamp 999');
    await page.getByRole('button', { name: 'Actions for Lamp 999' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(page.getByRole('dialog')).toContainText('No links in this change request break.');
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Delete page' }).click();
    await expect.poll(async () => (await fetchPages(organization, path)).length).toBe(1000);
  });
});
