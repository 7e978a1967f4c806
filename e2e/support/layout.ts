/** Checks that all fits: in the window, in its control, beside its neighbors. Also in longer languages; zoomed in the deep tests. */
import { expect, type Page } from '@playwright/test';
import { isDeep } from './deep.ts';
import { lasting } from './lasting.ts';
import { findFaintEdges, findMisfits, lengthenTexts, restoreTexts } from './misfits.ts';

const wide = { width: 1440, height: 900 };
// The wide window at 200 %, which has room for more than a phone.
const zoomed = { name: 'zoomed', width: 720, height: 450 };
const sizes = [
  { name: 'in a wide window', ...wide },
  { name: 'on a phone', width: 390, height: 844 },
  ...(isDeep ? [zoomed] : []),
];

/** Nothing scrolls horizontally. Waits, since a new size of the window takes effect with its next frame. */
export const expectPageFits = (page: Page, width = 390): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'the width of the page')
    .toBeLessThanOrEqual(width);

/** How many screens of a page were checked. */
const checked = new WeakMap<Page, number>();

/**
 * Soft, so that one run reports everything. What fits with longer texts fits with shorter ones as a rule: only the deep
 * tests look at both, and at each size; `npm test` looks at the sizes by turns.
 */
export async function checkLayout(page: Page): Promise<void> {
  const turn = checked.get(page) ?? 0;
  checked.set(page, turn + 1);
  for (const { name, ...size } of isDeep ? sizes : sizes.slice(turn % 2, (turn % 2) + 1)) {
    await page.setViewportSize(size);
    if (isDeep) expect.soft(await lasting(() => page.evaluate(findMisfits)), `misfits ${name}`).toEqual([]);
    await page.evaluate(lengthenTexts);
    expect.soft(await lasting(() => page.evaluate(findMisfits)), `misfits ${name}, longer`).toEqual([]);
    await page.evaluate(restoreTexts);
  }
  await page.setViewportSize(wide);
  expect.soft(await lasting(() => page.evaluate(findFaintEdges)), 'edges of controls').toEqual([]);
}
