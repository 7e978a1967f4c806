import type { Locator } from '@playwright/test';
import { createReview } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { expectPageFits } from '../support/layout.ts';
import { mergeName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

test('a reviewer is asked the same before merging on each tab, and Merge stands out once all checks pass @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const space = await createTestSpace(organization, 'Guides');
  const { path, number } = await createTestChangeRequest(editor, space, { subject: 'Tides' });
  const screen = organization.path(`/spaces/${space}/changes/${number}`);
  await signIn(organization.admin);
  const mergeButton = page.getByRole('button', { name: mergeName, exact: true });
  const dialog = page.getByRole('dialog', { name: /^Merge “Tides”/ });
  for (const tab of ['', '/links', '/diff']) {
    await (tab === '' ? page.goto(screen) : navigateTo(page, `${screen}${tab}`));
    await expect(mergeButton).toHaveClass(/button-neutral/);
    await mergeButton.click();
    await expect(dialog).toContainText(/2 warnings.*1 of 1 changed page not viewed.*No reviews yet/s);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
  }

  await page.getByRole('checkbox', { name: 'Viewed' }).check();
  const { client } = organization.admin;
  await createReview({ client, path, body: { status: 'approved' } });
  await page.goto(screen);
  await expect(mergeButton).toHaveClass(/button-primary/);
  await expect(page.locator('.button-primary:visible')).toHaveCount(1);
  await mergeButton.click();
  await expect(dialog).toContainText('are added to the space');
  await expect(dialog).not.toContainText('warning');
});

const lines = Array.from({ length: 60 }, (_, index) => `Reading ${index} of the gauge.`);

async function edgesOf(locator: Locator) {
  const box = await locator.boundingBox();
  return box && { left: Math.round(box.x), right: Math.round(box.x + box.width) };
}

test('a reviewer keeps one line of controls over a long text, with comments as wide as the text @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Readings', lines.join('\n\n'))]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'New readings', [
    updatePage(idOf('Readings'), lines.map((line) => line.replace('gauge', 'tide gauge')).join('\n\n')),
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff`));
  const title = page.getByRole('heading', { level: 2, name: 'Readings' });
  const text = page.getByRole('insertion').first();
  await expect(text).toBeVisible();
  expect((await text.boundingBox())?.y).toBeLessThanOrEqual(48 + 150);
  const line = (await title.boundingBox())?.y ?? 0;
  for (const control of [
    page.getByRole('radiogroup', { name: 'Compare with' }),
    page.getByRole('radiogroup', { name: 'View' }),
    page.getByRole('radiogroup', { name: 'Layout' }),
    page.getByRole('button', { name: 'Next change' }),
    page.getByRole('checkbox', { name: 'Viewed' }),
  ]) {
    const box = await control.boundingBox();
    expect(Math.abs((box?.y ?? 0) - line)).toBeLessThan(16);
  }
  const field = page.getByRole('textbox', { name: 'Comment on this page' });
  await field.scrollIntoViewIfNeeded();
  await expect(title).toBeInViewport();
  expect((await title.boundingBox())?.y).toBeLessThan(48 + 48);
  expect(await edgesOf(field)).toEqual(await edgesOf(page.getByRole('list', { name: 'Changes' })));
});

test('a reviewer reads differences on a phone from the top, with controls in a menu and pages in a sheet @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('One', 'First.'),
    insertPage('Two', 'Second.'),
  ]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Both', [
    updatePage(idOf('One'), 'First of all.'),
    updatePage(idOf('Two'), 'Second of all.'),
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff`));
  const text = page.getByRole('insertion').first();
  await expect(text).toBeVisible();
  expect((await text.boundingBox())?.y).toBeLessThan(300);
  await expect(page.getByRole('radiogroup')).toHaveCount(0);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Source' }).click();
  await expect(page).toHaveURL(/view=source/);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Current' }).click();
  await expect(page).toHaveURL(/base=main/);

  await page.getByRole('button', { name: 'Changed pages' }).click();
  const sheet = page.getByRole('dialog', { name: 'Changed pages' });
  await sheet.getByRole('treeitem', { name: 'Two, Edited' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Two' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Viewed' }).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'One' })).toBeVisible();
  await expectPageFits(page);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a reviewer gets to the end and the start of a long text by one key each @repeats', async ({
    page,
    organization,
    signIn,
  }) => {
    // Rows of all heights, so that none has its estimated height.
    const paragraphs = Array.from({ length: 240 }, (_, at) => `Reading ${at}. ${'Tide. '.repeat(at * 3)}`);
    const spaceId = await createTestSpace(organization, 'Gauges');
    const { screen } = await createOpenChangeRequest(organization, spaceId, 'New readings', [
      insertPage('Readings', paragraphs.join('\n\n')),
    ]);
    await signIn(organization.admin);
    await page.goto(organization.path(`${screen}/diff`));
    const rowOf = (at: number) => page.getByRole('listitem').filter({ hasText: `Reading ${at}.` });
    await expect(rowOf(0)).toBeInViewport();
    await page.keyboard.press('End');
    await expect(rowOf(239)).toBeInViewport();
    await expect.poll(() => page.evaluate(pixelsBelow)).toBeLessThan(2);
    await page.keyboard.press('Home');
    await expect(rowOf(0)).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

/** How far the page can be scrolled down, in pixels. */
const pixelsBelow = () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
