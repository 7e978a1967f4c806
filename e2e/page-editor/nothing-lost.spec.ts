/** After any interruption of writing, every typed word is there at the end. */
import type { BrowserContext, Page } from '@playwright/test';
import { EventEmitter, once } from 'node:events';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { press as pressByTab } from '../support/keyboard.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';
import { openTokenSignIn } from '../support/sign-in.ts';
import { createEditedPage, fieldOf, openEditor, saveStateOf, typeAtEnd, typeAtStart } from './edited-page.ts';

const lines = 'Oil\n\nWicks\n\nGlass';

/** Signs the person of a page out on the server, as an administrator or a timeout does. */
async function endSession(page: Page): Promise<void> {
  const response = await page.request.delete('/auth/session', {
    headers: { 'X-Requested-With': 'console' },
  });
  expect(response.status()).toBe(204);
}

/** Makes the browser refuse to store anything more. */
async function fillDisk(context: BrowserContext, page: Page): Promise<void> {
  // Before the editor opens its storage: what the browser has granted by then stays granted for a while.
  await page.goto('/login');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
}

test('an author writes on without a connection', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await context.setOffline(true);
  await typeAtEnd(page, ' offline');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: offline');
  await page.keyboard.type(' words');
  await context.setOffline(false);
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} offline words`);
});

test('an author who was offline finds the text at the next visit @details', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await context.setOffline(true);
  await typeAtEnd(page, ' kept words');
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: offline');
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await openEditor(again, organization, edited);
  await expect(again.getByText('Unsaved text from this browser was restored.')).toBeVisible();
  await expect(fieldOf(again)).toContainText('Glass kept words');
  await again.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(again)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} kept words`);
});

test('an author finds what another tab kept after the link to the editor was pointed at @details', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await page.goto(organization.path(`${edited.screen}/content?page=${edited.pageId}`));
  const edit = page.getByRole('link', { name: 'Edit', exact: true });
  await edit.hover();
  const otherPage = await context.newPage();
  await openEditor(otherPage, organization, edited);
  await context.setOffline(true);
  await typeAtEnd(otherPage, ' kept words');
  await expect(saveStateOf(otherPage)).toHaveText('Kept in this browser, not saved: offline');
  await otherPage.close();
  await context.setOffline(false);
  await edit.click();
  await expect(fieldOf(page)).toContainText('Glass kept words');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} kept words`);
});

test('an author who was signed out signs in again and goes on', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 401/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await endSession(page);
  await typeAtEnd(page, ' signed out');
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const token = await openTokenSignIn(dialog);
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: signed out');
  await token.fill(organization.admin.token);
  await token.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} signed out`);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an author whose connection broke before the sign-in dialog was loaded signs in after a reload @repeats', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 401/, /ERR_FAILED/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  const dialogFile = '**/sign-in-again-*.js';
  await page.route(dialogFile, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('sign-in-again'));
  await openEditor(page, organization, edited);
  await failed;
  await endSession(page);
  await typeAtEnd(page, ' signed out');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('alert').filter({ hasText: 'Your session expired.' })).toBeVisible();
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: signed out');
  await checkAccessibility(page);
  // Some browsers ask for a file that failed again, others only after a reload.
  await page.unroute(dialogFile);
  await pressByTab(page, page.getByRole('button', { name: 'Reload and sign in' }));
  await expect(page).toHaveURL(/\/login/);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await expect(fieldOf(page)).toContainText('Glass signed out');
});

test('an author closes the tab right after typing', async ({ organization, signIn, page, context }) => {
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, ' typed before closing');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const again = await context.newPage();
  await openEditor(again, organization, edited);
  await expect(fieldOf(again)).toContainText('Glass typed before closing');
  await again.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(again)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} typed before closing`);
});

test('an author closes the tab right after typing, while the browser has much else to do @details', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  // A hidden page is ended half a second later, done or not.
  await page.evaluate(() =>
    window.addEventListener(
      'pagehide',
      () => {
        for (const start = Date.now(); Date.now() - start < 2000;);
      },
      { capture: true },
    ),
  );
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.type()));
  await typeAtEnd(page, ' typed before closing');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(dialogs, 'nobody is asked about what is kept').toEqual([]);
  const again = await context.newPage();
  await openEditor(again, organization, edited);
  await expect(fieldOf(again)).toContainText('Glass typed before closing');
});

test('a draft that can’t be read once is neither deleted nor overwritten @details', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await context.setOffline(true);
  await typeAtEnd(page, ' kept words');
  await expect(saveStateOf(page)).toHaveText('Kept in this browser, not saved: offline');
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.addInitScript(() => {
    const get = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function fail(this: IDBObjectStore) {
      IDBObjectStore.prototype.get = get;
      throw new DOMException('Internal error.', 'UnknownError');
    };
  });
  await openEditor(again, organization, edited);
  await expect(fieldOf(again)).not.toContainText('kept words');
  await typeAtStart(again, 'New ');
  await expect(fieldOf(again)).toContainText('New Oil');
  await expect(fieldOf(again)).toContainText('Glass kept words');
  await again.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(again)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`New ${lines} kept words`);
});

/** A part of the screen that is fetched ahead. */
const partAhead = /\/assets\/sidebar-extras/;

test('an author writes on while the server is down @details', async ({ page, context, problems }) => {
  problems.expectRestart();
  let server = await startServer({ empty: true });
  const { url, port, dataFolder } = server;
  try {
    const created = await createOrganization('Writing while the server is down', server);
    const organization = { ...created, path: (screen?: string) => url + created.path(screen) };
    const edited = await createEditedPage(organization, lines);
    await context.request.post(`${url}/auth/session`, { data: { token: organization.admin.token } });
    // The server dies while a part of the console is on its way.
    const down = new EventEmitter();
    await page.route(partAhead, async (route) => {
      await once(down, 'down');
      await route.abort('connectionreset');
    });
    const cutOff = page.waitForEvent('requestfailed', (request) => partAhead.test(request.url()));
    await openEditor(page, organization, edited);
    await typeAtEnd(page, ' before');
    server.process.kill('SIGKILL');
    await server.stop();
    down.emit('down');
    await cutOff;
    await page.unroute(partAhead);
    const requestedAgain = page.waitForEvent('requestfinished', (request) => partAhead.test(request.url()));
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText(
      'Kept in this browser, not saved: no connection to the server',
    );
    await page.keyboard.type(' and after');
    server = await startServer({ empty: true, dataFolder, port });
    await expect(saveStateOf(page)).toHaveText('Saved', { timeout: 60_000 });
    expect(await edited.stored()).toBe(`${lines} before and after`);
    await requestedAgain;
  } finally {
    await page.goto('about:blank');
    await server.stop();
    removeData(server);
  }
});

test('text that a full disk does not keep is saved at once @details', async ({
  organization,
  signIn,
  page,
  context,
}) => {
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await fillDisk(context, page);
  await openEditor(page, organization, edited);
  await typeAtEnd(page, ' on a full disk');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} on a full disk`);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('with a full disk and no connection, an author reads that the text is not kept @repeats', async ({
  organization,
  signIn,
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const edited = await createEditedPage(organization, lines);
  await signIn(organization.admin);
  await fillDisk(context, page);
  await openEditor(page, organization, edited);
  await context.setOffline(true);
  await typeAtEnd(page, ' in memory alone');
  await expect(saveStateOf(page)).toHaveText('Not saved: offline');
  await context.setOffline(false);
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${lines} in memory alone`);
});
