/** Two people at one change request: they see each other, and what the other does. */
import type { Browser, Locator, Page } from '@playwright/test';
import {
  createChangeRequestComment,
  createReview,
  editChangeRequestContent,
  listChangeRequestComments,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, type Person, test } from '../fixtures.ts';
import {
  createEditedPage,
  type EditedPage,
  fieldOf,
  openEditor,
  saveStateOf,
  typeAtEnd,
} from '../page-editor/edited-page.ts';
import { createOrganization } from '../support/organizations.ts';
import type { PageProblems } from '../support/page-problems.ts';
import { eventStream, untilQuiet } from '../support/quiet.ts';
import { removeData, startServer } from '../support/server.ts';
import { updatePage } from '../support/space-pages.ts';

const ada = '\u2068Ada Admin\u2069';
const edo = '\u2068Edo Editor\u2069';

/** The pictures in the bar. */
const editingNow = (page: Page, text = '') =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`${text} editing “`) });

const lineOf = (page: Page) => page.locator('.page-editors-line');

/** A page of another browser, in which a person is signed in. */
async function openBrowser(
  browser: Browser,
  problems: PageProblems,
  signIn: (person: Person, page?: Page) => Promise<void>,
  person: Person,
): Promise<Page> {
  const context = await browser.newContext();
  problems.watch(context);
  const page = await context.newPage();
  await signIn(person, page);
  return page;
}

/** Hides or shows a page, like a person who switches tabs. */
const setVisible = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const topOf = async (element: Locator) => (await element.boundingBox())?.y;

async function comment({ client }: Person, { path, pageId }: EditedPage, markdown: string): Promise<void> {
  await createChangeRequestComment({
    client,
    path,
    body: { page: pageId, body: { markdown } },
    throwOnError: true,
  });
}

test.describe('two people at a change request', () => {
  let edited: EditedPage;
  /** An administrator and an editor, each in a browser of their own. */
  let adas: Page;
  let edos: Page;

  test.beforeEach(async ({ browser, organization, signIn, page, problems }) => {
    edited = await createEditedPage(organization, 'Oil\n\nWicks\n\nGlass');
    await signIn(organization.admin);
    adas = page;
    edos = await openBrowser(browser, problems, signIn, await organization.addPerson('edit'));
  });

  test('see who is editing which page, on every tab and in the trees, until they leave @details', async ({
    organization,
  }) => {
    await edos.goto(organization.path(edited.screen));
    await expect(edos.getByRole('heading', { name: 'Better lamps' })).toBeVisible();
    await openEditor(adas, organization, edited);
    const badge = editingNow(edos, `${ada} is`);
    await expect(badge).toHaveAccessibleName(`${ada} is editing “\u2068Lamps\u2069”.`);
    await checkAccessibility(edos);
    await badge.press('Enter');
    await edos.getByRole('menuitem', { name: /Ada Admin.*Lamps/ }).press('Enter');
    await expect(edos).toHaveURL(/\/content\?page=/);
    await expect(edos.getByRole('treeitem', { name: `Lamps, page, ${ada} editing` })).toBeVisible();
    await adas.goto(organization.path('/members'));
    await expect(editingNow(edos)).toBeHidden();
    await expect(edos.getByRole('treeitem', { name: 'Lamps, page', exact: true })).toBeVisible();
  });

  test('appear in the editor, once, nothing moves, and what they write is merged', async ({
    organization,
  }) => {
    await openEditor(adas, organization, edited);
    await expect(lineOf(adas)).toBeHidden();
    const before = await topOf(fieldOf(adas));
    await openEditor(edos, organization, edited);
    await expect(lineOf(adas)).toHaveText(`EE${edo} is editing this page, too.`);
    await expect(adas.locator('[role="status"][aria-live]')).toHaveText(`${edo} is editing this page, too.`);
    await expect(lineOf(edos)).toHaveText(`AA${ada} is editing this page, too.`);
    expect(await topOf(fieldOf(adas))).toBe(before);
    await expect(fieldOf(adas)).toBeFocused();
    await checkAccessibility(adas);
    await edos.setViewportSize({ width: 390, height: 844 });
    await expect(lineOf(edos)).toBeInViewport({ ratio: 1 });
    await checkAccessibility(edos);
    await edos.setViewportSize({ width: 1440, height: 900 });

    await typeAtEnd(edos, ' of Venice');
    await expect(lineOf(adas)).toBeVisible();
    await fieldOf(adas).press('ControlOrMeta+Home');
    await adas.keyboard.type('Whale ');
    await adas.keyboard.press('ControlOrMeta+s');
    await expect(fieldOf(edos)).toContainText('Whale Oil');
    await expect(fieldOf(edos)).toContainText('Glass of Venice');
    await expect(fieldOf(edos)).toBeFocused();
    await edos.keyboard.type(' and Murano');
    await edos.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(edos)).toHaveText('Saved');
    await expect(fieldOf(adas)).toContainText('Glass of Venice and Murano');
    expect(await edited.stored()).toBe('Whale Oil\n\nWicks\n\nGlass of Venice and Murano');

    await adas.close();
    await expect(lineOf(edos)).toBeHidden();
  });

  test('see comments and reviews of the other at once, and keep what they write @details', async ({
    organization,
  }) => {
    await comment(organization.admin, edited, 'Which oil?');
    await edos.goto(organization.path(`${edited.screen}/comments`));
    await edos.getByRole('button', { name: 'Reply', exact: true }).click();
    const reply = edos.getByRole('textbox', { name: 'Write a reply' });
    await reply.fill('Whale oil, as');
    await comment(organization.admin, edited, 'And which glass?');
    await expect(edos.getByText('And which glass?')).toBeVisible();
    await expect(edos.getByRole('navigation', { name: 'Change request' })).toContainText('2');
    await expect(reply).toHaveValue('Whale oil, as');
    await expect(reply).toBeFocused();

    await edos.getByRole('link', { name: 'Overview' }).click();
    await expect(edos.getByRole('heading', { name: 'Better lamps' })).toBeVisible();
    const reviewer = await organization.addPerson('review');
    await createReview({
      client: reviewer.client,
      path: edited.path,
      body: { status: 'approved' },
      throwOnError: true,
    });
    await expect(edos.getByText(/Rita Reviewer.*approved/i).first()).toBeVisible();
  });

  test('fetch nothing twice of what they did themselves @details', async ({ organization }) => {
    // Before the streams: a person who is added has the access of everybody checked.
    const third = await organization.addPerson('admin', 'Theo Third');
    await adas.goto(organization.path(`${edited.screen}/comments`));
    await edos.goto(organization.path(`${edited.screen}/comments`));
    const field = adas.getByRole('textbox').first();
    await expect(field).toBeVisible();
    await expect(edos.getByRole('textbox').first()).toBeVisible();
    // Both streams are open.
    await untilQuiet(adas);
    await comment(third, edited, 'First');
    await expect(adas.getByText('First', { exact: true })).toBeVisible();
    await expect(edos.getByText('First', { exact: true })).toBeVisible();
    await untilQuiet(adas);
    let reads = 0;
    adas.on('request', (request) => {
      if (request.method() === 'GET' && /change-requests\/[^/]+\/comments\?/.test(request.url())) reads += 1;
    });
    await field.fill('Second');
    await field.press('Control+Enter');
    await expect(adas.getByText('Second', { exact: true })).toBeVisible();
    await expect(edos.getByText('Second', { exact: true })).toBeVisible();
    await comment(third, edited, 'Last');
    await expect(adas.getByText('Last', { exact: true })).toBeVisible();
    expect(reads).toBe(2);
  });

  test('are not shown while they look at another tab, and see everything when they come back @details', async ({
    organization,
  }) => {
    await adas.clock.install();
    await openEditor(adas, organization, edited);
    await openEditor(edos, organization, edited);
    await expect(lineOf(edos)).toBeVisible();
    await expect(lineOf(adas)).toBeVisible();
    await setVisible(adas, 'hidden');
    await adas.clock.fastForward(4000);
    await expect(lineOf(edos)).toBeVisible();
    await adas.clock.fastForward(2000);
    await expect(lineOf(edos)).toBeHidden();
    await editChangeRequestContent({
      client: organization.admin.client,
      path: edited.path,
      body: { changes: [updatePage(edited.pageId, 'Oil\n\nWicks\n\nGlass of Murano')] },
      throwOnError: true,
    });
    await expect(fieldOf(edos)).toContainText('Glass of Murano');
    await expect(fieldOf(adas)).not.toContainText('Murano');
    await setVisible(adas, 'visible');
    await expect(fieldOf(adas)).toContainText('Glass of Murano');
    await expect(lineOf(edos)).toBeVisible();
  });

  test('see each other again, and what they missed, when a connection is back @details', async ({
    organization,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/);
    await edos.clock.install();
    await openEditor(adas, organization, edited);
    await openEditor(edos, organization, edited);
    await expect(lineOf(edos)).toBeVisible();
    await edos.context().setOffline(true);
    await edos.clock.fastForward(9000);
    await expect(lineOf(edos)).toBeVisible();
    await edos.clock.fastForward(2000);
    await expect(lineOf(edos)).toBeHidden();
    await fieldOf(adas).press('ControlOrMeta+Home');
    await adas.keyboard.type('Whale ');
    await adas.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(adas)).toHaveText('Saved');
    await edos.context().setOffline(false);
    await expect(lineOf(edos)).toBeVisible();
    await expect(fieldOf(edos)).toContainText('Whale Oil');
  });

  test('do not see a person who signed out, nor does that one fail @details', async ({
    organization,
    problems,
  }) => {
    problems.expect(/status of 401/);
    await openEditor(adas, organization, edited);
    await openEditor(edos, organization, edited);
    await expect(lineOf(edos)).toBeVisible();
    // As an administrator or a timeout does.
    const response = await adas.request.delete('/auth/session', {
      headers: { 'X-Requested-With': 'console' },
    });
    expect(response.status()).toBe(204);
    await expect(lineOf(edos)).toBeHidden();
  });
});

test('a person sees that they have the same page open in another window @details', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  const edited = await createEditedPage(organization, 'Oil');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const otherPage = await context.newPage();
  await openEditor(otherPage, organization, edited);
  const text = 'AAYou are editing this page in another window.';
  await expect(lineOf(page)).toHaveText(text);
  await expect(lineOf(otherPage)).toHaveText(text);
  await otherPage.getByRole('link', { name: 'Overview' }).click();
  await expect(lineOf(page)).toBeHidden();
});

test('two people see each other again, and what they do, when a server that was killed is back @details', async ({
  browser,
  page: adas,
  problems,
}) => {
  problems.expectRestart();
  problems.expect(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
  let server = await startServer({ empty: true });
  const { url, port, dataFolder } = server;
  const signIn = async ({ token }: Person, page = adas) => {
    const response = await page.request.post(`${url}/auth/session`, { data: { token } });
    expect(response.ok()).toBe(true);
  };
  try {
    const created = await createOrganization('Killed', server);
    const organization = { ...created, path: (screen?: string) => url + created.path(screen) };
    const edited = await createEditedPage(organization, 'Oil');
    await signIn(organization.admin);
    const edos = await openBrowser(browser, problems, signIn, await organization.addPerson('edit'));
    for (const page of [adas, edos]) {
      await page.clock.install();
      await openEditor(page, organization, edited);
    }
    await expect(lineOf(edos)).toBeVisible();
    server.process.kill('SIGKILL');
    await server.stop();
    await edos.clock.fastForward(11_000);
    await expect(lineOf(edos)).toBeHidden();
    await typeAtEnd(edos, ' and wicks');
    server = await startServer({ empty: true, dataFolder, port });
    await expect(async () => {
      for (const page of [adas, edos]) await page.clock.fastForward(10_000);
      await expect(lineOf(edos)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await edos.keyboard.press('ControlOrMeta+s');
    await expect(fieldOf(adas)).toContainText('Oil and wicks');
    // Or what the pages still follow would fail with the server.
    for (const page of [adas, edos]) await page.goto('about:blank');
  } finally {
    await server.stop();
    removeData(server);
  }
});

test('a server without event streams is asked for none, and everything else works @details', async ({
  documentedServer,
  page,
  problems,
}) => {
  problems.expect(/status of 404/);
  const { organization, removeExtensions, signIn } = documentedServer;
  const edited = await createEditedPage(organization as Organization, 'Oil');
  await removeExtensions();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (eventStream.test(request.url())) requests.push(request.url());
  });
  await signIn(page, organization.admin);
  await page.goto(organization.path(`${edited.screen}/comments`));
  await comment(organization.admin, edited, 'Which oil?');
  const tabs = page.getByRole('navigation', { name: 'Change request' });
  await tabs.getByRole('link', { name: 'Overview' }).click();
  await tabs.getByRole('link', { name: /^Comments/ }).click();
  await expect(page.getByText('Which oil?')).toBeVisible();
  expect(requests).toEqual([]);
  const { data } = await listChangeRequestComments({ client: organization.admin.client, path: edited.path });
  expect(data?.items).toHaveLength(1);
});
