/** Every component in every state, from the development server. */
import { expect, test } from '../fixtures.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { kitchenOverlays, startKitchen } from '../support/kitchen.ts';
import { checkLayout } from '../support/layout.ts';

test('a person can see, read and reach every component in every state', async ({ page }) => {
  test.setTimeout(300_000);
  const kitchen = await startKitchen();
  await page.goto(kitchen.url);
  await expect(page.getByRole('toolbar', { name: '3 members selected' })).toHaveCount(2);
  await checkAccessibility(page);
  await checkLayout(page);
  for (const overlay of kitchenOverlays)
    await test.step(overlay, async () => {
      await page.goto(`${kitchen.url}?open=${overlay}`);
      await page.locator('[role="dialog"], [role="menu"], .toast').first().waitFor();
      await checkAccessibility(page);
      await checkLayout(page);
    });
  await kitchen.stop();
});
