/** The features of a published site, in the browser: navigation, languages, versions, texts, paper. */
import type { Page } from '@playwright/test';
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { createTestChangeRequest, merge } from '../support/change-requests.ts';
import { createPublishedSite, type PublishedTestSite, spacesOfSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';
import { createEveryKindOfPage } from './every-kind.ts';

const treeOf = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

/** Of a change request that is created with them. */
const MAX_EDITS = 50;

const chapters = Array.from({ length: 31 }, (_, at) => `Chapter ${at + 1}`);

/** Adds pages below pages of a space of a site. */
async function addBelow(
  organization: Organization,
  site: PublishedTestSite,
  siteSpace: string,
  titles: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const { admin } = organization;
  const spaceId = (await spacesOfSite(organization, site)).get(siteSpace) ?? '';
  const { data } = await listSpacePages({ client: admin.client, path: { spaceId }, throwOnError: true });
  const changes = data.pages.flatMap(({ id, title }) =>
    (titles[title] ?? []).map((below): ContentEdit => ({
      ...insertPage(below, `${below} of ${title}.\n`),
      into: id,
    })),
  );
  for (let at = 0; at < changes.length; at += MAX_EDITS) {
    const some = { subject: 'More pages', changes: changes.slice(at, at + MAX_EDITS) };
    await merge(admin, await createTestChangeRequest(admin, spaceId, some));
  }
}

/** A site of 310 pages: closed branches are not in them. */
async function createLargeSite(organization: Organization): Promise<PublishedTestSite> {
  const pages = chapters.map((title) => insertPage(title, `${title} begins.\n`));
  const site = await createPublishedSite(organization, { Guide: ['Guide pages'] }, { 'Guide pages': pages });
  const leaves = (title: string) =>
    Array.from({ length: 9 }, (_, at) => `Leaf ${title.replace('Chapter ', '')}-${at + 1}`);
  const titles = Object.fromEntries(chapters.map((title) => [title, leaves(title)]));
  await addBelow(organization, site, 'Guide pages', titles);
  return site;
}

const versions = {
  outline: { Guide: ['Guide pages'], Manual: ['v2', 'v1'] },
  pages: {
    'Guide pages': [insertPage('Welcome', 'Start here.\n')],
    v2: [insertPage('Overview', 'Now.\n'), insertPage('Users', 'Users of today.\n')],
    v1: [
      insertPage('Overview', 'Then.\n'),
      insertPage('Users', 'Users of then.\n'),
      insertPage('Retired', 'Only here.\n'),
    ],
  },
};

for (const javaScriptEnabled of [true, false]) {
  // Repeats: the script takes no part; `reading` and `reference` cover pages without it.
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @repeats', () => {
    test.use({ javaScriptEnabled });

    test('breadcrumbs lead to the section, the version and the pages above', async ({
      organization,
      page,
    }) => {
      const site = await createPublishedSite(organization, versions.outline, versions.pages);
      await addBelow(organization, site, 'v1', { Users: ['Groups'] });
      const { base } = site;
      await page.goto(`${base}manual/v1/users/groups`);
      const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
      await expect(breadcrumbs).toHaveText(['Manual', 'v1', 'Users']);
      await breadcrumbs.last().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
      await breadcrumbs.first().click();
      await expect(page.getByText('Now.')).toBeVisible();
    });

    test('a reader of an old version sees a notice, and the way to the same page of the current one', async ({
      organization,
      page,
    }) => {
      const { base } = await createPublishedSite(organization, versions.outline, versions.pages);
      await page.goto(`${base}manual/users`);
      const notice = page.getByRole('note', { name: 'Notice' });
      await expect(notice).toHaveCount(0);
      await page.goto(`${base}manual/v1/users`);
      await expect(notice).toContainText('You are reading v1, which is not the current version.');
      await notice.getByRole('link', { name: 'Read the current version' }).click();
      await expect(page).toHaveURL(`${base}manual/users`);
      await page.goto(`${base}manual/v1/retired`);
      await notice.getByRole('link', { name: 'Read the current version' }).click();
      await expect(notice).toContainText('doesn’t exist here');
      await expect(page.getByText('Now.')).toBeVisible();
    });

    test('a language is chosen for the same page, and its texts are in it', async ({
      organization,
      page,
    }) => {
      const { base } = await createEveryKindOfPage(organization);
      await page.goto(`${base}languages/water`);
      const languages = page.locator('.languages');
      await languages.locator('summary').click();
      await languages.getByRole('link', { name: 'Deutsch' }).click();
      await expect(page).toHaveURL(`${base}languages/de/water`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page.getByText('Über Wasser.')).toBeVisible();
      await expect(page.getByText('Zuletzt geändert am')).toBeVisible();
      await expect(page.getByRole('searchbox', { name: 'Suche' })).toBeVisible();
      await languages.locator('summary').click();
      await languages.getByRole('link', { name: 'العربية' }).click();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      const tree = await page.locator('.tree').boundingBox();
      const main = await page.getByRole('main').boundingBox();
      expect(tree?.x ?? 0, 'the tree stands at the right').toBeGreaterThan(main?.x ?? Infinity);
      const hreflang = page.locator('link[hreflang]');
      expect(await hreflang.evaluateAll((all) => all.map((link) => link.getAttribute('hreflang')))).toEqual([
        'en',
        'ar',
        'de',
        'x-default',
      ]);
    });

    test('the contents lead to headings, and each heading has an address', async ({ organization, page }) => {
      const { base } = await createEveryKindOfPage(organization);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${base}long`);
      const contents = page.getByRole('navigation', { name: 'On this page' });
      await contents.getByRole('link', { name: 'Part 20' }).click();
      await expect(page).toHaveURL(`${base}long#part-20`);
      await expect(page.getByRole('heading', { name: 'Part 20' })).toBeInViewport();
      const anchor = page.getByRole('link', { name: 'Link to “Detail 20”' });
      await expect(anchor).toHaveAttribute('href', '#detail-20');
      await anchor.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${base}long#detail-20`);
      if (!javaScriptEnabled) return;
      await page.evaluate(() => document.getElementById('part-7')?.scrollIntoView());
      await expect(contents.locator('[aria-current]')).toHaveText('Part 7');
    });

    test('a large table scrolls by keyboard below its head @details', async ({ organization, page }) => {
      const rows = Array.from({ length: 60 }, (_, row) => `| Station ${row} | ${row} m |`).join('\n');
      const { base } = await createPublishedSite(
        organization,
        { Guide: ['Guide pages'] },
        { 'Guide pages': [insertPage('Stations', `| Name | Height |\n| - | - |\n${rows}\n`)] },
      );
      await page.goto(base);
      const table = page.getByRole('group', { name: 'Table' });
      await table.focus();
      await expect(table).toBeFocused();
      const top = async () => (await table.boundingBox())?.y ?? 0;
      await page.keyboard.press('End');
      await expect.poll(() => table.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(200);
      const head = await table.getByRole('columnheader', { name: 'Name' }).boundingBox();
      expect(Math.abs((head?.y ?? 0) - (await top())), 'the head stays').toBeLessThan(4);
      await expect(table.getByRole('cell', { name: 'Station 59' })).toBeVisible();
    });

    test('code has its title and its marked lines, and formulas need no font @details', async ({
      sampleSite,
      page,
    }) => {
      const { base } = sampleSite;
      await page.goto(`${base}instruments`);
      const code = page.getByRole('figure').filter({ hasText: 'server.ts' });
      await expect(code.locator('figcaption')).toHaveText('server.ts');
      await expect(code.locator('mark.line')).toHaveText([/One client/, /new Client/]);
      const [keyword, plain] = await code.evaluate((figure) =>
        ['.hljs-keyword', 'code'].map((part) => {
          const element = figure.querySelector(part);
          return element ? getComputedStyle(element).color : '';
        }),
      );
      expect(keyword, 'colors without a script').not.toBe(plain);
      const formula = page.locator('div.math math');
      await expect(formula).toHaveAttribute('display', 'block');
      expect((await formula.boundingBox())?.height, 'drawn as a formula').toBeGreaterThan(30);
      await expect(page.locator('code.math'), 'one with an error is shown as it is written').toHaveText(
        '\\frac{a',
      );
    });

    test('on paper, closed parts are open, and navigation is left out @details', async ({
      sampleSite,
      page,
    }) => {
      const { base } = sampleSite;
      await page.goto(`${base}instruments`);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText('It hangs above the chart datum.')).toBeVisible();
      await expect(page.getByText('Install it with npm.')).toBeVisible();
      await expect(page.getByText('Install it with pnpm.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Instruments' })).toBeVisible();
      for (const part of ['header', '.tree', '.contents', '.pagination', '.facts a', '.anchor']) {
        await expect(page.locator(part).first(), part).toBeHidden();
      }
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    });

    test('a page can be read as Markdown, and says when it was changed @details', async ({
      sampleSite,
      page,
    }) => {
      const { base } = sampleSite;
      await page.goto(base);
      await expect(page.locator('.facts time')).toHaveText(/\d{4}/);
      const link = page.getByRole('link', { name: 'View as Markdown' });
      const response = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(response.headers()['content-type']).toContain('text/markdown');
      expect(await response.text()).toBe('# Welcome\n\nStart here.\n');
    });

    test('a misspelled address leads to the page that it means', async ({ sampleSite, problems, page }) => {
      const { base } = sampleSite;
      problems.expect(/status of 404/);
      await page.goto(`${base}intsruments`);
      await expect(page.getByText('visible to certain visitors')).toHaveCount(0);
      const search = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
      await expect(search).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Instruments' }).click();
      await expect(page).toHaveURL(`${base}instruments`);
    });

    test('the key of a shared site is in its own links only', async ({ organization, page }) => {
      const otherAddress = 'https://other.example/published/tide/docs/';
      const { base } = await createPublishedSite(
        organization,
        { Guide: ['Guide pages'], Manual: ['v2', 'v1'] },
        {
          ...versions.pages,
          'Guide pages': [insertPage('Welcome', `[Other](${otherAddress})\n`)],
        },
        'share-link',
      );
      await page.goto(base);
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(links.length).toBeGreaterThan(2);
      for (const link of links) expect(link.startsWith(base), link).toBe(true);
      await expect(page.getByRole('link', { name: 'Other' })).toHaveAttribute('href', otherAddress);
    });

    test('each page of each version leads to every other version @details', async ({
      organization,
      page,
    }) => {
      const { base } = await createPublishedSite(organization, versions.outline, versions.pages);
      const starts = ['manual/', 'manual/users', 'manual/v1/', 'manual/v1/users', 'manual/v1/retired'];
      for (const start of starts) {
        await page.goto(base + start);
        const title = await page.getByRole('heading', { level: 1 }).textContent();
        const targets = await page
          .locator('.variants a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
        expect(targets).toHaveLength(2);
        for (const target of targets) {
          expect((await page.goto(target))?.status(), `${start} → ${target}`).toBe(200);
          const isMissing = target.endsWith('?unavailable');
          expect(isMissing).toBe(start === 'manual/v1/retired' && !target.includes('/manual/v1'));
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(
            isMissing ? 'Overview' : (title ?? ''),
          );
        }
      }
    });
  });
}

test('branches of a large tree are loaded when they are opened, and stay open @details', async ({
  organization,
  page,
}) => {
  const { base } = await createLargeSite(organization);
  await page.goto(`${base}chapter-29/leaf-29-4`);
  const tree = treeOf(page);
  await expect(tree.getByRole('link', { name: 'Leaf 29-4' })).toBeInViewport();
  await expect(tree.getByRole('link', { name: 'Leaf 3-1' })).toHaveCount(0);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const third = tree.locator('summary').filter({ hasText: 'Subpages of Chapter 3' }).first();
  await third.focus();
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('link', { name: 'Leaf 3-1' })).toBeVisible();
  await tree.locator('summary').filter({ hasText: 'Subpages of Chapter 5' }).first().click();
  await expect(tree.getByRole('link', { name: 'Leaf 5-9' })).toBeVisible();
  expect(requests.filter((url) => url.includes('/~/tree/'))).toHaveLength(1);
  await tree.getByRole('link', { name: 'Leaf 5-9' }).click();
  await expect(page.getByText('Leaf 5-9 of Chapter 5.')).toBeVisible();
  await expect(tree.getByRole('link', { name: 'Leaf 3-1' }), 'it stays open on the next page').toBeVisible();
});

test.describe('without a script that loads branches', () => {
  test.use({ javaScriptEnabled: false });

  test('links lead through a large tree @details', async ({ organization, page }) => {
    const { base } = await createLargeSite(organization);
    await page.goto(base);
    const tree = treeOf(page);
    await expect(tree.locator('summary').filter({ hasText: 'Subpages of Chapter 30' })).toBeHidden();
    await tree.getByRole('link', { name: 'Chapter 30' }).click();
    await tree.getByRole('link', { name: 'Leaf 30-9' }).click();
    await expect(page.getByText('Leaf 30-9 of Chapter 30.')).toBeVisible();
  });
});

test('a picture for dark pages follows the chosen theme @details', async ({ organization, page }) => {
  const picture = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>`;
  for (const name of ['light', 'dark']) {
    await page.route(`https://pictures.example/${name}.svg`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture(name === 'light' ? '#fff' : '#000') }),
    );
  }
  const text = `<picture><source media="(prefers-color-scheme: dark)" srcset="https://pictures.example/dark.svg"><img src="https://pictures.example/light.svg" alt="A gauge"></picture>\n`;
  const { base } = await createPublishedSite(
    organization,
    { Guide: ['Guide pages'] },
    { 'Guide pages': [insertPage('Pictures', text)] },
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(base);
  const pictureWidth = () =>
    page.getByRole('img', { name: 'A gauge' }).evaluate((image: HTMLImageElement) => image.currentSrc);
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await expect.poll(pictureWidth).toContain('light.svg');
  await expect(page.getByRole('img', { name: 'A gauge' })).toHaveAttribute('loading', 'lazy');
  await theme.selectOption('Dark');
  await expect.poll(pictureWidth).toContain('dark.svg');
  await page.reload();
  await expect.poll(pictureWidth, 'the server writes it so').toContain('dark.svg');
  await theme.selectOption('System');
  await expect.poll(pictureWidth).toContain('light.svg');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(pictureWidth).toContain('dark.svg');
});
