/** What signed-in members find on a published page: the ways into the console. */
import { listChangeRequests, listSpacePages } from '#api/generated/sdk.gen.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { createTestChangeRequest } from '../support/change-requests.ts';
import { expectPageFits } from '../support/layout.ts';
import { createOrganization } from '../support/organizations.ts';
import { spacesOfSite } from '../support/published-sites.ts';
import { removeData, startServer } from '../support/server.ts';
import { createSampleSite } from './sample-site.ts';

/** A published site, and the page "Spanners" of its first space. */
async function openSite(organization: Organization) {
  const site = await createSampleSite(organization);
  const spaceId = (await spacesOfSite(organization, site)).get('Guide pages') ?? '';
  const { data } = await listSpacePages({
    client: organization.admin.client,
    path: { spaceId },
    throwOnError: true,
  });
  const page = data.pages.find(({ title }) => title === 'Spanners');
  return { ...site, spaceId, pageId: page?.id ?? '' };
}

const draftsOf = async ({ client }: Person, spaceId: string) =>
  (await listChangeRequests({ client, path: { spaceId }, query: { status: 'draft' }, throwOnError: true }))
    .data.items;

test('a member opens a published page in the console, and the structure at its place', async ({
  organization,
  signIn,
  page,
}) => {
  const { base } = await openSite(organization);
  await signIn(organization.admin);
  await page.goto(`${base}spanners`);
  const bar = page.getByRole('navigation', { name: 'For members' });
  await bar.getByRole('link', { name: 'Open in the console' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guide pages' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Spanners, page' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.goBack();
  await bar.getByRole('link', { name: 'Structure of the site' }).click();
  await expect(page.getByRole('complementary', { name: 'Guide pages' })).toBeVisible();
});

test('a member proposes a change to a published page with the keyboard', async ({
  organization,
  signIn,
  page,
}) => {
  const { base, spaceId } = await openSite(organization);
  await signIn(organization.admin);
  await page.goto(`${base}spanners`);
  const link = page
    .getByRole('navigation', { name: 'For members' })
    .getByRole('link', { name: 'Propose a change to this page' });
  await page.keyboard.press('Tab');
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Spanners”' });
  await expect(dialog.getByLabel('Subject')).toHaveValue('Change “Spanners”');
  await checkAccessibility(page, '[role="dialog"]');
  expect(await draftsOf(organization.admin, spaceId), 'opening the page creates nothing').toEqual([]);
  await dialog.getByLabel('Subject').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Change “Spanners”' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spanners', exact: true })).toBeVisible();
  expect((await draftsOf(organization.admin, spaceId)).map(({ subject }) => subject)).toEqual([
    'Change “Spanners”',
  ]);
});

test('a member continues one of their drafts', async ({ organization, signIn, page }) => {
  const { base, spaceId } = await openSite(organization);
  const { admin } = organization;
  await createTestChangeRequest(admin, spaceId, { subject: 'Better tools', status: 'draft' });
  const other = await organization.addPerson('admin');
  await createTestChangeRequest(other, spaceId, { subject: 'Not mine', status: 'draft' });
  await signIn(admin);
  await page.goto(`${base}spanners`);
  await page.getByRole('link', { name: 'Propose a change to this page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Spanners”' });
  const drafts = dialog.getByRole('region', { name: 'Continue one of your drafts' });
  await expect(drafts.getByRole('link')).toHaveText([/^Better tools#\d+$/]);
  await checkAccessibilityAtBothWidths(page, '[role="dialog"]');
  await drafts.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Better tools' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spanners', exact: true })).toBeVisible();
});

test('the bar can be read and ends with the session', async ({ organization, signIn, page, context }) => {
  const { base } = await openSite(organization);
  await signIn(organization.admin);
  await page.goto(`${base}spanners`);
  await expect(page.getByRole('navigation', { name: 'For members' })).toBeVisible();
  await checkAccessibilityAtBothWidths(page);
  await expectPageFits(page, 1440);
  await context.request.delete('/auth/session', { headers: { 'x-requested-with': 'console' } });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Spanners' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'For members' })).toHaveCount(0);
});

test('a member opens a site at an origin of its own, and finds the bar there', async ({ page, context }) => {
  test.setTimeout(300_000);
  const port = await findFreePort();
  const reader = `http://localhost:${port}`;
  const server = await startServer({ empty: true, port, env: { PUBLISHED_URL: reader } });
  try {
    const organization = await createOrganization('Two origins', server);
    const site = await createSampleSite(organization);
    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    await page.goto(server.url + site.editor);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(reader + site.base);
    const bar = tab.getByRole('navigation', { name: 'For members' });
    await expect(bar).toBeVisible();
    await tab.getByRole('link', { name: 'Next Instruments' }).click();
    await bar.getByRole('link', { name: 'Open in the console' }).click();
    await expect(tab.getByRole('heading', { level: 1, name: 'Guide pages' })).toBeVisible();
    await expect(tab).toHaveURL(new RegExp(`^${server.url}/o/`));
    await page.close();
    await tab.close();
  } finally {
    await server.stop();
    removeData(server);
  }
});
