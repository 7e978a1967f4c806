import { expect, test } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { isDeep } from '../support/deep.ts';
import { holdEvents } from '../support/quiet.ts';
import { captureChanges } from '../support/sent-requests.ts';
import { chooseView, treeRows } from '../support/site-structures.ts';

const COLLECTIONS = isDeep ? 80 : 6;
const SPACES_IN_EACH = 25;
const SPACES = COLLECTIONS * SPACES_IN_EACH;
const ITEMS = COLLECTIONS + SPACES;
/** More rows would mean the list isn't virtualized. */
const MAX_ROWS = 80;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const outline = Object.fromEntries(
  numbers(COLLECTIONS).map((number) => [
    `Shelf ${number}`,
    Object.fromEntries(numbers(SPACES_IN_EACH).map((space) => [`Book ${number}-${space}`, null])),
  ]),
);

const title = `an administrator opens, scrolls and reorders a tree of ${SPACES} spaces @details`;
test(title, { tag: '@large' }, async ({ page, organization, signIn }) => {
  test.setTimeout(600_000);
  await createContent(organization, outline);
  await signIn(organization.admin);
  // The stream repeats what its start has from the seconds before the page, in which the tree was made.
  await holdEvents(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) requested.push(request.url());
  });
  await page.goto(organization.path('/content'));
  const rows = treeRows(page);
  await rows.first().waitFor();
  const lists = requested.filter((url) => url.includes('/content'));
  expect(lists).toHaveLength(Math.ceil(ITEMS / 1000));
  expect(requested.length - lists.length).toBeLessThan(12);
  const total = page.getByText(/^[\d,]+ collections? and [\d,]+ spaces$/);
  const text = await total.textContent();
  const counts = (text ?? '').match(/[\d,]+/g)?.map((number) => Number(number.replaceAll(',', ''))) ?? [];
  expect(counts.reduce((sum, number) => sum + number, 0)).toBe(ITEMS);

  await chooseView(page, 'Expand all');
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('End');
  expect(await rows.count()).toBeLessThan(MAX_ROWS);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5000);
  const requests = await captureChanges(page);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]?.path).toMatch(/\/(spaces|collections)\/\w+\/move$/);
  expect(await rows.count()).toBeLessThan(MAX_ROWS);
  // The tree is being refetched; it is no longer visible.
  await page.goto('about:blank');
});
