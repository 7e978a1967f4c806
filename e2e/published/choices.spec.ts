/**
 * Features that authors switch off, claims of visitors about themselves, and the kind of text that programs
 * request.
 */
import { putSiteAdaptiveSchema, updateSite, updateSiteSection } from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { createSampleSite } from './sample-site.ts';

const text = '## Sizes\n\nAll of them.\n\n## Colors\n\nNone.\n';
const off = { title: false, description: false, tableOfContents: false, outline: false, pagination: false };

/** A site of three pages; the author of the second one has switched off what stands around its text. */
function createSwitchedSite(organization: Organization) {
  const page = (title: string): ContentEdit => ({
    operation: 'insert_page',
    title,
    description: `About ${title}`,
    document: { markdown: text },
  });
  return createPublishedSite(
    organization,
    { Guide: ['Guide pages'], Reference: ['Reference pages'] },
    {
      'Guide pages': [page('Welcome'), { ...page('Spanners'), layout: off }, page('Hammers')],
      'Reference pages': [insertPage('Calls', 'All calls.\n')],
    },
  );
}

/** A site with a section for who says that they are a developer, and one for partners, which takes a signature. */
async function createAdaptiveSite(organization: Organization) {
  const site = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'], Code: ['Code pages'], Prices: ['Price pages'] },
    {
      'Guide pages': [insertPage('Welcome', 'Start here.\n')],
      'Code pages': [insertPage('Functions', 'Call them.\n')],
      'Price pages': [insertPage('Discounts', 'Half of everything.\n')],
    },
  );
  const { client } = organization.admin;
  const { path } = site;
  const flag = { type: 'boolean', description: 'A claim' } as const;
  const properties = {
    isPartner: flag,
    unsigned: { type: 'object', description: 'Unsigned', properties: { isDeveloper: flag, isTeacher: flag } },
  } as const;
  const body = { jsonSchema: { type: 'object', properties } } as const;
  await putSiteAdaptiveSchema({ client, path, body, throwOnError: true });
  const conditions = { Code: 'visitor.claims.unsigned.isDeveloper', Prices: 'visitor.claims.isPartner' };
  for (const [title, condition] of Object.entries(conditions)) {
    const siteSectionId = site.idOf(title);
    const section = { client, path: { ...path, siteSectionId }, body: { condition } };
    await updateSiteSection({ ...section, throwOnError: true });
  }
  await updateSite({ client, path, body: { adaptiveContent: { enabled: true } }, throwOnError: true });
  return site;
}

for (const javaScriptEnabled of [true, false]) {
  // Repeats: the script takes no part; `reading` and `reference` cover pages without it.
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @repeats', () => {
    test.use({ javaScriptEnabled });

    test('parts that an author switches off are missing on that page alone', async ({
      organization,
      page,
    }) => {
      const { base } = await createSwitchedSite(organization);
      const parts = {
        description: (title: string) => page.getByText(`About ${title}`, { exact: true }),
        tree: () => page.getByRole('navigation', { name: 'Pages', exact: true }),
        contents: () => page.getByRole('navigation', { name: 'On this page' }),
        neighbors: () => page.getByRole('navigation', { name: 'Previous and next page' }),
      };
      for (const [path, title] of [
        ['', 'Welcome'],
        ['hammers', 'Hammers'],
      ] as const) {
        await page.goto(base + path);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport();
        for (const part of Object.values(parts)) await expect(part(title).first()).toBeVisible();
      }
      await page.goto(`${base}spanners`);
      await expect(page.getByRole('heading', { level: 2, name: 'Sizes' })).toBeVisible();
      for (const part of Object.values(parts)) await expect(part('Spanners')).toHaveCount(0);
      await expect(page.locator('details.closed-contents')).toHaveCount(0);
      // Screen readers still read its name; it is invisible.
      const heading = page.getByRole('heading', { level: 1, name: 'Spanners' });
      expect((await heading.boundingBox())?.width).toBeLessThanOrEqual(1);
      // The way around the site stays.
      const sections = page.getByRole('navigation', { name: 'Sections' });
      await expect(sections.getByRole('link')).toHaveText(['Guide', 'Reference']);
      await page.setViewportSize({ width: 390, height: 844 });
      for (const part of Object.values(parts)) await expect(part('Spanners')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 2, name: 'Sizes' })).toBeInViewport();
    });

    test('claims of a visitor about themselves are kept in one cookie of the site @details', async ({
      organization,
      context,
      page,
    }) => {
      const { base, id } = await createAdaptiveSite(organization);
      const otherSite = await createSampleSite(organization);
      const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
      await page.goto(base);
      await expect(sections).toHaveCount(0);
      expect(await context.cookies()).toEqual([]);
      await page.goto(`${base}?visitor.isDeveloper=true&visitor.isPartner=true&visitor.isCaptain=true`);
      await expect(page).toHaveURL(base);
      // The claim to be a partner is not signed.
      await expect(sections).toHaveText(['Guide', 'Code']);
      const [cookie, ...more] = await context.cookies();
      if (!cookie) throw new Error('The site set no cookie.');
      expect(more).toEqual([]);
      expect(cookie).toMatchObject({
        name: `reader-claims-${id}`,
        path: base.slice(0, -1),
        httpOnly: true,
        sameSite: 'Lax',
        // It ends with the session of the browser.
        expires: -1,
      });
      await page.goto(`${base}?visitor.isTeacher=true`);
      await expect(sections).toHaveText(['Guide', 'Code']);
      await page.reload();
      await expect(sections).toHaveText(['Guide', 'Code']);
      // A cookie written by the visitor proves no more than an address.
      const value = encodeURIComponent(JSON.stringify({ isPartner: 'true', 'unsigned.isPartner': 'true' }));
      await context.addCookies([{ ...cookie, value }]);
      await page.goto(base);
      await expect(sections).toHaveCount(0);
      await expect(page.getByText('Start here.')).toBeVisible();
      const formRequest = page.waitForRequest((request) => request.url().endsWith(otherSite.base));
      await page.goto(otherSite.base);
      expect((await (await formRequest).allHeaders()).cookie ?? '').not.toContain('reader-claims');
    });
  });
}

test('a program that prefers Markdown gets it at the address of the page @details', async ({
  organization,
  page,
}) => {
  const { base } = await createSampleSite(organization);
  const ask = async (accept: string, headers: Record<string, string> = {}) => {
    const response = await page.request.get(`${base}instruments`, { headers: { accept, ...headers } });
    return { status: response.status(), headers: response.headers(), text: await response.text() };
  };
  const markdown = await ask('text/markdown');
  expect([markdown.status, markdown.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(markdown.text).toMatch(/^# Instruments\n/);
  expect(markdown.text).toContain('> [!WARNING]');
  expect(markdown.text).toBe(await (await page.request.get(`${base}instruments.md`)).text());
  // Shared caches keep both.
  expect(markdown.headers.vary).toMatch(/(^|,\s*)Accept(,|$)/);
  const etag = markdown.headers.etag ?? '';
  expect((await ask('text/markdown', { 'if-none-match': etag })).status).toBe(304);
  for (const accept of [
    'text/html,application/xhtml+xml,*/*;q=0.8',
    '*/*',
    'text/html, text/markdown;q=0.5',
  ]) {
    const html = await ask(accept, { 'if-none-match': etag });
    expect([accept, html.status, html.headers['content-type']]).toEqual([
      accept,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(html.headers.etag).not.toBe(etag);
  }
});
