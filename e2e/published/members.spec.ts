import type { Locator, Page } from '@playwright/test';
/** The links of signed-in members on a published page: the ways into the console. */
import { listChangeRequests, listSpacePages, updateSite } from '#api/generated/sdk.gen.ts';
import { startDnsServer } from '#server/test/dns-server.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import { fetchText, saveStateOf } from '../page-editor/edited-page.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { createTestChangeRequest } from '../support/change-requests.ts';
import { expectPageFits } from '../support/layout.ts';
import { createOrganization } from '../support/organizations.ts';
import { startProxy } from '../support/proxy.ts';
import { giveHostname, type PublishedTestSite, spacesOfSite } from '../support/published-sites.ts';
import { removeData, type RunningServer, startServer } from '../support/server.ts';
import { treeRow } from '../support/site-structures.ts';
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
  const { base, spaceId, pageId } = await openSite(organization);
  await signIn(organization.admin);
  await page.goto(`${base}spanners`);
  const link = page
    .getByRole('navigation', { name: 'For members' })
    .getByRole('link', { name: 'Propose a change to this page' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  // The bar stays in sight while they read.
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Marmalade' })).toBeInViewport();
  await expect(link).toHaveAttribute('href', /#marmalade$/);
  await expect(link).toBeInViewport();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Spanners”' });
  await expect(dialog.getByLabel('Subject')).toHaveValue('Change “Spanners”');
  await checkAccessibility(page, '[role="dialog"]');
  expect(await draftsOf(organization.admin, spaceId), 'opening the page creates nothing').toEqual([]);
  await dialog.getByLabel('Subject').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Change “Spanners”' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text of Spanners' })).toBeFocused();
  await page.keyboard.type('!');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const [draft, ...others] = await draftsOf(organization.admin, spaceId);
  expect(others).toEqual([]);
  expect(draft?.subject).toBe('Change “Spanners”');
  const path = { spaceId, changeRequestId: String(draft?.number) };
  expect(await fetchText(organization.admin, path, pageId)).toContain('!## Marmalade');
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a member adds to one of their change requests @repeats', async ({ organization, signIn, page }) => {
  const { base, spaceId } = await openSite(organization);
  const { admin } = organization;
  await createTestChangeRequest(admin, spaceId, { subject: 'Better tools', status: 'draft' });
  const otherAdmin = await organization.addPerson('admin');
  await createTestChangeRequest(otherAdmin, spaceId, { subject: 'Not mine', status: 'draft' });
  await signIn(admin);
  await page.goto(`${base}spanners`);
  await page.getByRole('link', { name: 'Propose a change to this page' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Spanners”' });
  const drafts = dialog.getByRole('region', { name: 'Add to one of your change requests' });
  await expect(drafts.getByRole('link')).toHaveText([/^Better toolsDraft#\d+$/]);
  await checkAccessibilityAtBothWidths(page, '[role="dialog"]');
  await drafts.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Better tools' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spanners', exact: true })).toBeVisible();
});

test('the bar can be read and ends with the session @details', async ({
  organization,
  signIn,
  page,
  context,
}) => {
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

/** Browsers say so where a host is not of this machine and has no certificate. */
const PLAIN_HTTP = /Cross-Origin-Opener-Policy header has been ignored/;

interface Elsewhere {
  page: Page;
  server: RunningServer;
  organization: Organization;
  site: PublishedTestSite;
  /** Where the site is, with a trailing slash. */
  address: string;
}

/** Opens the site and its items from the console; the bar is there each time, and leads back. */
async function expectKnownElsewhere({ page, server, organization, site, address }: Elsewhere): Promise<void> {
  const { admin } = organization;
  const context = page.context();
  const session = await page.request.post(`${server.url}/auth/session`, { data: { token: admin.token } });
  expect(session.ok()).toBe(true);
  const { hostname } = new URL(address);
  const openFrom = async (link: Locator, target: string) => {
    // As in another browser: the state of an earlier link is removed.
    await context.clearCookies({ domain: hostname });
    const opened = context.waitForEvent('page');
    await link.press('Enter');
    const tab = await opened;
    await expect(tab).toHaveURL(target);
    const bar = tab.getByRole('navigation', { name: 'For members' });
    await expect(bar.getByRole('link', { name: 'Propose a change to this page' })).toBeVisible();
    return { tab, bar };
  };
  await page.goto(server.url + site.editor);
  const whole = await openFrom(page.getByRole('link', { name: 'Open', exact: true }), address);
  await whole.tab.getByRole('link', { name: 'Next Instruments' }).click();
  await whole.bar.getByRole('link', { name: 'Open in the console' }).click();
  await expect(whole.tab.getByRole('heading', { level: 1, name: 'Guide pages' })).toBeVisible();
  expect(whole.tab.url()).toContain(`${server.url}/o/`);
  await whole.tab.close();

  await treeRow(page, 'Harbour').click();
  const panel = page.getByRole('complementary', { name: 'Harbour' });
  const item = await openFrom(panel.getByRole('link', { name: 'Open page' }), `${address}harbour/`);
  await item.tab.close();

  await page.goto(`${server.url}/o/${organization.id}/sites/${site.id}/published`);
  const structureLinks = page
    .getByRole('list', { name: 'Published structure' })
    .getByRole('link', { name: '/weather/' });
  const { tab, bar } = await openFrom(structureLinks.first(), `${address}weather/`);

  await bar.getByRole('link', { name: 'Propose a change to this page' }).press('Enter');
  const dialog = tab.getByRole('dialog', { name: 'Propose a change to “Clouds”' });
  await dialog.getByLabel('Subject').press('Enter');
  await expect(tab.getByRole('heading', { level: 1, name: 'Change “Clouds”' })).toBeVisible();
  await expect(tab.getByRole('heading', { name: 'Clouds', exact: true })).toBeVisible();
  expect(tab.url()).toContain(`${server.url}/o/`);
  const spaceId = (await spacesOfSite(organization, site)).get('Weather pages') ?? '';
  expect((await draftsOf(admin, spaceId)).map(({ subject }) => subject)).toEqual(['Change “Clouds”']);
  await tab.close();
  await page.close();
}

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a member is known at an origin of published sites @repeats', async ({ page, problems }) => {
  test.setTimeout(300_000);
  problems.expect(PLAIN_HTTP);
  const port = await findFreePort();
  const reader = `http://pages.press.example:${port}`;
  const server = await startServer({ empty: true, port, env: { PUBLISHED_URL: reader } });
  try {
    const organization = await createOrganization('Two origins', server);
    const site = await createSampleSite(organization);
    await expectKnownElsewhere({ page, server, organization, site, address: reader + site.base });
  } finally {
    await server.stop();
    removeData(server);
  }
});

test('a site below another one stays there where its proxy asks the console @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(300_000);
  problems.expect(PLAIN_HTTP);
  // Outside of the proxy, the addresses of the page lead to the console.
  problems.expect(/BLOCKED_BY_ORB.*\/docs\/~\/assets\//);
  const port = await findFreePort();
  const reader = `http://pages.press.example:${port}`;
  const server = await startServer({ empty: true, port, env: { PUBLISHED_URL: reader } });
  const organization = await createOrganization('Below another', server);
  const site = await createSampleSite(organization);
  const body = { proxy: 'press.example/docs' };
  await updateSite({ client: organization.admin.client, path: site.path, body, throwOnError: true });
  const proxy = await startProxy(`${server.url}${site.base}~/proxied/`);
  try {
    await page.goto(proxy.base);
    await page.getByRole('link', { name: 'Next Instruments' }).click();
    await expect(page).toHaveURL(`${proxy.base}instruments`);
    await expect(page.locator('body')).not.toHaveCSS('font-family', /Times|^serif/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('marmalade');
    await page.keyboard.press('Enter');
    await page.locator('.results ol').getByRole('link').click();
    await expect(page).toHaveURL(`${proxy.base}spanners#marmalade`);
    await page.goto(`${proxy.base}reference/overview`);
    await expect(page).toHaveURL(`${proxy.base}reference/`);
    // On the console's own origin the page has no session: it has no scripts, and can't read the console's
    // storage.
    await page.goto(`${server.url}${site.base}~/proxied/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
    expect(await page.evaluate(() => window.origin)).toBe('null');
  } finally {
    proxy.stop();
    await server.stop();
    removeData(server);
  }
});

test('a member is known at the hostname of a site that is shared by link @details', async ({
  page,
  problems,
}) => {
  test.setTimeout(300_000);
  problems.expect(PLAIN_HTTP);
  const dns = await startDnsServer();
  const server = await startServer({ empty: true, env: { DNS_SERVERS: dns.address } });
  try {
    const organization = await createOrganization('Own name', server);
    const site = await createSampleSite(organization, 'share-link');
    const address = await giveHostname(organization, site, { dns, hostname: 'docs.press.example' });
    await expectKnownElsewhere({ page, server, organization, site, address });
  } finally {
    await server.stop();
    removeData(server);
    dns.close();
  }
});
