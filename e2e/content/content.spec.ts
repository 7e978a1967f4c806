import { deleteSpace, updateCollection, updateSpace } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createContent, openContent } from '../support/content-trees.ts';
import { moveName, moveToName, positionName } from '../support/names.ts';
import { dragOver, readTree, treeRow, announcement } from '../support/site-structures.ts';

const outline = {
  Home: null,
  Guides: { Start: null, Billing: null, Deep: { Bottom: null } },
  API: null,
};

test.describe('moves', () => {
  test('an administrator moves a space by mouse, undoes it by key and reloads @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { content, requests } = await openContent({ organization, signIn, page }, outline);
    await dragOver(page, 'API', 'Guides', 'upper');
    await expect(page.getByText('Before Guides, at the top level, 2 of 3')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Moved “API” before “Guides”').first()).toBeVisible();
    await expect.poll(content.order).toBe('Home API Guides(Start Billing Deep(Bottom))');
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'POST',
          path: `/spaces/${content.idOf('API')}/move`,
          body: {
            parent: null,
            position: { before: { type: 'collection', collection: content.idOf('Guides') } },
          },
        },
      ]);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(content.order).toBe('Home Guides(Start Billing Deep(Bottom)) API');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(content.order).toBe('Home API Guides(Start Billing Deep(Bottom))');
    await page.reload();
    await expect
      .poll(() => readTree(page))
      .toEqual(['Home', 'API', 'Guides', '  Start', '  Billing', '  Deep', '    Bottom']);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator moves a space into a collection @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { content, requests } = await openContent({ organization, signIn, page }, outline);
    await dragOver(page, 'API', 'Billing', 'upper');
    await page.mouse.up();
    await expect.poll(content.order).toBe('Home Guides(Start API Billing Deep(Bottom))');
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'POST',
          path: `/spaces/${content.idOf('API')}/move`,
          body: {
            parent: content.idOf('Guides'),
            position: { before: { type: 'space', space: content.idOf('Billing') } },
          },
        },
      ]);
  });

  test('an administrator moves a space by keyboard with announcements', async ({
    organization,
    signIn,
    page,
  }) => {
    const { content, requests } = await openContent({ organization, signIn, page }, outline);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(announcement(page)).toHaveText(/^Picked up Home\./);
    await page.keyboard.press('ArrowDown');
    await expect(announcement(page)).toHaveText('Before Start, in Guides, 1 of 4');
    await page.keyboard.press('Escape');
    await expect(announcement(page)).toHaveText('Canceled. Home stays where it was.');
    expect(requests).toEqual([]);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect.poll(content.order).toBe('Guides(Home Start Billing Deep(Bottom)) API');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(content.order).toBe('Guides(Start Home Billing Deep(Bottom)) API');
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator moves items by dialog, but not a collection into itself @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { content, requests } = await openContent({ organization, signIn, page }, outline);
    await treeRow(page, 'Guides').getByRole('button', { name: 'Actions for Guides' }).click();
    await page.getByRole('menuitem', { name: moveToName }).click();
    let dialog = page.getByRole('dialog', { name: 'Move “Guides”' });
    await expect(dialog.getByLabel('Location').getByRole('option', { name: 'Guides › Deep' })).toBeDisabled();
    await checkAccessibility(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await treeRow(page, 'Home').getByRole('button', { name: 'Actions for Home' }).click();
    await page.getByRole('menuitem', { name: moveToName }).click();
    dialog = page.getByRole('dialog', { name: 'Move “Home”' });
    await dialog.getByLabel('Location').selectOption('Guides › Deep');
    await dialog.getByLabel(positionName).selectOption('First');
    await expect(dialog.getByText('Before Bottom, in Deep, 1 of 2.')).toBeVisible();
    await dialog.getByRole('button', { name: moveName, exact: true }).click();
    await expect.poll(content.order).toBe('Guides(Start Billing Deep(Home Bottom)) API');
    expect(requests).toHaveLength(1);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator moves selected items in the order of the tree, what is in one of them with it @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { content, requests } = await openContent({ organization, signIn, page }, outline);
    for (const title of ['API', 'Bottom', 'Home', 'Deep'])
      await treeRow(page, title).click({ modifiers: ['ControlOrMeta'] });
    const bar = page.getByRole('toolbar', { name: '3 items selected' });
    await bar.getByRole('button', { name: moveToName }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 3 items' });
    await dialog.getByLabel('Location').selectOption('Guides');
    await dialog.getByRole('button', { name: moveName, exact: true }).click();
    await expect.poll(content.order).toBe('Guides(Start Billing Home Deep(Bottom) API)');
    expect(requests).toHaveLength(3);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator sees why a move next to a deleted item failed @repeats', async ({
    organization,
    signIn,
    page,
    problems,
  }) => {
    problems.expect(/404|409/);
    const { content } = await openContent({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    await dragOver(page, 'Home', 'API', 'lower');
    await expect(page.getByText('After API, at the top level, 3 of 3')).toBeVisible();
    await deleteSpace({ client, path: { spaceId: content.idOf('API') } });
    await page.mouse.up();
    const toasts = page.getByRole('region', { name: /notifications/i });
    await expect(toasts.getByText(/space/i)).toBeVisible();
    await expect
      .poll(() => readTree(page))
      .toEqual(['Home', 'Guides', '  Start', '  Billing', '  Deep', '    Bottom']);
  });
});

test('an administrator creates, renames and finds spaces and collections', async ({
  organization,
  signIn,
  page,
}) => {
  const { content } = await openContent({ organization, signIn, page }, outline);
  await treeRow(page, 'Guides').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New space…' }).click();
  let dialog = page.getByRole('dialog', { name: 'New space' });
  await expect(dialog.getByLabel('Location', { exact: true })).toHaveValue(content.idOf('Guides'));
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('Invoices');
  await dialog.getByRole('textbox', { name: /^Emoji/ }).fill('🧾');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  // The new space is open.
  await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show in tree' }).click();
  await expect(treeRow(page, 'Invoices')).toBeVisible();
  await page.getByRole('link', { name: 'New collection' }).click();
  dialog = page.getByRole('dialog', { name: 'New collection' });
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('Archive');
  await dialog.getByRole('button', { name: 'Create collection' }).click();
  await expect.poll(content.order).toBe('Home Guides(Start Billing Deep(Bottom) Invoices) API Archive()');

  await treeRow(page, 'Archive').getByRole('button', { name: 'Actions for Archive' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('New title of Archive').fill('Old things');
  await page.keyboard.press('Enter');
  await expect(treeRow(page, 'Old things')).toBeVisible();
  await expect(page.getByText('Renamed “Archive” to “Old things”').first()).toBeVisible();

  await page.getByLabel('Find by title').fill('botTOM');
  await expect.poll(() => readTree(page)).toEqual(['Guides', '  Deep', '    Bottom']);
  await expect(page.getByText('1 match in 3 collections and 6 spaces')).toBeVisible();
  await expect(page).toHaveURL(/q=botTOM/);
  await page.reload();
  await expect(page.getByLabel('Find by title')).toHaveValue('botTOM');
  await page.getByLabel('Find by title').fill('nothing like it');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(treeRow(page, 'API')).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator opens a collection with collections only and sees no empty list of spaces @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const content = await createContent(organization, { Manuals: { Sensors: { Heron: null } } });
  for (const title of ['Manuals', 'Sensors'])
    await updateCollection({
      client: organization.admin.client,
      path: { collectionId: content.idOf(title) },
      body: { defaultLevel: 'inherit' },
      throwOnError: true,
    });
  await signIn(organization.admin);
  await page.goto(organization.path(`/collections/${content.idOf('Manuals')}`));
  await expect(page.getByRole('link', { name: /^Sensors/ })).toContainText('1 space');
  await expect(page.getByRole('heading', { name: 'Spaces', exact: true })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Access' }).click();
  await expect(page.getByText('Default access: Organization role.', { exact: true })).toBeVisible();
  await page.goto(organization.path(`/collections/${content.idOf('Sensors')}`));
  await expect(page.getByRole('heading', { name: 'Spaces', exact: true })).toBeVisible();
  await expect(page.getByText('Currently each member’s organization role.').first()).toBeVisible();
});

test('a reader sees unavailable actions with the reason @details', async ({ organization, signIn, page }) => {
  const content = await createContent(organization, outline);
  const { client } = organization.admin;
  await updateSpace({ client, path: { spaceId: content.idOf('Home') }, body: { defaultLevel: 'read' } });
  await updateCollection({
    client,
    path: { collectionId: content.idOf('Guides') },
    body: { defaultLevel: 'read' },
  });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/content'));
  await expect(treeRow(page, 'Home')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New space' })).toHaveAttribute('aria-disabled', 'true');
  await treeRow(page, 'Home').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Move to….*Creator.*on “Home”/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Rename.*Creator/ })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an administrator sees the empty state of content with the next step @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  await expect(page.getByRole('heading', { name: 'No content yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New space' }).first().click();
  await expect(page.getByRole('dialog', { name: 'New space' })).toBeVisible();
});
