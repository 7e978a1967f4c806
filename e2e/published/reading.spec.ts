/** The actions of visitors on a published site, with the script and without it. */
import { SignJWT } from 'jose';
import { createSiteVisitorKey, unpublishSite } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createSampleSite } from './sample-site.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @details', () => {
    test.use({ javaScriptEnabled });

    test('a visitor reads from page to page', async ({ sampleSite, page }) => {
      const { base } = sampleSite;
      await page.goto(base);
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
      const tree = page.getByRole('navigation', { name: 'Pages', exact: true });
      await expect(tree.getByRole('link', { name: 'Welcome' })).toHaveAttribute('aria-current', 'page');
      await tree.getByRole('link', { name: 'Instruments' }).click();
      await expect(page).toHaveURL(`${base}instruments`);
      await expect(page.getByRole('heading', { level: 1, name: 'Instruments' })).toBeVisible();
      await page.getByRole('link', { name: 'Next Spanners' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();
      await page.getByRole('link', { name: 'Previous Instruments' }).click();
      await expect(page).toHaveURL(`${base}instruments`);
    });

    test('a visitor chooses sections and another version of the same page', async ({ sampleSite, page }) => {
      const { base } = sampleSite;
      await page.goto(base);
      const sections = page.getByRole('navigation', { name: 'Sections' });
      await sections.getByText('More', { exact: true }).click();
      await sections.getByRole('link', { name: 'Weather' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Clouds' })).toBeVisible();
      await sections.getByRole('link', { name: 'Reference' }).click();
      await expect(page.getByText('All calls of the second version.')).toBeVisible();
      await expect(sections.getByRole('link', { name: 'Reference' })).toHaveAttribute('aria-current', 'true');
      await page
        .getByRole('navigation', { name: 'Pages', exact: true })
        .getByRole('link', { name: 'Users' })
        .click();
      await expect(page.getByText('About users of the second version.')).toBeVisible();
      const versions = page.locator('.variants');
      await versions.locator('summary').click();
      await versions.getByRole('link', { name: 'First' }).click();
      await expect(page.getByText('About users of the first version.')).toBeVisible();
      await page.getByRole('link', { name: 'Retired' }).first().click();
      await versions.locator('summary').click();
      await versions.getByRole('link', { name: 'Second' }).click();
      await expect(page.getByRole('note', { name: 'Notice' })).toContainText('doesn’t exist here');
      await expect(page.getByText('All calls of the second version.')).toBeVisible();
    });

    test('a visitor searches and gets to the heading', async ({ sampleSite, page }) => {
      const { base } = sampleSite;
      await page.goto(base);
      await page.getByRole('searchbox', { name: 'Search' }).fill('marmalade');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search results for “marmalade”');
      await expect(page.locator('.count')).toHaveText('1 result');
      await expect(page.locator('.results mark').first()).toHaveText(/marmalade/i);
      await page.locator('.results ol').getByRole('link').click();
      await expect(page).toHaveURL(`${base}spanners#marmalade`);
      const heading = page.getByRole('heading', { level: 2, name: 'Marmalade' });
      await expect(heading).toBeInViewport();
      const header = await page.getByRole('navigation', { name: 'Sections' }).boundingBox();
      const box = await heading.boundingBox();
      expect(box?.y, 'below what stays at the top').toBeGreaterThanOrEqual(
        (header?.y ?? 0) + (header?.height ?? 0),
      );
    });

    test('a visitor at a wrong address is led to similar pages', async ({ sampleSite, problems, page }) => {
      const { base } = sampleSite;
      problems.expect(/status of 404/);
      const response = await page.goto(`${base}old/spanners-and-more`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Spanners' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();
    });

    test('a menu of a phone leads to every page', async ({ sampleSite, page }) => {
      const { base } = sampleSite;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(base);
      const tree = page.getByRole('navigation', { name: 'Pages', exact: true });
      await expect(tree).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(tree).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(tree).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await tree.getByRole('link', { name: 'Spanners' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();
      await page.getByRole('link', { name: 'Search' }).click();
      await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible();
    });

    test('a visitor opens tabs and what is folded', async ({ sampleSite, page }) => {
      const { base } = sampleSite;
      await page.goto(`${base}instruments`);
      await page.getByRole('radio', { name: 'npm', exact: true }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText('Install it with pnpm.')).toBeVisible();
      await expect(page.getByText('Install it with npm.')).toBeHidden();
      const folded = page.getByText('It hangs above the chart datum.');
      await expect(folded).toBeHidden();
      await page.getByText('Why does a gauge have an offset?').click();
      await expect(folded).toBeVisible();
    });

    test('a visitor whom another system has signed in reads until that ends', async ({
      organization,
      context,
      problems,
      page,
    }) => {
      problems.expect(/status of 401/);
      const { base, path } = await createSampleSite(organization, 'visitor-auth');
      const { client } = organization.admin;
      const { data: key } = await createSiteVisitorKey({ client, path, body: {}, throwOnError: true });
      const token = (seconds: number) =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
          .sign(new TextEncoder().encode(key.secret));
      await page.goto(`${base}instruments?jwt_token=${await token(3600)}`);
      await expect(page).toHaveURL(`${base}instruments`);
      await page.getByRole('link', { name: 'Next Spanners' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();
      await context.clearCookies();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible();
      await page.goto(`${base}instruments?jwt_token=${await token(-3600)}`);
      await expect(page.getByText('invalid or has expired')).toBeVisible();
      await expect(page.getByText('Instruments')).toHaveCount(0);
    });

    test('who may read depends on the visibility', async ({ organization, problems, page }) => {
      problems.expect(/status of 40[14]/);
      const unlisted = await createSampleSite(organization, 'unlisted');
      await page.goto(unlisted.base);
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

      const shared = await createSampleSite(organization, 'share-link');
      const withoutKey = shared.base.replace(/[^/]+\/$/, '');
      expect((await page.goto(withoutKey))?.status()).toBe(404);
      await page.goto(shared.base);
      await page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link', { name: 'Reference' })
        .click();
      await expect(page).toHaveURL(`${shared.base}reference/`);
      await expect(page.getByText('All calls of the second version.')).toBeVisible();

      const guarded = await createSampleSite(organization, 'visitor-auth');
      expect((await page.goto(guarded.base))?.status()).toBe(401);
      await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible();
      await expect(page.getByText('Welcome')).toHaveCount(0);

      await unpublishSite({ client: organization.admin.client, path: unlisted.path });
      expect((await page.goto(unlisted.base))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    });
  });
}
