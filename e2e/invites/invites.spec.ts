import type { Locator, Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createCollection,
  createLinkInvite,
  createSpace,
  listLinkInvites,
  updateOrganization,
} from '#api/generated/sdk.gen.ts';
import type { InviteCreate } from '#api/generated/types.gen.ts';
import { checkAccessibility, expect, expectNoRow, expectRow, type Organization, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { accessDeniedName, mainName, revokeName, signInName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { openTokenSignIn } from '../support/sign-in.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Invite links' });

async function createTestInvite(
  { id, admin }: Organization,
  body: InviteCreate,
): Promise<{ id: string; url: string }> {
  const { data } = await createLinkInvite({
    client: admin.client,
    path: { organizationId: id },
    body,
    throwOnError: true,
  });
  return { id: data.id, url: data.urls?.app ?? '' };
}

async function rolesOfLinks({ id, admin }: Organization): Promise<string[]> {
  const path = { organizationId: id };
  const { data } = await listLinkInvites({ client: admin.client, path, throwOnError: true });
  return data.items.map(({ role }) => role);
}

/** A proxy without the extensions, which doesn't say what it has. */
async function startPlainServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const unknown = JSON.stringify({ error: { code: 404, message: 'There is no such URL.' } });
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const missing = /^\/v1\/?(\?|$)|^\/v1\/user$|\/link-invites(\?|$)|^\/openapi\.(json|yaml)$/;
    const extension = missing.test(url) && method !== 'OPTIONS';
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name)),
    );
    void fetch(`${process.env.BINDERY_URL}${url}`, {
      method,
      headers: headers as Record<string, string>,
    }).then(async (upstreamResponse) => {
      const headersToForward = [...upstreamResponse.headers].filter(([name]) =>
        /^(access-control|content-type|vary)/.test(name),
      );
      response.writeHead(extension ? 404 : upstreamResponse.status, Object.fromEntries(headersToForward));
      response.end(extension ? unknown : Buffer.from(await upstreamResponse.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test('an administrator creates and copies a link, changes its role, undoes that and revokes it', async ({
  page,
  context,
  organization,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));
  await expect(page.getByRole('heading', { name: 'No invite links yet' })).toBeVisible();

  await page.getByRole('link', { name: 'New invite link' }).first().click();
  const form = page.getByRole('dialog', { name: 'New invite link' });
  await form.getByLabel('Role').selectOption('Commenter');
  await expect(form.getByText('Read content and comment.')).toBeVisible();
  await form.getByRole('button', { name: 'Create link' }).click();

  const link = page.getByRole('dialog', { name: 'Invite link to the entire organization' });
  await expect(link.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Enter');
  const copied = await link.getByLabel('Invite link').inputValue();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  expect(copied).toContain('/join/');
  await checkAccessibility(page, '[role="dialog"]');
  await link.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'New invite link' }).first()).toBeFocused();
  await expectRow(table(page), {
    'Grants access to': 'Entire organization',
    Role: 'Commenter',
    Status: 'Active',
  });

  await page.getByRole('button', { name: /^Commenter, role granted by the link/ }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Editor/ }).click();
  await expectRow(table(page), { Role: 'Editor' });
  await expect.poll(() => rolesOfLinks(organization)).toEqual(['edit']);
  await page.keyboard.press('Control+z');
  await expectRow(table(page), { Role: 'Commenter' });
  await expect.poll(() => rolesOfLinks(organization)).toEqual(['comment']);

  await page.getByRole('button', { name: 'Actions for the link to Entire organization' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke invite link?' })
    .getByRole('button', { name: 'Revoke link' })
    .click();
  await expect(page.getByRole('heading', { name: 'No invite links yet' })).toBeVisible();
  expect(await rolesOfLinks(organization)).toEqual([]);
});

test('an administrator sees where links lead and which of them are redundant @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data: space } = await createSpace({
    client,
    path,
    body: { title: 'Handbook' },
    throwOnError: true,
  });
  await createTestInvite(organization, { space: space.id, level: 'edit' });
  await createTestInvite(organization, { role: 'edit' });
  await createTestInvite(organization, { role: 'read' });
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));
  await expectRow(table(page), { 'Grants access to': 'Handbook', Type: 'Space', Role: 'Editor' });
  await expectRow(table(page), {
    'Grants access to': 'Entire organization',
    Role: 'Reader',
    Status: 'Redundant',
  });
  await expectRow(table(page), {
    'Grants access to': 'Entire organization',
    Role: 'Editor',
    Status: 'Active',
  });
  await page.getByText('Redundant').last().hover();
  await expect(page.getByRole('tooltip')).toContainText(
    'Another link already grants the same access or more.',
  );
});

test('an administrator creates links to a space and to a collection @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createSpace({ client, path, body: { title: 'Handbook' } });
  await createCollection({ client, path, body: { title: 'Manuals' } });
  await signIn(organization.admin);
  await page.goto(organization.path('/invites/new'));
  const form = page.getByRole('dialog', { name: 'New invite link' });
  await form.getByLabel('Grants access to').selectOption('Space');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.getByText('Select a space.')).toBeVisible();
  await form.getByRole('option', { name: /Handbook/ }).click();
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite link to “Handbook”' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectRow(table(page), { 'Grants access to': 'Handbook', Type: 'Space', Role: 'Reader' });

  await page.getByRole('link', { name: 'New invite link' }).click();
  await form.getByLabel('Grants access to').selectOption('Collection');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(form.getByText('Select a collection.')).toBeVisible();
  await form.getByLabel('Collection', { exact: true }).selectOption('Manuals');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite link to “Manuals”' })).toBeVisible();
});

test('an administrator sees that links are off and turns them on @details', async ({
  page,
  organization,
  signIn,
}) => {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  await createTestInvite(organization, { role: 'read' });
  await updateOrganization({ client, path, body: { inviteLinks: false } });
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));
  await expect(page.getByText('Invite links are disabled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New invite link' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByRole('link', { name: 'New invite link' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Invite links are disabled', { exact: true })).toBeVisible();
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('an administrator cannot open a link revoked by someone else and still sees the list @repeats', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 404/);
  await createTestInvite(organization, { role: 'read' });
  await signIn(organization.admin);
  await page.goto(organization.path('/invites/abcdefghijklmnopqrst'));
  await expect(page.getByRole('dialog', { name: 'Couldn’t open invite link' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to invite links' }).click();
  await expectRow(table(page), { Role: 'Reader' });
});

test('a reader finds no invite links in the navigation and sees why at their URL @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 403/);
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path('/members'));
  const navigation = page.getByRole('navigation', { name: mainName });
  await expect(navigation.getByRole('link', { name: 'Teams' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Invite links' })).toHaveCount(0);
  await navigateTo(page, organization.path('/invites'));
  await expect(page.getByRole('heading', { name: accessDeniedName })).toBeVisible();
  await expect(page.getByText(/role “Administrator”/)).toBeVisible();
});

test('on a server that lists no links an administrator opens one by its id @details', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(/status of 40[14]/);
  // The definition is not for other origins there.
  problems.expect(/openapi\.yaml/);
  const invite = await createTestInvite(organization, { role: 'edit' });
  const plain = await startPlainServer();
  try {
    await page.goto('/login');
    await openTokenSignIn(page);
    await page.getByRole('button', { name: 'Use another server' }).click();
    await page.getByLabel('Server URL').fill(plain.url);
    await page.getByLabel('API token').fill(organization.admin.token);
    await page.getByRole('button', { name: signInName, exact: true }).click();
    await page.getByRole('link', { name: 'Invite links', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'This server doesn’t list invite links' })).toBeVisible();
    // Creating counts as unsupported only after a request failed.
    await page.getByRole('link', { name: 'New invite link' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const form = page.getByRole('dialog', { name: 'New invite link' });
    await expect(form.getByRole('alert')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'New invite link' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await checkAccessibility(page);
    await page.getByLabel('Invite link ID or URL').fill('no id at all');
    await page.getByRole('button', { name: 'Open link' }).click();
    await expect(page.getByText('Enter an invite link ID or URL.')).toBeVisible();
    await page.getByLabel('Invite link ID or URL').fill(invite.id);
    await page.getByRole('button', { name: 'Open link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite link to the entire organization' });
    await expect(dialog.getByText('Editor', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: revokeName }).click();
    await page.getByRole('button', { name: 'Revoke link' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => rolesOfLinks(organization)).toEqual([]);
  } finally {
    await plain.stop();
  }
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('an administrator reads the links on a phone @repeats', async ({ page, organization, signIn }) => {
  await createTestInvite(organization, { role: 'read' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));
  await expect(table(page).getByRole('link', { name: 'Entire organization' })).toBeVisible();
  await expectPageFits(page);
  await expectNoRow(table(page), { Role: 'Editor' });
});
