import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails when axe finds anything on the page as it stands, in light or in dark. `within` looks at one part only, such as
 * an open dialog over a page that has been checked already.
 */
export async function checkAccessibility(page: Page, within?: string): Promise<void> {
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The theme follows the system's with an event; colours are final two frames later.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const builder = new AxeBuilder({ page });
    // Names, roles and structure are the same in both schemes: dark is only asked for its colours.
    if (colorScheme === 'dark') builder.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    );
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}
