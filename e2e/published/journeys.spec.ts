import { SignJWT } from 'jose';
/**
 * The features of a published site beside reading: search in its language, conditions, redirects, machines, a
 * site below another one.
 */
import {
  createSiteRedirect,
  createSiteVisitorKey,
  getSite,
  listSpacePages,
  putSiteAdaptiveSchema,
  updateSite,
  updateSiteSection,
} from '#api/generated/sdk.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { startProxy } from '../support/proxy.ts';
import { createPublishedSite, type PublishedTestSite, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { createSampleSite } from './sample-site.ts';

/** A site with a section for partners and one for who says that they are a developer. */
async function createAdaptiveSite(organization: Organization) {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'], Prices: ['Price pages'], Code: ['Code pages'] },
    {
      'Guide pages': [insertPage('Welcome', 'Start here.\n')],
      'Price pages': [insertPage('Discounts', 'Half of everything, marmalade too.\n')],
      'Code pages': [insertPage('Functions', 'Call the marmalade.\n')],
    },
  );
  const { client } = organization.admin;
  const { path } = site;
  const flag = { type: 'boolean', description: 'A claim' } as const;
  const properties = {
    isPartner: flag,
    unsigned: { type: 'object', description: 'Unsigned', properties: { isDeveloper: flag } },
  } as const;
  await putSiteAdaptiveSchema({
    client,
    path,
    body: { jsonSchema: { type: 'object', properties } },
    throwOnError: true,
  });
  const conditions = { Prices: 'visitor.claims.isPartner', Code: 'visitor.claims.unsigned.isDeveloper' };
  for (const [title, condition] of Object.entries(conditions)) {
    const siteSectionId = site.idOf(title);
    await updateSiteSection({
      client,
      path: { ...path, siteSectionId },
      body: { condition },
      throwOnError: true,
    });
  }
  await updateSite({ client, path, body: { adaptiveContent: { enabled: true } }, throwOnError: true });
  const { data: key } = await createSiteVisitorKey({ client, path, body: {}, throwOnError: true });
  const token = await new SignJWT({ isPartner: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(key.secret));
  return { ...site, token };
}

/** Renames the first page of a space of a site. */
async function renamePage(
  { admin }: Organization,
  spaceId: string,
  { from, to }: { from: string; to: { title: string; slug: string } },
): Promise<void> {
  const { data } = await listSpacePages({ client: admin.client, path: { spaceId }, throwOnError: true });
  const page = data.pages.find(({ title }) => title === from)?.id ?? '';
  const changes = [{ operation: 'update_page', page, ...to } as const];
  await merge(admin, await createTestChangeRequest(admin, spaceId, { subject: 'Rename', changes }));
}

for (const javaScriptEnabled of [true, false]) {
  // Repeats: the script takes no part; `reading` and `reference` cover pages without it.
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @repeats', () => {
    test.use({ javaScriptEnabled });

    test('a visitor searches in Japanese, and without accents', async ({ organization, page }) => {
      const { base } = await createPublishedSite(
        organization,
        { Guide: ['Guide pages'] },
        {
          'Guide pages': [
            insertPage('Welcome', 'Start here.\n'),
            insertPage('Crème brûlée', 'A dessert.\n'),
            insertPage('潮位計', '水位を測定します。\n\n## 設置方法\n\n港に設置します。\n'),
          ],
        },
      );
      for (const [text, title, url] of [
        ['creme brulee', 'Crème brûlée', `${base}creme-brulee`],
        ['水位', '潮位計', `${base}${encodeURIComponent('潮位計')}`],
        ['設置方法', '潮位計', `${base}${encodeURIComponent('潮位計')}#${encodeURIComponent('設置方法')}`],
      ] as const) {
        await page.goto(base);
        await page.getByRole('searchbox', { name: 'Search' }).fill(text);
        await page.keyboard.press('Enter');
        await page.locator('.results ol').getByRole('link', { name: title }).click();
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        expect(page.url(), text).toBe(new URL(url, page.url()).href);
      }
    });

    test('a link to a search shows its results @details', async ({ sampleSite, page }) => {
      const { base } = sampleSite;
      await page.goto(`${base}~/search?q=marmalade`);
      await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search' })).toHaveValue(
        'marmalade',
      );
      await page.locator('.results ol').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();
    });

    test('a visitor sees and finds only what their claims show', async ({ organization, problems, page }) => {
      problems.expect(/status of 404/);
      const { base, token } = await createAdaptiveSite(organization);
      const expectSections = async (titles: string[]) => {
        await page.goto(base);
        const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
        if (titles.length > 1) await expect(sections).toHaveText(titles);
        else await expect(sections).toHaveCount(0);
        await page.getByRole('searchbox', { name: 'Search' }).fill('marmalade');
        await page.keyboard.press('Enter');
        await expect(page.locator('.count').first()).toHaveText(/^(No results|\d+ results?)/);
        await expect(page.locator('.results ol').getByRole('link')).toHaveCount(titles.length - 1);
      };
      await expectSections(['Guide']);
      expect((await page.goto(`${base}prices/`))?.status()).toBe(404);
      await expect(page.getByText('visible to certain visitors')).toBeVisible();
      await expect(page.getByText('Discounts')).toHaveCount(0);
      // It is unsigned, and kept for the session.
      await page.goto(`${base}?visitor.isDeveloper=true`);
      await expect(page).toHaveURL(base);
      await expectSections(['Guide', 'Code']);
      await page.goto(`${base}?jwt_token=${token}`);
      await expect(page).toHaveURL(base);
      await expectSections(['Guide', 'Prices', 'Code']);
      await page.goto(`${base}?visitor.isDeveloper=false`);
      await expectSections(['Guide', 'Prices']);
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Prices' }).click();
      await expect(page.getByText('Half of everything')).toBeVisible();
    });

    test('the address of a renamed page, and redirects, lead to the page', async ({ organization, page }) => {
      const site = await createSampleSite(organization);
      const { base, path } = site;
      const { client } = organization.admin;
      const spaceId = (await spacesOfSite(organization, site)).get('Guide pages') ?? '';
      await renamePage(organization, spaceId, {
        from: 'Spanners',
        to: { title: 'Wrenches', slug: 'wrenches' },
      });
      const redirects = [
        { source: '/tools', target: '/wrenches' },
        { source: '/Old/*', target: '/reference', appendRest: true },
      ];
      for (const body of redirects) await createSiteRedirect({ client, path, body, throwOnError: true });
      for (const [from, to, title] of [
        ['spanners', 'wrenches', 'Wrenches'],
        ['tools', 'wrenches', 'Wrenches'],
        ['old/users', 'reference/users', 'Users'],
        ['OLD/first/retired', 'reference/first/retired', 'Retired'],
      ]) {
        await page.goto(`${base}${from}`);
        await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
        await expect(page).toHaveURL(`${base}${to}`);
      }
    });

    test('a language without the page says so in its own words @details', async ({ organization, page }) => {
      const { base } = await createPublishedSite(
        organization,
        { Languages: ['en', 'ar', 'de'] },
        {
          en: [insertPage('Start', 'Hello.\n'), insertPage('Water', 'About water.\n')],
          de: [insertPage('Start', 'Hallo.\n')],
          ar: [insertPage('Start', 'مرحبا.\n')],
        },
      );
      await page.goto(`${base}water`);
      const languages = page.locator('.languages');
      await languages.locator('summary').click();
      await languages.getByRole('link', { name: 'Deutsch' }).click();
      await expect(page.getByRole('note', { name: 'Hinweis' })).toBeVisible();
      await expect(page.getByText('Hallo.')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await languages.locator('summary').click();
      await languages.getByRole('link', { name: 'العربية' }).click();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(page.getByText('مرحبا.')).toBeVisible();
    });

    test('versions keep the page on shared sites and for signed-in visitors @details', async ({
      organization,
      page,
    }) => {
      for (const visibility of ['share-link', 'visitor-auth'] as const) {
        const { base, path } = await createSampleSite(organization, visibility);
        const { client } = organization.admin;
        const { data: key } = await createSiteVisitorKey({ client, path, body: {}, throwOnError: true });
        const token = await new SignJWT({})
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(key.secret));
        const query = visibility === 'visitor-auth' ? `?jwt_token=${token}` : '';
        await page.goto(`${base}reference/users${query}`);
        const versions = page.locator('.variants');
        await versions.locator('summary').click();
        await versions.getByRole('link', { name: 'First' }).click();
        await expect(page).toHaveURL(`${base}reference/first/users`);
        await expect(page.getByText('About users of the first version.')).toBeVisible();
      }
    });

    test('programs find the site: description, sitemap, robots, texts @details', async ({
      sampleSite,
      page,
    }) => {
      const { base } = sampleSite;
      await page.goto(`${base}instruments`);
      const origin = new URL(page.url()).origin;
      const meta = (name: string) => page.locator(`meta[property="og:${name}"]`);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        'href',
        `${origin}${base}instruments`,
      );
      await expect(meta('title')).toHaveAttribute('content', 'Instruments');
      await expect(meta('site_name')).toHaveAttribute('content', 'Docs');
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
      const textAt = async (path: string) => {
        // As programs do: a browser styles what it shows of these files, which the policy of the site refuses.
        const response = await page.request.get(`${base}${path}`);
        expect(response.status(), path).toBe(200);
        return response.text();
      };
      expect(await textAt('robots.txt')).toContain(`Sitemap: ${origin}${base}sitemap.xml`);
      const sitemap = await textAt('sitemap.xml');
      expect(sitemap).toContain(`<loc>${origin}${base}instruments</loc>`);
      expect(sitemap).toContain('<lastmod>');
      expect(await textAt('llms.txt')).toContain('# Docs');
      expect(await textAt('llms-full.txt')).toContain('Use a spanner for marmalade.');
      expect(await textAt('instruments.md')).toMatch(/^# Instruments\n/);
    });

    test('a site below another one is read there, also when it is renamed @details', async ({
      organization,
      page,
    }) => {
      const site = await createSampleSite(organization);
      const { path } = site;
      const { client } = organization.admin;
      const basename = `docs-${site.id.toLowerCase()}`;
      const body = { proxy: 'press.example/docs', basename };
      await updateSite({ client, path, body, throwOnError: true });
      const { data } = await getSite({ client, path, throwOnError: true });
      const proxy = await startProxy(data.proxy?.target ?? '');
      try {
        for (const name of [basename, `${basename}-2`]) {
          await updateSite({ client, path, body: { basename: name }, throwOnError: true });
          await page.goto(proxy.base);
          await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
          await page.getByRole('link', { name: 'Next Instruments' }).click();
          await expect(page).toHaveURL(`${proxy.base}instruments`);
          const sections = page.getByRole('navigation', { name: 'Sections' });
          await sections.getByRole('link', { name: 'Reference' }).click();
          await expect(page.getByText('All calls of the second version.')).toBeVisible();
          // The first page of a site space has no path: this leads there.
          await page.goto(`${proxy.base}reference/overview`);
          await expect(page).toHaveURL(`${proxy.base}reference/`);
          await page.getByRole('searchbox', { name: 'Search' }).fill('marmalade');
          await page.keyboard.press('Enter');
          await page.locator('.results ol').getByRole('link').click();
          await expect(page).toHaveURL(`${proxy.base}spanners#marmalade`);
        }
      } finally {
        proxy.stop();
      }
    });
  });
}

test('the contents mark what is read, and the tree shows the current page @details', async ({
  organization,
  page,
}) => {
  const titles = Array.from({ length: 60 }, (_, at) => `Page ${at + 1}`);
  const text = Array.from({ length: 12 }, (_, at) => `## Part ${at + 1}\n\n${'Words. '.repeat(300)}\n`).join(
    '\n',
  );
  const site: PublishedTestSite = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    {
      'Guide pages': titles
        .slice(0, 50)
        .map((title) => insertPage(title, title === 'Page 48' ? text : 'Text.\n')),
    },
  );
  await page.goto(`${site.base}page-48`);
  const tree = page.getByRole('navigation', { name: 'Pages', exact: true });
  const current = tree.getByRole('link', { name: 'Page 48' });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await expect(current).toBeInViewport();
  const contents = page.locator('.contents');
  await page.getByRole('heading', { level: 2, name: 'Part 7' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 500);
  await expect(contents.locator('[aria-current]')).toHaveText(/^Part [78]$/);
  await expect(contents.locator('[aria-current]')).toBeInViewport();
});
