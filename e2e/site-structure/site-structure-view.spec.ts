import { expect, test } from '../fixtures.ts';
import { chooseView, dragOver, openEditor, readTree, treeRow } from '../support/site-structures.ts';

const outline = {
  Guides: { Start: ['Start here'], Billing: ['Billing basics'] },
  Help: ['Help v1', 'Help v2'],
  API: ['API reference'],
};

test.describe('the view', () => {
  test('a person sees the menu of a row on hover, on focus and on the selected row, and expands and collapses everything by key', async ({
    organization,
    signIn,
    page,
  }) => {
    await openEditor({ organization, signIn, page }, outline);
    const menuOf = (title: string) =>
      treeRow(page, title).getByRole('button', { name: `Actions for ${title}` });
    await page.mouse.move(0, 0);
    await expect(menuOf('Help')).toHaveCSS('opacity', '0');
    await treeRow(page, 'Help').hover();
    await expect(menuOf('Help')).toHaveCSS('opacity', '1');
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await page.mouse.move(0, 0);
    await expect(menuOf('API')).toHaveCSS('opacity', '1');
    await expect(menuOf('Help')).toHaveCSS('opacity', '0');
    await expect(treeRow(page, 'Help').locator('.tree-grip')).toHaveCSS('opacity', '0.4');

    const view = page.getByRole('button', { name: 'View', exact: true });
    await view.press('Enter');
    const entries = [
      'Expand all',
      'Collapse all',
      'Sort by title',
      'Sort by path',
      'Site health…',
      'History…',
      'As text…',
      'Select items',
    ];
    await expect(page.getByRole('menuitem')).toHaveText(entries);
    await expect(page.getByRole('menuitem', { name: 'Expand all' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Collapse all' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => readTree(page)).toEqual(['Guides', 'Help', 'API']);
    await expect(view).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Expand all' }).press('Enter');
    await expect.poll(() => readTree(page)).toHaveLength(10);
  });
});

test.describe('motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a person sees rows slide to their new place, unless they want no motion @details', async ({
    organization,
    signIn,
    page,
  }) => {
    await page.addInitScript(() => {
      const moves: (string | undefined)[] = [];
      Object.assign(window, { moves });
      const { animate } = HTMLElement.prototype;
      HTMLElement.prototype.animate = function (...settings) {
        moves.push(this.getAttribute('aria-label')?.split(',')[0]);
        return animate.apply(this, settings);
      };
    });
    const movesSoFar = () => page.evaluate((): string[] => Object(window).moves.splice(0));
    const { site } = await openEditor({ organization, signIn, page }, outline);
    await chooseView(page, 'Collapse all');
    await expect(treeRow(page, 'Start')).toHaveCount(0);
    expect(await movesSoFar()).toEqual(['Help', 'API']);

    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => readTree(page)).toEqual(['Guides', 'API', 'Help']);
    expect(await movesSoFar()).toEqual(['API', 'Help']);

    // A dropped row is where it was dropped; the others make way.
    await dragOver(page, 'API', 'Guides', 'upper');
    expect(await movesSoFar()).toEqual([]);
    await page.mouse.up();
    await expect.poll(() => readTree(page)).toEqual(['API', 'Guides', 'Help']);
    expect(await movesSoFar()).toEqual(['Guides']);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => readTree(page)).toEqual(['Guides', 'API', 'Help']);
    expect(await movesSoFar()).toEqual([]);
    await expect.poll(site.order).toMatch(/^Guides.* API.* Help/);
  });
});

test('a person sees the group of scrolled rows above them, and returns to it', async ({
  organization,
  signIn,
  page,
}) => {
  const titles = Array.from({ length: 14 }, (_, index) => `Part ${index + 1}`);
  const Guides = Object.fromEntries(titles.map((title) => [title, [`${title} space`]]));
  await page.setViewportSize({ width: 1440, height: 540 });
  await openEditor({ organization, signIn, page }, { Guides });
  const sticky = page.locator('.tree-sticky-row');
  await expect(sticky).toHaveCount(0);
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await expect(treeRow(page, 'Part 14')).toBeInViewport();
  await expect(sticky).toHaveText(/^Guides/);
  await page.keyboard.press('PageUp');
  const [above, active] = [await sticky.boundingBox(), await page.locator('.tree-row-active').boundingBox()];
  expect(active?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0) - 1);
  await sticky.click();
  await expect(sticky).toHaveCount(0);
  await expect(treeRow(page, 'Guides')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(treeRow(page, 'Part 1')).toHaveClass(/tree-row-active/);
});
