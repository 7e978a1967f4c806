import { readFileSync } from 'node:fs';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { csvName, writeFirstPageName } from '../support/names.ts';
import { treeRow } from '../support/site-structures.ts';

test('a reader reads, searches and follows pages, and exports broken links', async ({
  page,
  demonstration,
}) => {
  const { path } = demonstration;
  await demonstration.signIn(page.context());
  const spaces = await demonstration.read(`/orgs/${demonstration.organizationId}/spaces`);
  const guide = spaces.items.find(({ title }: { title: string }) => title === 'Heron user guide');
  const at = (rest: string) => path(`/spaces/${guide.id}${rest}`);

  await test.step('pages', async () => {
    await page.goto(at('/pages'));
    await expect(page).toHaveURL(/\/pages\/[A-Za-z0-9]{20}/);
    // The page; the comments below it are articles too.
    const article = page.getByRole('article').first();
    await expect(article.getByRole('heading', { level: 2 })).toBeVisible();
    const before = page.url();
    await article.getByRole('link').first().click();
    await expect(page).not.toHaveURL(before);
    await page.goBack();
    await page.getByRole('tree', { name: 'Pages' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(before);
    await page.getByLabel('Search pages').fill('battery');
    const results = page.getByRole('region', { name: 'Search results' });
    await expect(results.getByRole('status')).toHaveText(/\d+ pages? found for “battery”/);
    await checkAccessibility(page);
    await results.getByRole('link').first().click();
    await expect(article).toBeVisible();
  });

  await test.step('files', async () => {
    await page.goto(at('/files'));
    const table = page.getByRole('table', { name: 'Files' });
    await table.getByRole('link').first().click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('heading', { name: 'Used on' })).toBeVisible();
    const download = page.waitForEvent('download');
    await panel.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).not.toBe('');
  });

  await test.step('links', async () => {
    await page.goto(at('/links?status=all'));
    await expect(page.getByText(/links are broken\./)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: csvName }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFStatus,Type,Target,URL,Linked from\r\n/);
    await page.getByRole('radiogroup').getByText('Broken').click();
    await expect(page).toHaveURL(/status=broken/);
  });

  await test.step('a reader finds a space in the tree with its collections expanded', async () => {
    await page.goto(path(`/content?at=${guide.id}`));
    await expect(treeRow(page, 'Heron user guide')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  // Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
  test('a reader opens a page from the folded pages, which fold again @repeats', async ({
    page,
    demonstration,
  }) => {
    await demonstration.signIn(page.context());
    const spaces = await demonstration.read(`/orgs/${demonstration.organizationId}/spaces`);
    const guide = spaces.items.find(({ title }: { title: string }) => title === 'Heron user guide');
    await page.goto(demonstration.path(`/spaces/${guide.id}/pages`));
    const tree = page.getByRole('tree', { name: 'Pages' });
    const heading = page.getByRole('article').first().getByRole('heading', { level: 2 });
    await expect(heading).toBeInViewport();
    await expect(tree).toBeHidden();
    const before = page.url();
    await page.locator('summary').getByText('Pages').click();
    await expect(tree).toBeVisible();
    await tree
      .getByRole('treeitem', { selected: false, name: /, page$/ })
      .first()
      .click();
    await expect(page).not.toHaveURL(before);
    await expect(tree).toBeHidden();
    await expect(heading).toBeVisible();
  });
});

test('a person starts an empty space with an import or its first page @details', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Guide: null });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${content.idOf('Guide')}/pages`));
  const empty = page.getByRole('main');
  await expect(empty.getByRole('button', { name: writeFirstPageName })).toBeVisible();
  await empty.getByRole('link', { name: 'Import' }).last().click();
  await expect(page.getByRole('form', { name: 'Import' })).toBeVisible();
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await expect(empty.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await empty.getByRole('link', { name: 'Import' }).last().click();
  await expect(page.getByRole('form', { name: 'Import' })).toBeVisible();
});
