import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
/** Accessibility checks with axe in both themes and widths. */
import { findAppearances, type CheckedAppearances } from './appearances.ts';
import { lasting } from './lasting.ts';
import { expectPageFits } from './layout.ts';

declare global {
  interface Window {
    axe: typeof axe;
    findLooks: typeof findAppearances;
    judgedLooks: CheckedAppearances;
  }
}

/** The minified axe source, injected into pages. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colors: all others are the same in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** One axe run: a theme with all rules or with color rules only. */
interface AccessibilityCheck {
  theme: 'light' | 'dark';
  rules: 'all' | 'colors';
}

const desktopChecks: AccessibilityCheck[] = [
  { theme: 'light', rules: 'all' },
  { theme: 'dark', rules: 'colors' },
];
const phoneChecks: AccessibilityCheck[] = [
  { theme: 'dark', rules: 'all' },
  { theme: 'light', rules: 'colors' },
];

/** Appearances checked by this worker. */
const checkedAppearances = new Map<string, number>();

/** Fails if axe finds violations in the light or dark theme. `within` limits it to one element. */
export async function checkAccessibility(page: Page, within?: string): Promise<void> {
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible();
  await expectNoViolations(page, 'axe', desktopChecks, within);
}

/**
 * The same at desktop and phone width: all rules at both widths, color rules in both themes, and no horizontal overflow
 * on phones.
 */
export async function checkAccessibilityAtBothWidths(
  page: Page,
  within?: string,
  onPhone: 'fit and rules' | 'fit' = 'fit and rules',
): Promise<void> {
  await checkAccessibility(page, within);
  await page.setViewportSize({ width: 390, height: 844 });
  if (onPhone === 'fit and rules') await expectNoViolations(page, 'axe, on a phone', phoneChecks, within);
  await expectPageFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Transitional states are ignored: violations count only if they persist. Soft, so that one run reports everything. */
async function expectNoViolations(
  page: Page,
  name: string,
  checks: AccessibilityCheck[],
  within?: string,
): Promise<void> {
  expect.soft(await lasting(() => violations(page, within, checks)), name).toEqual([]);
}

/** Further rows of a list are alike and skipped. */
const repeatedRows = [['tr:nth-child(n+7)'], ['li:nth-child(n+7)'], ['[data-row]:nth-child(n+7)']];

/**
 * All violations, one line each. Runs inside the page, since the usual wrapper opens a second page. Colors, the slowest
 * rules, are checked once per appearance.
 */
async function violations(
  page: Page,
  within: string | undefined,
  checks: AccessibilityCheck[],
): Promise<string[]> {
  // A color transition would be checked halfway.
  if (await page.evaluate(() => !('findLooks' in window)))
    await page.evaluate(
      `${axeSource}; window.findLooks = ${findAppearances.toString()};
       window.judgedLooks = new Map(${JSON.stringify([...checkedAppearances])});
       const still = new CSSStyleSheet();
       still.replaceSync('*, ::before, ::after { transition: none !important; }');
       document.adoptedStyleSheets.push(still);`,
    );
  const { found, checked } = await page.evaluate(
    async ([part, checks, colors, exclude]) => {
      const { classList, className, dataset } = document.documentElement;
      const { theme: chosenTheme } = dataset;
      const against: string[] = [];
      const newly: [string, number][] = [];
      for (const { theme, rules } of checks) {
        classList.toggle('dark', theme === 'dark');
        classList.toggle('light', theme === 'light');
        // Published sites.
        dataset.theme = theme;
        const looks = window.findLooks(document.querySelector(part) ?? document.body, window.judgedLooks);
        const runs: [axe.ContextSpec, axe.RunOptions][] = [];
        if (looks.elements.length > 0)
          runs.push([{ include: looks.elements }, { runOnly: { type: 'rule', values: [...colors] } }]);
        if (rules === 'all') {
          const others = Object.fromEntries(colors.map((rule) => [rule, { enabled: false }]));
          runs.push([{ include: [[part]], exclude }, { rules: others }]);
        }
        const before = against.length;
        for (const [context, options] of runs) {
          // Frames show published sites, which are checked by themselves; without scripts axe can't look into them.
          const result = await window.axe.run(context, {
            ...options,
            iframes: false,
            resultTypes: ['violations'],
          });
          for (const { id, help, nodes } of result.violations)
            for (const { target, failureSummary } of nodes)
              against.push(`${theme}: ${id} (${help}) at ${target.join(' ')}: ${failureSummary}`);
        }
        // A violation may be transitional, so it is checked again.
        if (against.length > before) continue;
        for (const [appearance, times] of looks.checked)
          if (window.judgedLooks.get(appearance) !== times) newly.push([appearance, times]);
        window.judgedLooks = looks.checked;
      }
      document.documentElement.className = className;
      if (chosenTheme === undefined) delete dataset.theme;
      else dataset.theme = chosenTheme;
      return { found: against, checked: newly };
    },
    [within ?? ':root', checks, colorRules, repeatedRows] as const,
  );
  for (const [appearance, times] of checked) checkedAppearances.set(appearance, times);
  return found;
}
