import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSpace, inviteMembers } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { signInLinkOrAPITokenName, signInName } from '../support/names.ts';
import { createOrganization } from '../support/organizations.ts';
import { openTokenSignIn } from '../support/sign-in.ts';

// A signed-out browser requests its session once and gets none.
const noSession = /status of 401.*auth\/refresh/;
const unauthorized = /status of 401.*auth\/session/;

test('a person signs in with an API token and reaches the requested screen', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(noSession);
  await page.goto(organization.path('/members'));
  await expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible();

  await (await openTokenSignIn(page)).fill(organization.admin.token);
  await page.getByRole('button', { name: signInName }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(organization.path('/members'));
});

test('a person sees that a token is invalid and can continue', async ({ page, organization, problems }) => {
  problems.expect(noSession, unauthorized);
  await page.goto('/login');
  const token = await openTokenSignIn(page);
  await page.getByRole('button', { name: signInName }).click();
  await expect(page.getByRole('alert')).toHaveText(/Enter a sign-in link or a token/);

  await token.fill(`${organization.admin.token}x`);
  await page.getByRole('button', { name: signInName }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await checkAccessibility(page);

  await token.fill(organization.admin.token);
  await token.press('Enter');
  // The only organization opens automatically.
  await expect(page.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
});

test('a person of two organizations is back in the last one after signing in again @details', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(noSession);
  const otherOrganization = await createOrganization('Elsewhere');
  const { email, displayName, token } = organization.admin;
  await inviteMembers({
    client: otherOrganization.admin.client,
    path: { organizationId: otherOrganization.id },
    body: { emails: [email], role: 'create' },
    throwOnError: true,
  });
  for (const { id, admin } of [organization, otherOrganization])
    await createSpace({ client: admin.client, path: { organizationId: id }, body: { title: 'Guides' } });
  await page.goto('/login');
  await (await openTokenSignIn(page)).fill(token);
  await page.getByRole('button', { name: signInName }).click();
  await expect(page).toHaveURL('/orgs');
  await page.getByRole('main').getByRole('link', { name: organization.title }).click();
  await page.getByRole('button', { name: `Your account: ${displayName}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await (await openTokenSignIn(page)).fill(token);
  await page.getByRole('button', { name: signInName }).click();
  await expect(page.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(organization.path());
});

test('a person with an invalid sign-in link sees what to do @details', async ({ page, problems }) => {
  problems.expect(noSession, /status of 401.*auth\/link/);
  await page.goto('/login#code=abcdefghijklmnopqrstuvwxyz');
  await expect(page.getByText('Sign-in link didn’t work')).toBeVisible();
  await expect(page.getByLabel(signInLinkOrAPITokenName)).toBeVisible();
});

test('a person stays signed in after a reload and signs out for good', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(noSession, /status of 401.*auth\/link/);
  await signIn(organization.admin);
  await page.goto(organization.path());
  const account = page.getByRole('button', { name: `Your account: ${organization.admin.displayName}` });
  await expect(account).toBeVisible();
  await page.reload();
  await expect(account).toBeVisible();
  // Someone who is signed in can open any sign-in link.
  await page.goto(`/login?next=${organization.path('/settings')}#code=abcdefghijklmnopqrstuvwxyz`);
  await expect(page).toHaveURL(organization.path('/settings/general'));
  await account.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible();

  await page.goto(organization.path());
  await expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible();
});

test('a person signs in to another server, and the tab stores the token only if requested @details', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(noSession);
  // The same server under another host name is another server to the browser.
  const elsewhere = new URL(process.env.BINDERY_URL ?? '');
  elsewhere.hostname = 'localhost';

  const signInThere = async (keep: boolean): Promise<void> => {
    await page.goto('/login');
    await openTokenSignIn(page);
    await page.getByRole('button', { name: 'Use another server' }).click();
    await page.getByLabel('Server URL').fill(elsewhere.origin);
    await page.getByLabel('API token').fill(organization.admin.token);
    if (keep) await page.getByLabel('Stay signed in in this tab').check();
    await page.getByRole('button', { name: signInName, exact: true }).click();
  };
  await signInThere(false);
  await expect(page.getByRole('link', { name: 'Members' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible();

  // The browser has stored which organization was open, but not the token.
  await signInThere(true);
  await expect(page.getByRole('link', { name: 'Members' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Members' }).first()).toBeVisible();
});

test('a person sees whether another server is not there or doesn’t allow the console @details', async ({
  page,
  problems,
}) => {
  problems.expect(noSession, /CORS policy/, /ERR_(FAILED|CONNECTION_REFUSED)/, /Failed to load resource/);
  /** Allows reading, but not the header with the token. */
  const halfOpen: Record<string, string> = { 'access-control-allow-origin': '*' };
  const servers = await Promise.all([startPlainServer({}), startPlainServer(halfOpen), startPlainServer({})]);
  const [closed, half, stopped] = servers;
  await stopped.close();
  await page.goto('/login');
  await openTokenSignIn(page);
  await page.getByRole('button', { name: 'Use another server' }).click();
  await page.getByLabel('API token').fill('token');
  const field = page.getByLabel('Server URL');
  const signInAt = async (url: string) => {
    await field.fill(url);
    await page.getByRole('button', { name: signInName, exact: true }).click();
  };
  const origin = new URL(page.url()).origin;
  for (const { url } of [closed, half]) {
    await signInAt(url);
    await expect(page.getByRole('alert')).toHaveText(
      `${new URL(url).host} doesn’t allow this console. Its CORS settings must allow the origin ${origin} and the header Authorization.`,
    );
    await expect(field).toHaveValue(url);
  }
  await checkAccessibility(page, 'main');
  await signInAt(stopped.url);
  await expect(page.getByRole('alert')).toHaveText(
    `Couldn’t reach ${new URL(stopped.url).host}. Check the URL, and that the server is running.`,
  );
  await expect(field).toHaveValue(stopped.url);
  await Promise.all([closed.close(), half.close()]);
});

/** A server that answers everything with these headers. */
async function startPlainServer(headers: Record<string, string>) {
  const server = createServer((_request, response) => response.writeHead(200, headers).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
