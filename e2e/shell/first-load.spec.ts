import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { notificationsName } from '../support/names.ts';
import { eventStream, untilQuiet } from '../support/quiet.ts';
import { createTestSite, treeRows } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

/** The requests before the first table row. */
interface FirstLoad {
  addresses: string[];
  /** Transferred kilobytes. */
  script: number;
  style: number;
}

test('a person sees the members after few requests and little code, without other hosts', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.addInitScript(() => {
    const noteFirstRow = new MutationObserver(() => {
      if (document.querySelector('main tbody tr') === null) return;
      noteFirstRow.disconnect();
      performance.mark('first row');
    });
    noteFirstRow.observe(document, { childList: true, subtree: true });
  });
  await page.goto(organization.path('/members'));
  await expect(page.getByRole('link', { name: organization.admin.displayName })).toBeVisible();

  const load = await page.evaluate((): FirstLoad => {
    const firstRow = performance.getEntriesByName('first row')[0]?.startTime ?? 0;
    const resources = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ startTime }) => startTime < firstRow);
    const kilobytes = (ending: string): number =>
      resources
        .filter(({ name }) => name.endsWith(ending))
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
    return {
      addresses: resources.map(({ name }) => name),
      script: kilobytes('.js'),
      style: kilobytes('.css'),
    };
  });
  // The page itself is a request too.
  expect(load.addresses.length + 1).toBeLessThanOrEqual(11);
  expect(load.addresses.length).toBeGreaterThan(3);
  expect(load.script).toBeGreaterThan(50);
  expect(load.script).toBeLessThanOrEqual(140);
  expect(load.style).toBeLessThanOrEqual(15);
  const { origin } = new URL(page.url());
  expect(load.addresses.filter((address) => !address.startsWith(origin))).toEqual([]);
});

test('a person who is faster than the routes of other screens gets where they clicked @details', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  let letRoutesThrough = () => {};
  const routesHeld = new Promise<void>((resolve) => {
    letRoutesThrough = resolve;
  });
  await page.route(/\/routes-[^/]+\.js$/, async (route) => {
    await routesHeld;
    await route.continue();
  });
  await page.goto(organization.path('/members'));
  await expect(page.getByRole('link', { name: organization.admin.displayName })).toBeVisible();

  await page.getByRole('link', { name: 'Trash' }).hover();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL(organization.path('/trash'));
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  letRoutesThrough();
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('link', { name: organization.admin.displayName })).toBeVisible();
});

test('a change request is asked for once, while the code of its screen is still on its way', async ({
  page,
  organization,
  signIn,
}) => {
  const { spaceId } = await createPages(organization, [insertPage('Install', 'First paragraph.')]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Describe upgrades', [
    insertPage('Upgrade', 'Second paragraph.'),
  ]);
  await signIn(organization.admin);
  let letCodeThrough = () => {};
  const codeHeld = new Promise<void>((resolve) => {
    letCodeThrough = resolve;
  });
  await page.route(/\/assets\/_changeRequest[^/]*\.js$/, async (route) => {
    await codeHeld;
    await route.continue();
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/spaces\/\w+\/change-requests\/\w+$/.test(pathname) && request.method() === 'GET')
      requests.push(pathname);
  });
  await page.goto(organization.path(`/spaces/${spaceId}/changes`));
  const link = page.getByRole('link', { name: 'Describe upgrades' });
  await expect(link).toBeVisible();
  await untilQuiet(page);
  expect(requests).toEqual([]);

  await link.click();
  await expect(page).toHaveURL(organization.path(screen));
  await expect.poll(() => requests.length).toBe(1);
  letCodeThrough();
  await expect(page.getByRole('heading', { name: 'Describe upgrades', level: 1 })).toBeVisible();
  await untilQuiet(page);
  expect(requests).toHaveLength(1);
});

/** Follows a link to a screen that was never open; returns the paths that the API was asked for until nothing more was. */
async function openForTheFirstTime(page: Page, link: Locator, content: Locator): Promise<string[]> {
  await expect(link).toBeVisible();
  // The late parts of the frame are there, and so are their requests.
  await expect(page.getByRole('button', { name: notificationsName })).toBeVisible();
  await untilQuiet(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // What the frame shows comes late, once for all screens.
    const isOfFrame = pathname.startsWith('/v1/user/') || eventStream.test(pathname);
    if (pathname.startsWith('/v1') && !isOfFrame) requests.push(pathname);
  });
  await link.click();
  await expect(content).toBeVisible();
  await untilQuiet(page);
  return requests;
}

test('screens that a person opens for the first time need few answers @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createTestSite(organization, { Start: ['Start here'] });
  const { spaceId } = await createPages(organization, [insertPage('Install', 'First paragraph.')]);
  await createOpenChangeRequest(organization, spaceId, 'Describe upgrades', [
    insertPage('Upgrade', 'Second paragraph.'),
  ]);
  await signIn(organization.admin);

  await page.goto(organization.path('/sites'));
  const structure = await openForTheFirstTime(
    page,
    page.getByRole('link', { name: 'Docs', exact: true }),
    treeRows(page).first(),
  );
  // One more than they need, here and below: on a busy machine something is already asked for again.
  expect(structure.length, structure.join(' ')).toBeLessThanOrEqual(3);

  await page.goto(organization.path(`/spaces/${spaceId}/changes`));
  const changeRequest = await openForTheFirstTime(
    page,
    page.getByRole('link', { name: 'Describe upgrades' }),
    page.getByRole('heading', { name: 'Describe upgrades', level: 1 }),
  );
  expect(changeRequest.length, changeRequest.join(' ')).toBeLessThanOrEqual(11);
});
