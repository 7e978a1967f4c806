/** Every component in every state, from the development server. */
import { readdirSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { kitchenOverlays, kitchenScreens } from '../kitchen/overlay-names.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { openedInKitchen, openInKitchen, startKitchen } from '../support/kitchen.ts';
import { checkLayout } from '../support/layout.ts';

const title = 'a person can see, read and reach every component in every state @details';
test(title, { tag: '@screens' }, async ({ page }) => {
  test.setTimeout(300_000);
  const kitchen = await startKitchen();
  // The development server bundles its dependencies first.
  await page.goto(kitchen.url, { timeout: 120_000 });
  await expect(page.getByRole('toolbar', { name: '3 members selected' })).toHaveCount(2);
  await checkAccessibility(page);
  await checkLayout(page);
  for (const overlay of [...kitchenOverlays, ...kitchenScreens])
    await test.step(overlay, async () => {
      // An element that has just lost the focus shows no tooltip again.
      if (overlay === 'tooltip') await page.goto(`${kitchen.url}?open=${overlay}`);
      else await openInKitchen(page, overlay);
      await page.locator(openedInKitchen).first().waitFor();
      // Everywhere, a tooltip lies beside the screen.
      await checkAccessibility(page, overlay === 'tooltip' ? '.tooltip' : undefined);
      await checkLayout(page);
    });
  await kitchen.stop();
});

test('a person finds no kitchen in the console @details', async ({ request }) => {
  const page = await request.get('/e2e/kitchen/');
  expect(await page.text()).not.toContain('kitchen');
  const files = readdirSync('dist/console', { recursive: true, encoding: 'utf8' });
  expect(files).toContain('index.html');
  expect(files.filter((name) => name.includes('kitchen'))).toEqual([]);
});
