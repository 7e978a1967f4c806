import { expect, test } from '../fixtures.ts';
import { moveName, moveToName, positionName } from '../support/names.ts';
import {
  announcement,
  chooseView,
  dragOver,
  openEditor,
  readTree,
  treeRow,
} from '../support/site-structures.ts';

const outline = {
  Guides: { Start: ['Start here'], Billing: ['Billing basics'] },
  Help: ['Help v1', 'Help v2'],
  API: ['API reference'],
};

test.describe('moves by mouse', () => {
  test('an administrator moves a section before another and keeps the order after a reload', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'API', 'Help', 'upper');
    await expect(page.getByText('Before Help, at the top level, 2 of 3')).toBeVisible();
    await page.mouse.up();
    const order = ['Guides', '  Start', '  Billing', 'API', 'Help', '  Help v1', '  Help v2'];
    await expect.poll(() => readTree(page)).toEqual(order);
    const active = new RegExp(site.idOf('API'));
    await expect(page.getByRole('tree')).toHaveAttribute('aria-activedescendant', active);
    await expect(page.getByText('Moved “API” before “Help”').first()).toBeVisible();
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'POST',
          path: `/sections/${site.idOf('API')}/move`,
          body: { position: { before: { type: 'site-section', siteSection: site.idOf('Help') } } },
        },
      ]);
    await page.reload();
    await expect.poll(() => readTree(page)).toEqual(order);
  });

  test('an administrator moves a section into a group @details', async ({ organization, signIn, page }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'API', 'Billing', 'upper');
    await page.mouse.up();
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) API(API reference) Billing(Billing basics)] Help(Help v1 Help v2)');
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'POST',
          path: `/section-groups/${site.idOf('Guides')}/sections`,
          body: { sectionId: site.idOf('API') },
        },
        {
          method: 'POST',
          path: `/sections/${site.idOf('API')}/move`,
          body: { position: { before: { type: 'site-section', siteSection: site.idOf('Billing') } } },
        },
      ]);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator moves a section out of its group @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'Start', 'API', 'upper');
    await page.mouse.up();
    await expect
      .poll(site.order)
      .toBe('Guides[Billing(Billing basics)] Help(Help v1 Help v2) Start(Start here) API(API reference)');
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'DELETE',
          path: `/section-groups/${site.idOf('Guides')}/sections/${site.idOf('Start')}`,
          body: null,
        },
        {
          method: 'POST',
          path: `/sections/${site.idOf('Start')}/move`,
          body: { position: { before: { type: 'site-section', siteSection: site.idOf('API') } } },
        },
      ]);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator moves a group @repeats', async ({ organization, signIn, page }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'Guides', 'API', 'lower');
    await page.mouse.up();
    await expect
      .poll(site.order)
      .toBe('Help(Help v1 Help v2) API(API reference) Guides[Start(Start here) Billing(Billing basics)]');
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'POST',
          path: `/section-groups/${site.idOf('Guides')}/move`,
          body: { position: { after: { type: 'site-section', id: site.idOf('API') } } },
        },
      ]);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator moves a site space into another section @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'Help v2', 'API', 'middle');
    await expect(page.getByText('After API reference, in section API, 2 of 2')).toBeVisible();
    await page.mouse.up();
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) Billing(Billing basics)] Help(Help v1) API(API reference Help v2)');
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'POST',
          path: `/site-spaces/${site.idOf('Help v2')}/move`,
          body: { position: { after: { type: 'site-space', siteSpace: site.idOf('API reference') } } },
        },
      ]);
  });

  test('an administrator sees why an item can’t be dropped, cancels, and leaves a group by dragging left @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await dragOver(page, 'Guides', 'Help v2', 'upper');
    await expect(page.getByText('Groups stay at the top level.')).toBeVisible();
    await page.mouse.up();
    await dragOver(page, 'Help', 'Start', 'middle');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(announcement(page)).toHaveText('Canceled. Help stays where it was.');
    expect(requests).toEqual([]);

    await dragOver(page, 'Start', 'Billing', 'lower');
    await expect(page.getByText('After Billing, in group Guides, 2 of 2')).toBeVisible();
    await expect(page.locator(`[data-drop-parent="${site.idOf('Guides')}"]`)).toBeVisible();
    const box = await treeRow(page, 'Billing').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 130, (box?.y ?? 0) + (box?.height ?? 0) * 0.9, { steps: 3 });
    await expect(page.getByText('Before Help, at the top level, 2 of 4')).toBeVisible();
    await expect(page.locator('[data-drop-parent]')).toHaveCount(0);
    await page.mouse.up();
    await expect
      .poll(site.order)
      .toBe('Guides[Billing(Billing basics)] Start(Start here) Help(Help v1 Help v2) API(API reference)');
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator expands a group by hovering while dragging @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    await openEditor({ organization, signIn, page }, outline);
    await chooseView(page, 'Collapse all');
    await expect(treeRow(page, 'Start')).toHaveCount(0);
    await dragOver(page, 'API', 'Guides', 'middle');
    await expect(treeRow(page, 'Start')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
});

test.describe('moves by keyboard', () => {
  test('a keyboard user cancels a move with Escape, and hears every step of another one @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(announcement(page)).toHaveText('Before API, at the top level, 2 of 3');
    await page.keyboard.press('Escape');
    await expect(announcement(page)).toHaveText('Canceled. Guides stays where it was.');
    expect(requests).toEqual([]);

    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await expect(announcement(page)).toHaveText(
      'Picked up API. Press the arrow keys to move, Space to drop, Escape to cancel.',
    );
    for (const words of [
      'Before Help, at the top level, 2 of 3',
      'After Billing, in group Guides, 3 of 3',
      'Before Billing, in group Guides, 2 of 3',
    ]) {
      await page.keyboard.press('ArrowUp');
      await expect(announcement(page)).toHaveText(words);
    }
    await page.keyboard.press('Space');
    await expect(announcement(page)).toHaveText('Dropped API. Before Billing, in group Guides, 2 of 3.');
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) API(API reference) Billing(Billing basics)] Help(Help v1 Help v2)');
    expect(requests).toHaveLength(2);
    await expect(page.getByRole('tree')).toBeFocused();
  });

  test('a keyboard user moves items with Alt and arrow keys', async ({ organization, signIn, page }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const tree = page.getByRole('tree');
    await tree.focus();
    await page.keyboard.press('h');
    await expect(tree).toHaveAttribute('aria-activedescendant', new RegExp(site.idOf('Help')));
    await page.keyboard.press('ArrowLeft');
    await expect(treeRow(page, 'Help v1')).toHaveCount(0);
    await page.keyboard.press('*');
    await expect(treeRow(page, 'Help v1')).toBeVisible();
    await page.keyboard.press('Alt+ArrowDown');
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) Billing(Billing basics)] API(API reference) Help(Help v1 Help v2)');
    await expect(announcement(page)).toHaveText('After API, at the top level, 3 of 3.');
    // Faster than rendering: the second step starts where the first one ends.
    await tree.evaluate((element) => {
      for (let press = 0; press < 2; press += 1)
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }));
    });
    await expect(announcement(page)).toHaveText('Before Guides, at the top level, 1 of 3.');
    await expect
      .poll(site.order)
      .toBe('Help(Help v1 Help v2) Guides[Start(Start here) Billing(Billing basics)] API(API reference)');
  });

  test('an administrator sorts a level and moves several sections together, and undoes both @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    await chooseView(page, 'Sort by title');
    await expect
      .poll(site.order)
      .toBe('API(API reference) Guides[Start(Start here) Billing(Billing basics)] Help(Help v1 Help v2)');
    await page.getByRole('button', { name: /^Undo: Sorted the top level by title/ }).click();
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) Billing(Billing basics)] Help(Help v1 Help v2) API(API reference)');

    await treeRow(page, 'Start').click();
    await treeRow(page, 'Billing').click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByRole('toolbar', { name: '2 items selected' })).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await expect(announcement(page)).toHaveText('After API, at the top level, 4 to 5 of 5');
    await page.keyboard.press('Space');
    await expect
      .poll(site.order)
      .toBe('Guides[] Help(Help v1 Help v2) API(API reference) Start(Start here) Billing(Billing basics)');
    await page.keyboard.press('ControlOrMeta+z');
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) Billing(Billing basics)] Help(Help v1 Help v2) API(API reference)');
  });
});

test.describe('moves without dragging', () => {
  test('an administrator moves a section with “Move to…”', async ({ organization, signIn, page }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'Help').getByRole('button', { name: 'Actions for Help' }).click();
    await page.getByRole('menuitem', { name: moveToName }).click();
    const dialog = page.getByRole('dialog', { name: 'Move “Help”' });
    await expect(dialog.getByLabel(positionName)).toHaveValue(site.idOf('Guides'));
    await expect(dialog.getByRole('button', { name: moveName })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('Location').selectOption('Guides');
    await dialog.getByLabel(positionName).selectOption('After section “Start”');
    await expect(dialog.getByText('After Start, in group Guides, 2 of 3.')).toBeVisible();
    await dialog.getByRole('button', { name: moveName }).click();
    await expect
      .poll(site.order)
      .toBe('Guides[Start(Start here) Help(Help v1 Help v2) Billing(Billing basics)] API(API reference)');
    await expect
      .poll(() => requests.at(-1))
      .toMatchObject({
        path: `/sections/${site.idOf('Help')}/move`,
        body: { position: { after: { type: 'site-section', siteSection: site.idOf('Start') } } },
      });
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator sees that a section’s only site space can’t be moved @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'API').click();
    await page.keyboard.press('*');
    await treeRow(page, 'API reference').click();
    await page.getByRole('button', { name: moveToName }).click();
    const dialog = page.getByRole('dialog', { name: 'Move “API reference”' });
    await expect(dialog.getByRole('option', { name: 'Help' })).toBeDisabled();
  });
});
