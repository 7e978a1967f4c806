/** What one person changes appears on the screen of another one, and nothing there moves. */
import type { Page } from '@playwright/test';
import {
  createApiSpec,
  createChangeRequest,
  createCustomField,
  createLinkInvite,
  createSite,
  createSiteSection,
  createSpace,
  createSpaceComment,
  createTeam,
  createTranslation,
  updateChangeRequest,
  updateOrganization,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import { createEditedPage } from '../page-editor/edited-page.ts';
import { createTestSpace } from '../support/change-requests.ts';
import { eventStream, openFollowed, untilQuiet } from '../support/quiet.ts';
import { createTestSite } from '../support/site-structures.ts';

/** The streams of an organization that the tabs of a browser have asked for. */
function countStreams(page: Page): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (eventStream.test(request.url())) count += 1;
  });
  return () => count;
}

const request = ({ client }: Person, { id }: Organization) => ({
  client,
  path: { organizationId: id },
  throwOnError: true as const,
});

interface ListCase {
  /** The screen. */
  path: string;
  act: (other: Person, organization: Organization) => Promise<unknown>;
  text: string;
}

const lists: Record<string, ListCase> = {
  members: {
    path: '/members',
    act: (_, organization) => organization.addPerson('edit', 'Nina New'),
    text: 'Nina New',
  },
  teams: {
    path: '/teams',
    act: (other, organization) =>
      createTeam({ ...request(other, organization), body: { title: 'Foghorns', members: [] } }),
    text: 'Foghorns',
  },
  content: {
    path: '/content',
    act: (other, organization) =>
      createSpace({ ...request(other, organization), body: { title: 'Harbour' } }),
    text: 'Harbour',
  },
  sites: {
    path: '/sites',
    act: (other, organization) =>
      createSite({ ...request(other, organization), body: { title: 'Pilot book' } }),
    text: 'Pilot book',
  },
  invites: {
    path: '/invites',
    act: (other, organization) =>
      createLinkInvite({ ...request(other, organization), body: { role: 'read' } }),
    text: 'Reader',
  },
  'custom fields': {
    path: '/custom-fields',
    act: (other, organization) =>
      createCustomField({
        ...request(other, organization),
        body: { name: 'depth', title: 'Depth of water', type: 'text' },
      }),
    text: 'Depth of water',
  },
  translations: {
    path: '/translations',
    act: (other, organization) =>
      createTranslation({ ...request(other, organization), body: { title: 'Dutch' } }),
    text: 'Dutch',
  },
  specifications: {
    path: '/api-specs',
    act: (other, organization) =>
      createApiSpec({
        ...request(other, organization),
        body: {
          slug: 'tides',
          source: { text: '{"openapi":"3.1.0","info":{"title":"Tides","version":"1"},"paths":{}}' },
        },
      }),
    text: 'tides',
  },
  'the inbox': {
    path: '/inbox/open',
    act: async (other, organization) => {
      const spaceId = await createTestSpace(organization, 'Charts');
      const { client } = other;
      const body = { subject: 'New depths' };
      const { data } = await createChangeRequest({ client, path: { spaceId }, body, throwOnError: true });
      const path = { spaceId, changeRequestId: data.id };
      await updateChangeRequest({ client, path, body: { status: 'open' }, throwOnError: true });
    },
    text: 'New depths',
  },
  comments: {
    path: '/inbox/comments',
    act: async (other, organization) => {
      const spaceId = await createTestSpace(organization, 'Charts');
      const { client } = other;
      const body = { body: { markdown: 'Which datum?' } };
      await createSpaceComment({ client, path: { spaceId }, body, throwOnError: true });
    },
    text: 'Which datum?',
  },
  'the audit log': {
    path: '/audit-log',
    act: (other, organization) =>
      createTeam({ ...request(other, organization), body: { title: 'Foghorns', members: [] } }),
    text: 'Foghorns',
  },
};

/** The lists of `npm test`: a table, the tree and the inbox. */
const everydayLists = new Set(['members', 'content', 'the inbox']);

for (const [name, { path, act, text }] of Object.entries(lists)) {
  const tag = everydayLists.has(name) ? '' : ' @details';
  test(`a person sees what another one adds to ${name}, where they are${tag}`, async ({
    organization,
    signIn,
    page,
  }) => {
    const other = await organization.addPerson('admin', 'Theo Third');
    await signIn(organization.admin);
    await openFollowed(page, organization.path(path));
    // Something has the focus, and stays the very same element.
    const focused = page.getByRole('button', { name: /^Organization: / }).first();
    await focused.focus();
    await act(other, organization);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(focused).toBeFocused();
  });
}

test('a person keeps the search, the selection and what they type when a list changes @details', async ({
  organization,
  signIn,
  page,
}) => {
  const other = await organization.addPerson('admin', 'Theo Third');
  for (const title of ['Anchors', 'Buoys']) {
    await createTeam({ ...request(other, organization), body: { title, members: [] } });
  }
  await signIn(organization.admin);
  await openFollowed(page, organization.path('/members'));
  await page.getByRole('checkbox', { name: /Theo Third/ }).check();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('T');
  await organization.addPerson('edit', 'Tessa Tide');
  await expect(page.getByRole('main').getByText('Tessa Tide')).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('T');
  await expect(page.getByRole('checkbox', { name: /Theo Third/ })).toBeChecked();
});

test('a form with unsaved text is not reset when another person saves it', async ({
  organization,
  signIn,
  page,
}) => {
  const other = await organization.addPerson('admin', 'Theo Third');
  await signIn(organization.admin);
  await openFollowed(page, organization.path('/settings/general'));
  const title = page.getByRole('textbox', { name: 'Name', exact: true });
  await title.fill('Half a na');
  await updateOrganization({ ...request(other, organization), body: { title: 'Another name' } });
  // The navigation has the new name; the form does not.
  await expect(page.getByRole('button', { name: 'Organization: Another name' })).toBeVisible();
  await expect(title).toHaveValue('Half a na');
  await expect(title).toBeFocused();
});

test('two people see each other at the structure of a site, and its changes', async ({
  browser,
  organization,
  signIn,
  page,
  problems,
}) => {
  const site = await createTestSite(organization, { Guides: ['Start'], Help: ['v1'] });
  const other = await organization.addPerson('admin', 'Theo Third');
  await signIn(organization.admin);
  await openFollowed(page, site.editor);
  const row = page.getByRole('treeitem', { name: /^Guides/ });
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');

  const context = await browser.newContext();
  problems.watch(context);
  const theos = await context.newPage();
  await signIn(other, theos);
  await openFollowed(theos, site.editor);
  await expect(page.getByRole('img', { name: /Theo Third.* has this open, too/ })).toBeVisible();
  await expect(theos.getByRole('img', { name: /Ada Admin.* has this open, too/ })).toBeVisible();
  await checkAccessibility(page);

  const spaceId = await createTestSpace(organization, 'Charts');
  const { client } = other;
  await createSiteSection({ client, path: site.path, body: { spaceId, title: 'Tides' }, throwOnError: true });
  await expect(page.getByRole('treeitem', { name: /^Tides/ })).toBeVisible();
  await expect(theos.getByRole('treeitem', { name: /^Tides/ })).toBeVisible();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await theos.goto(organization.path('/teams'));
  await expect(page.getByRole('img', { name: /has this open, too/ })).toBeHidden();
  await context.close();
});

test('a person sees who else reads a page of a space @details', async ({
  browser,
  organization,
  signIn,
  page,
  problems,
}) => {
  const { path, pageId } = await createEditedPage(organization, 'Oil');
  const screen = organization.path(`/spaces/${path.spaceId}/pages/${pageId}`);
  await signIn(organization.admin);
  await openFollowed(page, screen);
  const context = await browser.newContext();
  problems.watch(context);
  const remis = await context.newPage();
  await signIn(await organization.addPerson('read'), remis);
  await openFollowed(remis, screen);
  await expect(page.getByRole('img', { name: /Remi Reader.* has this open, too/ })).toBeVisible();
  await context.close();
  await expect(page.getByRole('img', { name: /has this open, too/ })).toBeHidden();
});

test('tabs of a browser share one connection, and the next one takes over when the first is closed', async ({
  organization,
  signIn,
  page,
}) => {
  const other = await organization.addPerson('admin', 'Theo Third');
  const addTeam = (title: string) =>
    createTeam({ ...request(other, organization), body: { title, members: [] } });
  await signIn(organization.admin);
  const streams = countStreams(page);
  await openFollowed(page, organization.path('/teams'));
  const second = await page.context().newPage();
  await second.goto(organization.path('/teams'));
  await untilQuiet(second);
  await addTeam('Anchors');
  for (const tab of [page, second]) await expect(tab.getByText('Anchors', { exact: true })).toBeVisible();
  expect(streams()).toBe(1);
  await page.close();
  await addTeam('Buoys');
  await expect(second.getByText('Buoys', { exact: true })).toBeVisible();
  expect(streams()).toBe(2);
});

test('a person in two organizations follows each of them @details', async ({
  organization,
  signIn,
  page,
}) => {
  const other = await organization.addPerson('admin', 'Theo Third');
  await signIn(organization.admin);
  const streams = countStreams(page);
  await openFollowed(page, organization.path('/teams'));
  // In the same browser another person signs in; the first tab is the one of before until it is reloaded.
  await signIn(other);
  const second = await page.context().newPage();
  await openFollowed(second, organization.path('/teams'));
  expect(streams()).toBe(2);
  await createTeam({ ...request(other, organization), body: { title: 'Anchors', members: [] } });
  await expect(second.getByText('Anchors', { exact: true })).toBeVisible();
});

test('a console that is open for an hour asks for next to nothing @details', async ({
  organization,
  signIn,
  page,
}) => {
  await page.clock.install();
  await signIn(organization.admin);
  await openFollowed(page, organization.path('/inbox/open'));
  const others: string[] = [];
  // The record of events has no notifications: their number is read with each stream.
  let counts = 0;
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname === '/v1/user/notification-count') counts += 1;
    else if (!eventStream.test(sent.url()) && pathname !== '/auth/refresh')
      others.push(`${sent.method()} ${pathname}`);
  });
  // The server sends signs of life by its own clock, so the page opens the stream again and again.
  const streams = { asked: 0, open: 0 };
  page.on('request', (sent) => {
    if (eventStream.test(sent.url())) streams.asked += 1;
  });
  page.on('response', (received) => {
    if (eventStream.test(received.url())) streams.open += 1;
  });
  for (let seconds = 0; seconds < 3600; seconds += 8) {
    await page.clock.runFor(8000);
    await expect.poll(() => streams.open >= streams.asked).toBe(true);
  }
  await untilQuiet(page);
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(5);
  expect(counts).toBeLessThanOrEqual(streams.asked + 1);
});

test('a person reads that there is no connection, sees changes within a minute, and at once when it is back @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_REFUSED/);
  const other = await organization.addPerson('admin', 'Theo Third');
  const addTeam = (title: string) =>
    createTeam({ ...request(other, organization), body: { title, members: [] } });
  await page.clock.install();
  await page.route(eventStream, (route) => route.abort('connectionrefused'));
  await signIn(organization.admin);
  await page.goto(organization.path('/teams'));
  await untilQuiet(page);
  await page.clock.runFor(15_000);
  const mark = page.getByText('Reconnecting. Updates every minute.');
  await expect(mark).toBeVisible();
  await checkAccessibility(page);
  await addTeam('Anchors');
  await page.clock.runFor(61_000);
  await expect(page.getByText('Anchors', { exact: true })).toBeVisible();
  await page.unroute(eventStream);
  await page.clock.runFor(90_000);
  await expect(mark).toBeHidden();
  await addTeam('Buoys');
  await page.clock.runFor(2000);
  await expect(page.getByText('Buoys', { exact: true })).toBeVisible();
});
