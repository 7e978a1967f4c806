import type { Request } from '@playwright/test';
import { createSpace, deleteSiteSection, getSite, updateSiteSection } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { addName, addSpacesName, conditionName, mainName, moveToName } from '../support/names.ts';
import { publishByDialog } from '../support/published-sites.ts';
import { holdEvents } from '../support/quiet.ts';
import { dragOver, openEditor, readTree, treeRow } from '../support/site-structures.ts';

const outline = {
  Guides: { Start: ['Start here'], Billing: ['Billing basics'] },
  Help: ['Help v1', 'Help v2'],
  API: ['API reference'],
};

const atFirst = 'Guides[Start(Start here) Billing(Billing basics)] Help(Help v1 Help v2) API(API reference)';

test.describe('undo', () => {
  test('an administrator undoes and redoes a move by toast and by key', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'Help', 'Billing', 'upper');
    await page.mouse.up();
    const moved =
      'Guides[Start(Start here) Help(Help v1 Help v2) Billing(Billing basics)] API(API reference)';
    await expect.poll(site.order).toBe(moved);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(site.order).toBe(atFirst);
    await page.getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(site.order).toBe(moved);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(site.order).toBe(atFirst);
    const journal = page.getByRole('complementary', { name: 'Overview' }).getByRole('listitem');
    await expect(journal.filter({ hasText: 'Undone: Moved “Help” before “Billing”' })).toHaveCount(2);
  });

  test('an administrator never unpublishes by undo without a confirmation', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    const isPublished = async () =>
      (await getSite({ client, path: site.path, throwOnError: true })).data.published;
    await publishByDialog(page);
    await page.getByRole('tree').focus();

    const confirmation = page.getByRole('dialog', { name: 'Unpublish “Docs”?' });
    await page.keyboard.press('ControlOrMeta+z');
    await expect(confirmation.getByText('Visitors can no longer reach it')).toBeVisible();
    // The cancel button has the focus.
    await page.keyboard.press('Enter');
    await expect(confirmation).toBeHidden();
    expect(await isPublished()).toBe(true);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await confirmation.getByRole('button', { name: 'Unpublish' }).click();
    await expect.poll(isPublished).toBe(false);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(page.getByRole('dialog', { name: 'Publish “Docs”?' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await isPublished()).toBe(false);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator undoes by key only on the current structure, and by notification anywhere @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'Help', 'Billing', 'upper');
    await page.mouse.up();
    const moved =
      'Guides[Start(Start here) Help(Help v1 Help v2) Billing(Billing basics)] API(API reference)';
    await expect.poll(site.order).toBe(moved);
    await dragOver(page, 'API', 'Guides', 'upper');
    await page.mouse.up();
    await expect.poll(site.order).toBe(`API(API reference) ${moved.replace(' API(API reference)', '')}`);
    const notification = page.getByRole('status').filter({ hasText: 'Moved “API”' });
    await expect(notification.getByText('Ctrl')).toBeVisible();

    await page.getByRole('navigation', { name: mainName }).getByRole('link', { name: 'Members' }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await expect(notification.getByText('Ctrl')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await page.goBack();
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    // This edit is sent after anything that the two key presses might have undone.
    await notification.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: Moved “API”')).toBeVisible();
    expect(await site.order()).toBe(moved);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator confirms when undoing an addition @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, { Help: ['Help v1'] });
    const { client } = organization.admin;
    const { data } = await createSpace({
      client,
      path: { organizationId: organization.id },
      body: { title: 'Handbook' },
      throwOnError: true,
    });
    await page.getByRole('button', { name: addName, exact: true }).click();
    await page.getByRole('menuitem', { name: /^Sections…/ }).click();
    const dialog = page.getByRole('dialog', { name: addSpacesName });
    await dialog.getByRole('option', { name: data.title }).click();
    await dialog.getByRole('button', { name: addSpacesName }).click();
    await expect.poll(site.order).toContain('Handbook');
    await page.getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+z');
    const confirmation = page.getByRole('dialog', { name: 'Remove section “Handbook”?' });
    await expect(confirmation.getByText('The spaces and their pages stay.')).toBeVisible();
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(site.order).toBe('Help(Help v1)');
  });

  test('an administrator restores a removed section completely with undo @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    const body = { path: 'support', condition: 'visitor.claims.isBetaUser', description: 'Ask us' };
    await updateSiteSection({ client, path: { ...site.path, siteSectionId: site.idOf('Help') }, body });
    await page.reload();
    await treeRow(page, 'Help').click();
    await page.keyboard.press('Delete');
    const confirmation = page.getByRole('dialog', { name: 'Remove section “Help”?' });
    await expect(
      confirmation.getByText('Also removes 2 site spaces with paths and conditions.'),
    ).toBeVisible();
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) Billing(Billing basics)] API(API reference)');
    // While the answer is on its way the dialog is open, where the key belongs to its fields.
    await expect(confirmation).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(site.order).toBe(atFirst);
    await treeRow(page, 'Help').click();
    const panel = page.getByRole('complementary', { name: 'Help' });
    await expect(panel.getByLabel('Path')).toHaveValue('support');
    await expect(panel.getByLabel(conditionName)).toHaveValue('visitor.claims.isBetaUser');
    await expect(panel.getByLabel('Description')).toHaveValue('Ask us');
  });

  // Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
  test('an administrator sees why undo fails after someone else’s change @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'Help').click();
    await page.keyboard.press('F2');
    await page.keyboard.type('Support');
    await page.keyboard.press('Enter');
    await expect(treeRow(page, 'Support')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Renamed “Help” to “Support”' })).toBeVisible();
    const { client } = organization.admin;
    const path = { ...site.path, siteSectionId: site.idOf('Help') };
    await updateSiteSection({ client, path, body: { title: 'Answers' } });
    await page.getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('alert')).toContainText(
      'The title of “Answers” was changed in the meantime.',
    );
    await expect(treeRow(page, 'Answers')).toBeVisible();
  });
});

test.describe('changes by others', () => {
  test('an administrator sees one toast when a move’s target was deleted @details', async ({
    organization,
    signIn,
    page,
    problems,
  }) => {
    problems.expect(/404/);
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    await dragOver(page, 'API', 'Help', 'upper');
    await expect(page.getByText('Before Help, at the top level, 2 of 3')).toBeVisible();
    await deleteSiteSection({ client, path: { ...site.path, siteSectionId: site.idOf('Help') } });
    await page.mouse.up();
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t move “API” before “Help”.' });
    await expect(failure).toHaveCount(1);
    await expect.poll(() => readTree(page)).toEqual(['Guides', '  Start', '  Billing', 'API']);
  });

  test('two administrators see each other’s changes without reloading @details', async ({
    organization,
    signIn,
    page,
    browser,
    baseURL,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const colleague = await organization.addPerson('create');
    const context = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      viewport: { width: 1440, height: 900 },
    });
    const otherPage = await context.newPage();
    await signIn(colleague, otherPage);
    await otherPage.goto(site.editor);
    await treeRow(otherPage, 'Help').click();
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));

    await dragOver(page, 'API', 'Help', 'upper');
    await page.mouse.up();
    await otherPage.keyboard.press('F2');
    await otherPage.keyboard.type('Support');
    await otherPage.keyboard.press('Enter');

    const both = ['Guides', '  Start', '  Billing', 'API', 'Support', '  Help v1', '  Help v2'];
    await expect.poll(() => readTree(page)).toEqual(both);
    await expect.poll(() => readTree(otherPage)).toEqual(both);
    await expect(page.locator('body[data-not-reloaded]')).toHaveCount(1);
    await context.close();
  });
});

test('an administrator finds items with their parents @details', async ({ organization, signIn, page }) => {
  await openEditor({ organization, signIn, page }, outline);
  await page.getByLabel('Find an item').fill('billing');
  await expect.poll(() => readTree(page)).toEqual(['Guides', '  Billing', '    Billing basics']);
  await expect(page).toHaveURL(/find=billing/);
  await page.getByLabel('Find an item').fill('nowhere');
  await expect(page.getByRole('heading', { name: 'No items match “nowhere”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => readTree(page)).toContain('API');
});

test('a reader sees the structure and why nothing can be changed @details', async ({
  organization,
  signIn,
  page,
}) => {
  const reader = await organization.addPerson('read');
  const { requests } = await openEditor({ organization, signIn, page }, outline, reader);
  const reason = 'Requires the Creator role or higher.';
  const add = page.getByRole('button', { name: addName, exact: true });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(add).toHaveAttribute('data-tip', reason);
  await dragOver(page, 'API', 'Help', 'upper');
  await page.mouse.up();
  await page.getByRole('tree').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.keyboard.press('Delete');
  await page.keyboard.press('F2');
  await treeRow(page, 'Help').hover();
  await expect(page.getByRole('button', { name: 'Actions for Help' })).toHaveCount(0);
  await treeRow(page, 'Help').click();
  const panel = page.getByRole('complementary', { name: 'Help' });
  await expect(panel.getByLabel('Title')).toHaveAttribute('readonly', '');
  await expect(panel.getByText(reason)).toBeVisible();
  await expect(panel.getByRole('button', { name: /Move|default|actions/ })).toHaveCount(0);
  expect(requests).toEqual([]);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person can access the editor, its panel, dialogs and drag state @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'API').click();
  const title = page.getByRole('complementary', { name: 'API' }).getByLabel('Title');
  await expect(title).toBeVisible();
  await page.getByRole('tree').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(title).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: moveToName }).click();
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: addName, exact: true }).click();
  await page.getByRole('menuitem', { name: /^Sections…/ }).click();
  await expect(page.getByRole('option', { name: 'Start here' })).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
});

test('items that an administrator has moved are not fetched again @details', async ({
  organization,
  signIn,
  page,
}) => {
  // The stream repeats what its start has from the seconds before the page, in which the site was made.
  await holdEvents(page);
  const { site } = await openEditor(
    { organization, signIn, page },
    { API: ['Help v1'], Billing: ['Help v2'], Guides: { Start: ['Start here'] } },
  );
  const isCheck = (request: Request) => request.url().endsWith('/structure?form=outline');
  const reads: string[] = [];
  const checks: Request[] = [];
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' && /\/v1\/.*\/sites\b/.test(request.url());
    if (isCheck(request)) checks.push(request);
    else if (isRead) reads.push(request.url());
  });
  const moves = [
    { target: 'API', tree: ['Billing', 'API', 'Guides', '  Start'] },
    { target: 'Start', tree: ['API', 'Guides', '  Billing', '  Start'] },
    { target: 'API', tree: ['Billing', 'API', 'Guides', '  Start'] },
  ];
  for (const { target, tree } of moves) {
    await dragOver(page, 'Billing', target, 'upper');
    await page.mouse.up();
    await expect.poll(() => readTree(page)).toEqual(tree);
  }
  await expect.poll(site.order).toBe('Billing(Help v2) API(Help v1) Guides[Start(Start here)]');
  await expect.poll(() => checks.length).toBeGreaterThan(0);
  expect((await checks.at(-1)?.response())?.status()).toBe(304);
  expect(reads).toEqual([]);
  await expect.poll(() => readTree(page)).toEqual(['Billing', 'API', 'Guides', '  Start']);
});
