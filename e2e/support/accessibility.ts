/** What axe finds, in the themes and at the widths that people have. */
import { setTimeout as wait } from 'node:timers/promises';
import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { findLooks, type Judged } from './looks.ts';

declare global {
  interface Window {
    axe: typeof axe;
    findLooks: typeof findLooks;
    judgedLooks: Judged;
  }
}

/** Rules about colours: all else is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What is asked of a page: everything, or what a theme can change. */
type Rules = 'all' | 'colours';

/**
 * Fails when axe finds anything on the page as it stands, in light or in dark. `within` looks at one part only, such as
 * an open dialog over a page that has been checked already.
 */
export async function checkAccessibility(page: Page, within?: string): Promise<void> {
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible();
  await show(page, 'light');
  await expectNone(page, 'axe, light', within);
  await show(page, 'dark');
  await expectNone(page, 'axe, dark', within, 'colours');
}

/**
 * The same at the width of a desk, where it begins and ends, and of a phone, where the page must fit into the screen:
 * every rule at both widths, those about colours in both themes at each.
 */
export async function checkBothWidths(page: Page, within?: string): Promise<void> {
  await checkAccessibility(page, within);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNone(page, 'axe, dark, on a phone', within);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, 'the width of the page on a phone').toBeLessThanOrEqual(390);
  await show(page, 'light');
  await expectNone(page, 'axe, light, on a phone', within, 'colours');
  await page.setViewportSize({ width: 1440, height: 900 });
}

/**
 * What a screen shows on its way, such as a dialog that fades, is not judged: only what is still found a moment later
 * counts. The test goes on after it, so that one run tells everything.
 */
async function expectNone(page: Page, name: string, within?: string, rules: Rules = 'all'): Promise<void> {
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
const furtherRows = [['tr:nth-child(n+7)'], ['li:nth-child(n+7)'], ['[role="treeitem"]:nth-child(n+7)']];

/**
 * Everything that axe objects to, a line each. It runs in the page itself: the usual wrapper opens a second page to
 * merge the findings of frames, which the console does not have, and that takes longer than the search. Colours, by far
 * the slowest to judge, are judged for each look, not for each word that has it, nor on each screen anew.
 */
async function violations(page: Page, within: string | undefined, rules: Rules): Promise<string[]> {
  if (await page.evaluate(() => !('findLooks' in window)))
    await page.evaluate(
      `${axe.source}; window.findLooks = ${findLooks.toString()}; window.judgedLooks = new Map();`,
    );
  return page.evaluate(
    async ([part, which, colours, exclude]) => {
      const { elements: looks, judged } = window.findLooks(
        document.querySelector(part) ?? document.body,
        window.judgedLooks,
      );
      const runs: [axe.ContextSpec, axe.RunOptions][] = [];
      if (looks.length > 0)
        runs.push([{ include: looks }, { runOnly: { type: 'rule', values: [...colours] } }]);
      if (which === 'all') {
        const others = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
        runs.push([{ include: [[part]], exclude }, { rules: others }]);
      }
      const found: string[] = [];
      for (const [context, options] of runs) {
        const { violations: against } = await window.axe.run(context, {
          ...options,
          resultTypes: ['violations'],
        });
        for (const { id, help, nodes } of against)
          for (const { target, failureSummary } of nodes)
            found.push(`${id} (${help}) at ${target.join(' ')}: ${failureSummary}`);
      }
      // What is found may only have been on its way, and is looked at again.
      if (found.length === 0) window.judgedLooks = judged;
      return found;
    },
    [within ?? ':root', rules, colourRules, furtherRows] as const,
  );
}
