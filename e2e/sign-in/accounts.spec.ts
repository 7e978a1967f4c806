import type { Page } from '@playwright/test';
/** People who make an account with a mailed link, and sign in by themselves. */
import { inviteMembers } from '#api/generated/sdk.gen.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectUnchanged } from '../support/forms.ts';
import { receiveMail } from '../support/mails.ts';
import { createOrganization, type Organization } from '../support/organizations.ts';
import { untilQuiet } from '../support/quiet.ts';
import { removeData, startServer } from '../support/server.ts';

const password = 'seven tall ships at anchor';
// A signed-out browser requests its session once and gets none.
const noSession = /status of 401.*auth\/refresh/;

/** Invites an address; returns the link that was mailed to it. `dataFolder` is that of the server. */
async function invite(
  { id, admin }: Organization,
  email: string,
  { dataFolder, role = 'read' }: { dataFolder?: string; role?: 'read' | 'admin' } = {},
): Promise<string> {
  const path = { organizationId: id };
  await inviteMembers({
    client: admin.client,
    path,
    body: { emails: [email], role },
    throwOnError: true,
  });
  return linkMailedTo(email, /^You’re invited/, dataFolder);
}

async function linkMailedTo(email: string, subject: RegExp, dataFolder?: string): Promise<string> {
  const { text = '' } = await receiveMail(email, subject, dataFolder);
  const [link = ''] = /https?:\S+#mail=\S+/.exec(text) ?? [];
  return link;
}

/** Once the screen has loaded: requests under way would fail. */
async function signOut(page: Page, name: string): Promise<void> {
  await untilQuiet(page);
  await page.getByRole('button', { name: `Your account: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
}

const addressIn = ({ id }: Organization, name: string) => `${name}@${id.toLowerCase()}.example`;

test('an invited person makes an account with a password, and signs in with it again', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(noSession, /status of 40[01].*auth\/(account|password)/);
  const email = addressIn(organization, 'pat');
  await page.goto(await invite(organization, email));
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await checkAccessibility(page);
  const create = page.getByRole('button', { name: 'Create account' });
  await page.getByLabel('Password').fill('password1234');
  await create.click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await page.getByLabel('Name').fill('Pat Password');
  await create.click();
  await expect(page.getByText(/first that attackers try/)).toBeVisible();
  await checkAccessibility(page);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL(organization.path());

  await signOut(page, 'Pat Password');
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.click();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the right one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.');
  await checkAccessibility(page);
  await page.getByLabel('Password').fill(password);
  await signIn.click();
  await expect(page).toHaveURL(organization.path());
});

test('a person who forgot the password gets a link by mail, which works once @details', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(noSession, /status of 401.*auth\/code/, /status of 400.*credentials\/password/);
  const email = addressIn(organization, 'fay');
  await page.goto(await invite(organization, email));
  await page.getByLabel('Name').fill('Fay Forgetful');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(organization.path());
  await signOut(page, 'Fay Forgetful');

  await page.goto(organization.path('/members'));
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await checkAccessibility(page);
  const link = await linkMailedTo(email, /^Sign in to Bindery/);
  await page.goto(link);
  await expect(page.getByText(`You sign in as ${email}.`)).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(organization.path('/members'));

  await page.goto('/account');
  await page.getByRole('button', { name: 'Change password…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('New password').fill('password1234');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText(/first that attackers try/)).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByLabel('New password').fill('nine herons on the breakwater');
  await dialog.getByLabel('New password').press('Enter');
  await expect(page.getByText('Password saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove password…' })).toBeDisabled();
  await checkAccessibility(page);
  await untilQuiet(page);

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('Sign-in link didn’t work')).toBeVisible();
});

test('an invited person makes an account with a passkey, and signs in with it again @details', async ({
  page,
  problems,
}) => {
  problems.expect(noSession, /ERR_FAILED/, /status of 503/, /^503 /);
  // A separate server at a host name: browsers bind passkeys to a name, never to an IP address.
  const port = await findFreePort();
  const server = await startServer({ port, empty: true, env: { PUBLIC_URL: `http://localhost:${port}` } });
  try {
    const organization = await createOrganization('Harbour office', server);
    const email = addressIn(organization, 'kim');
    const link = await invite(organization, email, { dataFolder: server.dataFolder, role: 'admin' });
    const authenticator = await addAuthenticator(page);
    await page.goto(link);
    await page.getByLabel('Name').fill('Kim Key');
    await checkAccessibility(page);
    await page.getByLabel('Name').press('Enter');
    await expect(page).toHaveURL(`http://localhost:${port}${organization.path()}`);
    await signOut(page, 'Kim Key');

    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
    await expect(signIn).toBeVisible();
    await checkAccessibility(page);
    await authenticator.set({ isUserVerified: false });
    await signIn.click();
    await expect(page.getByRole('alert')).toHaveText(/canceled or timed out/);
    await authenticator.set({ isUserVerified: true });
    await signIn.press('Enter');
    await expect(page).toHaveURL(`http://localhost:${port}${organization.path()}`);
    await untilQuiet(page);

    await page.goto(`http://localhost:${port}${organization.path('/settings/access')}`);
    const policy = page.getByRole('form', { name: 'Sign-in policy' });
    await policy.getByLabel('Require a passkey').check();
    await policy.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expectUnchanged(policy);
    await page.reload();
    await expect(policy.getByLabel('Require a passkey')).toBeChecked();
    await untilQuiet(page);

    await page.goto(`http://localhost:${port}/account`);
    const remove = page.getByRole('button', { name: /^Remove passkey/ });
    await expect(remove).toBeDisabled();
    await page.getByRole('button', { name: /^Rename passkey/ }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Key ring');
    await checkAccessibility(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove passkey Key ring…' })).toBeVisible();
    await page.getByRole('button', { name: 'Set password…' }).click();
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('New password').press('Enter');
    await expect(page.getByText('Password saved')).toBeVisible();
    await remove.click();
    const confirmRemoval = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
    await expectFailures(page, '**/auth/credentials/passkeys/*', () => confirmRemoval.press('Enter'));
    await confirmRemoval.press('Enter');
    await expect(remove).toHaveCount(0);
    await authenticator.clear();
    const add = page.getByRole('button', { name: 'Add a passkey' });
    await expectFailures(page, '**/auth/credentials/passkeys', () => add.press('Enter'));
    await expect(remove).toHaveCount(0);
    await authenticator.clear();
    await add.press('Enter');
    await expect(page.getByText('Passkey added')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(remove).toBeEnabled();
    await untilQuiet(page);
  } finally {
    // A server that stops answers what is under way with 503.
    await page.close();
    await server.stop();
    removeData(server);
  }
});

test('a member makes an account with the link that an administrator passes on @details', async ({
  page,
  organization,
  signIn,
  browser,
  problems,
}) => {
  problems.expect(noSession);
  const member = await organization.addPerson('read', 'Nils Nomail');
  await signIn(organization.admin);
  await page.goto(organization.path(`/members/${member.id}`));
  await page.getByRole('button', { name: 'Create account link…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).press('Enter');
  const linkText = page.getByRole('dialog').getByText(/#mail=/);
  const link = (await linkText.textContent()) ?? '';
  await checkAccessibility(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).press('Enter');
  await expect(linkText).toHaveCount(0);

  const theirs = await browser.newContext();
  const newcomer = await theirs.newPage();
  await newcomer.goto(link);
  await expect(newcomer.getByLabel('Name')).toHaveValue('Nils Nomail');
  await newcomer.getByLabel('Password').fill(password);
  await newcomer.getByLabel('Password').press('Enter');
  await expect(newcomer.getByRole('heading', { name: organization.title, level: 1 })).toBeVisible();
  await theirs.close();

  await page.reload();
  await expect(page.getByText('Just now').or(page.getByText('just now')).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create account link…' })).toHaveCount(0);
  await page.goto(organization.path('/audit-log'));
  await expect(page.getByText('Created an account link for Nils Nomail.')).toBeVisible();
});

test('a person changes the email address, and then deletes the account @details', async ({
  page,
  organization,
  problems,
}) => {
  problems.expect(noSession, /status of 40[01].*(auth\/password|credentials\/)/);
  const [email, wanted] = [addressIn(organization, 'mo'), addressIn(organization, 'mo.moved')];
  await page.goto(await invite(organization, email));
  await page.getByLabel('Name').fill('Mo Moving');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(organization.path());

  await page.goto('/account');
  await page.getByRole('button', { name: 'Change email address…' }).press('Enter');
  const change = page.getByRole('dialog', { name: 'Change email address' });
  await change.getByLabel('New email address').fill(wanted);
  await change.getByLabel('Current password').fill('not the right one');
  await change.getByLabel('Current password').press('Enter');
  await expect(change.getByText(/is wrong/i)).toBeVisible();
  await checkAccessibility(page);
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel('Current password').press('Enter');
  await expect(page.getByText('Check your email')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
  await receiveMail(email, /^Your email address is about to change/);
  const { text = '' } = await receiveMail(wanted, /^Confirm your new email address/);
  const link = /https?:\S+#confirm-email=\S+/.exec(text)?.[0] ?? '';
  await page.context().clearCookies();
  // Another hash alone would not load the page.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  const confirm = page.getByRole('dialog', { name: 'Use this email address?' });
  await expect(confirm.getByRole('definition').filter({ hasText: wanted })).toBeVisible();
  await checkAccessibility(page);
  await confirm.getByRole('button', { name: 'Use address' }).press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: wanted })).toBeVisible();
  await receiveMail(email, /^Your email address has changed/);

  await page.getByRole('button', { name: 'Delete account…' }).press('Enter');
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' });
  await deletion.getByLabel('Your email address').fill(email);
  await deletion.getByLabel('Current password').fill(password);
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  await expect(deletion.getByText('This isn’t your email address.')).toBeVisible();
  await checkAccessibility(page);
  await deletion.getByLabel('Your email address').fill(wanted);
  await deletion.getByLabel('Your email address').press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible();
  await page.getByLabel('Email address').fill(wanted);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.');
});

test('the last administrator can’t delete the account @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  problems.expect(/status of 409.*credentials\/delete-account/);
  await signIn(organization.admin);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' });
  await deletion.getByLabel('Your email address').fill(organization.admin.email);
  await deletion.getByLabel('Your email address').press('Enter');
  await expect(deletion.getByRole('alert')).toHaveText(/^You are the last administrator of “/);
  await checkAccessibility(page);
});

/** The action is refused, and its response then lost: both are reported, and neither claims success. */
async function expectFailures(page: Page, url: string, act: () => Promise<void>): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 503, message: 'The server is restarting.' } } }),
  );
  await act();
  await expect(page.getByRole('alert').filter({ hasText: 'The server is restarting' })).toBeVisible();
  await page.unroute(url);
  await page.route(url, (route) => route.abort('failed'));
  await act();
  await expect(page.getByRole('alert').filter({ hasText: 'The server is restarting' })).toHaveCount(0);
  await expect(page.getByRole('alert').last()).toBeVisible();
  await expect(page.getByText(/^(Removed|Passkey added)$/)).toHaveCount(0);
  await page.unroute(url);
}

/** A platform's authenticator with a person who is recognized, or not. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    set: ({ isUserVerified }: { isUserVerified: boolean }) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    clear: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}
