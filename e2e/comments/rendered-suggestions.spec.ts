import type { Locator } from '@playwright/test';
import { listChangeRequestComments } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import type { Person } from '../support/organizations.ts';
import { createReview, type Review, fieldFor } from './suggestion-reviews.ts';

/** The suggestions of a change request, as lines and texts. */
async function suggestionsOf({ client }: Person, { path }: Review): Promise<string[]> {
  const { data } = await listChangeRequestComments({ client, path, throwOnError: true });
  return data.items
    .flatMap(({ suggestion }) => suggestion ?? [])
    .map(({ startLine, endLine, text: replacement }) => `${startLine}-${endLine} ${replacement}`)
    .toSorted();
}

test('a commenter suggests changes of what is selected in the rendered differences @details', async ({
  organization,
  signIn,
  page,
}) => {
  const review = await createReview(organization);
  const commenter = await organization.addPerson('comment');
  await signIn(commenter);
  await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
  const sendWith = async (field: Locator, replacement: string) => {
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(replacement);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(field).toHaveCount(0);
  };

  await page.getByText('Trim the wik.').click({ clickCount: 3 });
  const bar = page.getByRole('toolbar', { name: '1 block selected' });
  await checkAccessibility(page);
  await bar.getByRole('button', { name: 'Suggest change…' }).click();
  await expect(bar).toHaveCount(0);
  await expect(fieldFor(page, 5)).toHaveValue('Trim the wik.');
  await sendWith(fieldFor(page, 5), 'Trim the wick.');
  const suggested = page.getByRole('listitem').filter({ has: page.locator('[data-block="2"]') });
  await expect(suggested.getByRole('article', { name: /^Comment by/ })).toContainText(
    'Suggested change to line 5',
  );
  const below = page.getByRole('region', { name: 'Comments on this page' });
  await expect(below).toContainText('1 comment in the text above.');
  await expect(below.getByRole('article')).toHaveCount(0);

  // By keyboard: from a change to the blocks below it. The keys go there, however late the next frame is.
  await page.evaluate(() => {
    const nextFrame = requestAnimationFrame;
    Reflect.set(window, 'requestAnimationFrame', (act: FrameRequestCallback) =>
      setTimeout(() => nextFrame(act), 300),
    );
  });
  const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
  await page.keyboard.press('n');
  expect(await isFocused(page.getByRole('listitem').filter({ hasText: 'Oil is dear.' }))).toBe(true);
  const row = page.getByRole('listitem').filter({ has: page.locator('[data-block="2"]') });
  while (!(await isFocused(row))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar', { name: '2 blocks selected' })).toBeVisible();
  await page.keyboard.press('s');
  await sendWith(
    page.getByRole('textbox', { name: 'Suggested text for lines 5–7' }),
    'Trim the wick at dusk.',
  );
  await expect
    .poll(() => suggestionsOf(commenter, review))
    .toEqual(['5-5 Trim the wick.', '5-7 Trim the wick at dusk.']);
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a commenter suggests a change of a marked word on a phone @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const review = await createReview(organization);
    const commenter = await organization.addPerson('comment');
    await signIn(commenter);
    await page.goto(organization.path(`${review.screen}/diff/${review.pageId}`));
    // The browser's own selection after a long press, which no test can make.
    await page.getByText('Light it at dusc.').selectText();
    await page.getByRole('button', { name: 'Suggest change…' }).tap();
    await expect(fieldFor(page, 7)).toBeFocused();
    await expectPageFits(page);
    await fieldFor(page, 7).fill('Light it at dusk.');
    await page.getByRole('button', { name: 'Suggest change', exact: true }).tap();
    await expect.poll(() => suggestionsOf(commenter, review)).toEqual(['7-7 Light it at dusk.']);
  });
});
