/** What a site tells everybody above every page. */
import { updateSiteCustomization } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

const message = 'Gauges of the north harbour are out of order. Readings of the last two days are estimates.';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @details', () => {
    test.use({ javaScriptEnabled });

    test('a visitor reads the announcement, wide and narrow, light and dark', async ({
      organization,
      page,
    }, testInfo) => {
      const site = await createPublishedSite(
        organization,
        { Guide: ['Guide'] },
        { Guide: [insertPage('Welcome', 'Start here.\n'), insertPage('Next', 'Go on.\n')] },
      );
      const link = { title: 'See the state of all gauges', url: '/next' };
      const { client } = organization.admin;
      const announcement = { message, style: 'warning' as const, link };
      await updateSiteCustomization({ client, path: site.path, body: { announcement }, throwOnError: true });
      await page.goto(site.base);
      const banner = page.getByRole('complementary', { name: 'Announcement' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
          await expect(banner).toContainText(message);
          await page.screenshot({ path: testInfo.outputPath(`${colorScheme}-${width}.png`) });
          if (javaScriptEnabled) await checkAccessibility(page);
        }
      }
      await banner.getByRole('link', { name: link.title }).click();
      await expect(page).toHaveTitle(/^Next/);
      await expect(banner).toBeVisible();
      const close = banner.getByRole('button', { name: 'Close' });
      if (!javaScriptEnabled) {
        await expect(close).toHaveCount(0);
        return;
      }
      await close.press('Enter');
      await expect(banner).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
      await page.goto(site.base);
      await expect(page.getByText('Start here.')).toBeVisible();
      await expect(banner, 'it stays closed').toHaveCount(0);
    });
  });
}
