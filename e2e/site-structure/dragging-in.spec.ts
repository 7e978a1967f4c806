/** Spaces dragged into a structure from a list beside it. */
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { addName } from '../support/names.ts';
import { announcement, openEditor, treeRow } from '../support/site-structures.ts';
import { dragInByTouch, swipeUp } from '../support/touch.ts';

const outline = { Start: ['Start here'], Help: ['Help v1'] };

test('an administrator drags spaces in from a list, by mouse and by keyboard', async ({
  organization,
  signIn,
  page,
}) => {
  for (const title of ['Guides', 'News', 'Tides']) await createTestSpace(organization, title);
  const { site, requests } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: addName, exact: true }).click();
  await page.getByRole('menuitem', { name: /^From a list…/ }).click();
  const panel = page.getByRole('complementary', { name: 'Spaces' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'Help v1' })).toContainText('On this site');
  await checkAccessibility(page);

  await panel.getByRole('checkbox', { name: 'Select Guides' }).check();
  await panel.getByRole('checkbox', { name: 'Select News' }).check();
  const from = await panel.getByRole('button', { name: 'Place News' }).boundingBox();
  const row = await treeRow(page, 'Help').boundingBox();
  if (!from || !row) throw new Error('The space or the row is not visible.');
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + from.height / 2, { steps: 2 });
  await page.mouse.move(row.x + 160, row.y + row.height * 0.1, { steps: 6 });
  await expect(page.getByText('Section: Before Help, at the top level, 2 to 3 of 4')).toBeVisible();
  await page.mouse.up();
  await expect.poll(site.order).toBe('Start(Start here) Guides(Guides) News(News) Help(Help v1)');
  await expect(panel.getByRole('listitem').filter({ hasText: 'Guides' })).toContainText('On this site');

  requests.length = 0;
  await panel.getByRole('button', { name: 'Place Tides' }).press('Enter');
  await expect(page.getByRole('tree')).toBeFocused();
  await expect(announcement(page)).toHaveText(/^Picked up Tides\./);
  await page.keyboard.press('End');
  await expect(announcement(page)).toHaveText('Section: After Help, at the top level, 5 of 5');
  await page.keyboard.press('ArrowUp');
  await expect(announcement(page)).toHaveText(/^Site space: .*in section Help/);
  await page.keyboard.press('Space');
  await expect.poll(site.order).toBe('Start(Start here) Guides(Guides) News(News) Help(Help v1 Tides)');
  expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/site-spaces']]);
  await panel.getByRole('button', { name: 'Close spaces' }).click();
  await expect(page.getByRole('complementary', { name: 'Tides' })).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

  test('an administrator scrolls the list of spaces on a tablet, and drags two in by the grip @details', async ({
    organization,
    signIn,
    page,
  }) => {
    for (let number = 10; number < 34; number += 1) await createTestSpace(organization, `Manual ${number}`);
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await page.getByRole('button', { name: addName, exact: true }).tap();
    await page.getByRole('menuitem', { name: /^From a list…/ }).tap();
    const panel = page.getByRole('complementary', { name: 'Spaces' });
    const place = (title: string) => panel.getByRole('button', { name: `Place ${title}` });
    // The latest one comes first.
    await expect(place('Manual 33')).toBeInViewport();
    await swipeUp(page, place('Manual 25'), 400);
    await expect(place('Manual 33')).not.toBeInViewport();
    await expect(announcement(page)).not.toHaveText(/Picked up/);

    await panel.getByRole('searchbox', { name: 'Search spaces' }).fill('Manual 2');
    await place('Manual 21').tap();
    await expect(panel.getByRole('checkbox', { name: 'Select Manual 21' })).toBeChecked();
    await place('Manual 22').tap();
    const grip = place('Manual 22').locator('[data-grip]');
    const { drop } = await dragInByTouch(page, grip, '2 spaces', 'Help');
    await expect(page.getByText('Section: Before Help, at the top level, 2 to 3 of 4')).toBeVisible();
    expect(requests).toEqual([]);
    await drop();
    await expect
      .poll(site.order)
      .toBe('Start(Start here) Manual 21(Manual 21) Manual 22(Manual 22) Help(Help v1)');
    await expect(panel.getByRole('listitem').filter({ hasText: 'Manual 21' })).toContainText('On this site');
  });
});
