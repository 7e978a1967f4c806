/** What axe finds, in the themes and at the widths that people have. */
import { setTimeout as wait } from 'node:timers/promises';
import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Rules about colours: all else is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Fails when axe finds anything on the page as it stands, in light or in dark. `within` looks at one part only, such as
 * an open dialog over a page that has been checked already.
 */
export async function checkAccessibility(page: Page, within?: string): Promise<void> {
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible();
  await show(page, 'light');
  await expectNone(page, 'axe, light', within);
  await show(page, 'dark');
  await expectNone(page, 'axe, dark', within, colourRules);
}

/**
 * The same at the width of a desk, where it begins and ends, and of a phone, where the page must fit into the screen. Which
 * colours meet does not depend on the width: dark stands for both themes on a phone, where a part is seen in dark alone.
 */
export async function checkBothWidths(page: Page, within?: string): Promise<void> {
  await show(page, 'light');
  await expectNone(page, 'axe, light', within);
  if (within === undefined) {
    await show(page, 'dark');
    await expectNone(page, 'axe, dark', within, colourRules);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, 'dark');
  await expectNone(page, 'axe, dark, on a phone', within);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, 'the width of the page on a phone').toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/**
 * What a screen shows on its way, such as a dialog that fades, is not judged: only what is still found a moment later
 * counts. The test goes on after it, so that one run tells everything.
 */
async function expectNone(
  page: Page,
  name: string,
  within?: string,
  rules?: readonly string[],
): Promise<void> {
  let found = await violations(page, within, rules);
  for (const pause of [300, 1500]) {
    if (found.length === 0) return;
    await wait(pause);
    found = await violations(page, within, rules);
  }
  expect.soft(found, name).toEqual([]);
}

/** Sets the theme, and waits until it shows: it follows the system's with an event, and colours are final two frames later. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Rows of one list are alike: those after these are not looked at again. */
const furtherRows = [['tr:nth-child(n+13)'], ['li:nth-child(n+13)'], ['[role="treeitem"]:nth-child(n+13)']];

/**
 * Everything that axe objects to, a line each. It runs in the page itself: the usual wrapper opens a second page to
 * merge the findings of frames, which the console does not have, and that takes longer than the search.
 */
async function violations(page: Page, within?: string, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([part, only, exclude]) => {
      const { violations: found } = await window.axe.run(
        { include: [[part ?? ':root']], exclude },
        { resultTypes: ['violations'], ...(only && { runOnly: { type: 'rule', values: [...only] } }) },
      );
      return found.flatMap(({ id, help, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`,
        ),
      );
    },
    [within, rules, furtherRows] as const,
  );
}
