import {
  createCustomField,
  createSite,
  moveSpace,
  publishSite,
  updateSpaceCustomFields,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, type Organization, test } from '../fixtures.ts';
import { createContent } from '../support/content-trees.ts';
import { isDeep } from '../support/deep.ts';
import { readTree, treeRow, treeRows } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

const columnNames = ['Title', 'Updated', 'Open changes', 'Broken links', 'Owner', 'Sites'];

/** A collection with a space that has an open change request, two broken links, an owner and a site; and an empty space. */
async function createMaintainedContent(organization: Organization): Promise<void> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const content = await createContent(organization, { Manuals: {}, Notes: null });
  const links = insertPage('Start', '[One](/pages/gone-one) and [two](/pages/gone-two).');
  const { spaceId } = await createPages(organization, [links], 'Guide');
  await moveSpace({ client, path: { spaceId }, body: { parent: content.idOf('Manuals') } });
  await createOpenChangeRequest(organization, spaceId, 'More pages', [insertPage('Next', 'More.')]);
  await createCustomField({ client, path, body: { name: 'owner', type: 'text' } });
  await updateSpaceCustomFields({
    client,
    path: { spaceId },
    body: { values: { owner: { value: 'Harbour office' } } },
  });
  const { data: site } = await createSite({
    client,
    path,
    body: { title: 'Help centre', spaces: [spaceId] },
    throwOnError: true,
  });
  await publishSite({ client, path: { ...path, siteId: site.id } });
}

test('an administrator sees what is open, broken, owned and published, and closed collections add it up', async ({
  organization,
  signIn,
  page,
}) => {
  await createMaintainedContent(organization);
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  const table = page.getByRole('treegrid', { name: 'Collections and spaces' });
  const headers = table.getByRole('columnheader').filter({ visible: true });
  await expectRow(table, {
    Title: /Guide/,
    Updated: 'just now',
    'Open changes': /^1$/,
    'Broken links': /^2$/,
    Owner: 'Harbour office',
    Sites: 'Help centre',
  });
  await expectRow(table, { Title: /Manuals/, 'Open changes': /^1$/, 'Broken links': /^2$/ });
  await expectRow(table, {
    Title: /Notes/,
    'Open changes': '–',
    'Broken links': '–',
    Owner: '–',
    Sites: '–',
  });
  await expect(treeRow(page, 'Guide')).toHaveAccessibleName('Guide, space, 1 open change, 2 broken links');
  await expect(headers).toHaveText(columnNames);
  await checkAccessibility(page);

  // Narrower trees leave out columns from the right.
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect(headers).toHaveText(columnNames.filter((name) => name !== 'Sites'));
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(headers).toHaveText(['Title', 'Updated', 'Open changes']);
});

test('an administrator filters content by what needs attention @details', async ({
  organization,
  signIn,
  page,
}) => {
  await createMaintainedContent(organization);
  await signIn(organization.admin);
  await page.goto(organization.path('/content'));
  const toggle = (name: RegExp) => page.getByRole('button', { name });
  const broken = toggle(/^Broken links/);
  await expect(broken).toHaveText(/1$/);
  await expect.poll(() => readTree(page)).toEqual(['Manuals', '  Guide', 'Notes']);
  await broken.click();
  await expect(broken).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/show=broken/);
  await expect.poll(() => readTree(page)).toEqual(['Manuals', '  Guide']);
  await page.reload();
  await expect.poll(() => readTree(page)).toEqual(['Manuals', '  Guide']);
  await toggle(/^Stale/).click();
  await expect(broken).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('heading', { name: 'No matching spaces' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => readTree(page)).toEqual(['Manuals', '  Guide', 'Notes']);
  await expect(page).not.toHaveURL(/show=/);
});

if (isDeep)
  test(
    'an administrator of a server without extensions sees the columns that it fills',
    { tag: '@foreign' },
    async ({ documentedServer, page, problems }) => {
      problems.expect(/status of 404/);
      const { organization } = documentedServer;
      await createMaintainedContent(organization);
      await documentedServer.removeExtensions();
      await documentedServer.signIn(page, organization.admin);
      await page.goto(organization.path('/content'));
      const table = page.getByRole('treegrid', { name: 'Collections and spaces' });
      await expectRow(table, { Title: /Guide/, Updated: 'just now', 'Open changes': /^1$/ });
      await expect(table.getByRole('columnheader')).toHaveText([
        'Title',
        'Updated',
        'Open changes',
        'Actions',
      ]);
      await expect(page.getByRole('button', { name: /^Open changes/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Broken links/ })).toHaveCount(0);
    },
  );

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  // Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
  test('an administrator reads a title and one line of details, and the page scrolls @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    await createMaintainedContent(organization);
    const many = Array.from({ length: 30 }, (_, index) => [`Space ${index + 1}`, null] as const);
    await createContent(organization, Object.fromEntries(many));
    await signIn(organization.admin);
    await page.goto(organization.path('/content'));
    await expect(treeRow(page, 'Guide')).toHaveText(
      /Guide\s*1 open change · 2 broken links · updated just now/i,
    );
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    const scrollers = () =>
      page.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll('*')]
          .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
          .filter((element) => element.scrollHeight > element.clientHeight)
          .map((element) => element.className),
      );
    expect(await scrollers()).toEqual([]);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await expect(treeRow(page, 'Space 30')).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await page.keyboard.press('Home');
    await expect(treeRow(page, 'Manuals')).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeInViewport();
    expect(await treeRows(page).count()).toBeLessThan(80);
  });
});
