import { createLinkInvite, listMembers } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { receiveMail } from '../support/mails.ts';
import { emailAddressesName, signInName } from '../support/names.ts';
import { createOrganization } from '../support/organizations.ts';
import { untilQuiet } from '../support/quiet.ts';
import { removeData, startServer } from '../support/server.ts';
import { openTokenSignIn } from '../support/sign-in.ts';

/** The URL of a new invite link. */
async function linkTo(organization: Organization): Promise<string> {
  const { data } = await createLinkInvite({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    body: { role: 'comment' },
    throwOnError: true,
  });
  return new URL(data.urls?.app ?? '').pathname;
}

async function rolesOf(organization: Organization): Promise<Record<string, string | null>> {
  const { data } = await listMembers({
    client: organization.admin.client,
    path: { organizationId: organization.id },
    throwOnError: true,
  });
  return Object.fromEntries(data.items.map(({ user, role }) => [user.email ?? user.displayName, role]));
}

test('a signed-in person joins with a link', async ({ page, organization, signIn }) => {
  const otherOrganization = await createOrganization('Elsewhere');
  const joiner = await otherOrganization.addPerson('read', 'Jo Joiner');
  const path = await linkTo(organization);
  await signIn(joiner);
  await page.goto(path);
  await expect(page.getByText('Jo Joiner').last()).toBeVisible();
  await page.getByRole('button', { name: 'Join organization' }).click();
  await expect(page.getByText('Joined as commenter')).toBeVisible();
  await expect(page).toHaveURL(organization.path());
  expect(await rolesOf(organization)).toMatchObject({ [joiner.email]: 'comment' });
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a signed-out person signs in and then joins @repeats', async ({ page, organization, problems }) => {
  problems.expect(/status of 401.*auth\/refresh/);
  const otherOrganization = await createOrganization('Elsewhere');
  const joiner = await otherOrganization.addPerson('read', 'Jo Joiner');
  await page.goto(await linkTo(organization));
  await (await openTokenSignIn(page)).fill(joiner.token);
  await page.getByRole('button', { name: signInName, exact: true }).click();
  await page.getByRole('button', { name: 'Join organization' }).click();
  await expect(page).toHaveURL(organization.path());
  expect(await rolesOf(organization)).toMatchObject({ [joiner.email]: 'comment' });
});

test('a person with a revoked link sees what to do @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 404/);
  await signIn(organization.admin);
  await page.goto(`/join/${organization.id}/abcdefghijklmnopqrstuvwxyz012345`);
  await page.getByRole('button', { name: 'Join organization' }).click();
  await expect(page.getByText('Invalid invite link')).toBeVisible();
  await checkAccessibility(page);
});

test('an administrator invites people by email, and the draft survives a reload @details', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/invites'));
  await page.getByRole('link', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByRole('button', { name: 'Invite people', exact: true }).click();
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible();
  await dialog
    .getByLabel(emailAddressesName)
    .fill('Fay <fay@press.example>, gil@press.example nonsense Administrator GIL@press.example');
  await expect(dialog.getByText(/2 addresses/)).toContainText('nonsense');
  // Words that could be ids and duplicate addresses are reported.
  await expect(dialog.getByText(/^2 addresses/)).toContainText('Duplicates: \u2068gil@press.example');
  await expect(dialog.getByText('emails each a link')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await page.reload();
  await expect(dialog.getByLabel(emailAddressesName)).toHaveValue(/gil@press\.example/);
  await expect(dialog.getByText('Draft restored.')).toBeVisible();
  await dialog.getByLabel('Role', { exact: true }).selectOption('Editor');
  await dialog.getByRole('button', { name: 'Invite people', exact: true }).click();
  await expect(page.getByText('Added 2 members')).toBeVisible();
  expect(await rolesOf(organization)).toMatchObject({
    'fay@press.example': 'edit',
    'gil@press.example': 'edit',
  });
  await page.getByRole('link', { name: 'Invite people' }).click();
  await expect(dialog.getByLabel(emailAddressesName)).toHaveValue('');
});

test('a person without an account creates one with an invite link and joins', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(/status of 401.*auth\/refresh/, /status of 400.*auth\/join/);
  const email = `nora@${organization.id.toLowerCase()}.example`;
  await page.goto(await linkTo(organization));
  await expect(page.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
  await page.getByRole('button', { name: 'Create an account' }).press('Enter');
  const address = page.getByLabel('Email address');
  await expect(address).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await address.fill('nora');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/is not a valid email address/i)).toBeVisible();
  await checkAccessibility(page);
  await address.fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check your email')).toBeVisible();
  await checkAccessibility(page);

  const { text = '' } = await receiveMail(email, new RegExp(`^Join ${organization.title}`));
  await page.goto(/https?:\S+#mail=\S+/.exec(text)?.[0] ?? '');
  await page.getByLabel('Name').fill('Nora New');
  await page.getByLabel('Password').fill('seven tall ships at anchor');
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('button', { name: 'Join organization' }).press('Enter');
  await expect(page).toHaveURL(organization.path());
  expect(await rolesOf(organization)).toMatchObject({ [email]: 'comment' });
});

test('an administrator passes on a link to each invited person where no mail is sent @details', async ({
  page,
  browser,
  problems,
}) => {
  problems.expect(/status of 401.*auth\/refresh/);
  const server = await startServer({ empty: true, env: { MAIL_DIR: '' } });
  const theirs = await browser.newContext({ baseURL: server.url });
  problems.watch(theirs);
  try {
    const organization = await createOrganization('Harbour office', server);
    const newcomer = await theirs.newPage();
    await newcomer.goto(await linkTo(organization));
    await newcomer.getByRole('button', { name: 'Create an account' }).click();
    await expect(newcomer.getByText('Ask for a link of your own')).toBeVisible();
    await checkAccessibility(newcomer);

    await page.request.post(`${server.url}/auth/session`, { data: { token: organization.admin.token } });
    await page.goto(server.url + organization.path('/members/invite'));
    const emails = ['kit@press.example', 'lou@press.example'];
    await page.getByRole('dialog').getByLabel(emailAddressesName).fill(emails.join(', '));
    await page.getByRole('dialog').getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pass on the account links' });
    const items = dialog.getByRole('list', { name: 'Account links' }).getByRole('listitem');
    await expect(items).toHaveCount(2);
    await checkAccessibility(page);
    const link =
      (await items
        .first()
        .getByText(/#mail=/)
        .textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(dialog).toHaveCount(0);

    await newcomer.goto(link);
    await expect(newcomer.getByLabel('Email address')).toHaveValue('kit@press.example');
    await newcomer.getByLabel('Name').fill('Kit Keel');
    await newcomer.getByLabel('Password').fill('seven tall ships at anchor');
    await newcomer.getByLabel('Password').press('Enter');
    await expect(newcomer.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
    await untilQuiet(newcomer);
    await untilQuiet(page);
  } finally {
    await theirs.close();
    await page.close();
    await server.stop();
    removeData(server);
  }
});
