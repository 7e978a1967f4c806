/** The screens before the console, and those of getting in: each needs a person who is signed out, or a new server. */
import type { Page } from '@playwright/test';
import { untilQuiet } from '../support/quiet.ts';
import type { NewServers } from './new-server.ts';

export interface SignInScreen {
  /** The screenshot's file name without theme and size. */
  name: string;
  /** A text that is visible when the screen has loaded. */
  expectedText: string;
  open: (page: Page, servers: NewServers) => Promise<void>;
}

/** A person who is signed out. */
const signedOut =
  (path: string | ((servers: NewServers) => string)): SignInScreen['open'] =>
  async (page, servers) => {
    await page.context().clearCookies();
    await page.goto(servers.url + (typeof path === 'string' ? path : path(servers)));
  };

/** A link with a code after the `#`, which the page reads when it is loaded. */
const followed =
  (link: (servers: NewServers) => string): SignInScreen['open'] =>
  async (page, servers) => {
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(link(servers));
  };

/** The administrator, on a path of the console. */
const signedIn =
  (path: (servers: NewServers) => string): SignInScreen['open'] =>
  async (page, servers) => {
    await servers.signIn(page, servers.organization.admin);
    await page.goto(servers.url + path(servers));
  };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

/** A dialog of My account. */
const accountDialog =
  (button: string): SignInScreen['open'] =>
  async (page, servers) => {
    await signedIn(() => '/account')(page, servers);
    await press(page, button);
  };

/** Links what the provider says, in a session that starts after it: single sign-on alone changes no account. */
async function linkAccount(page: Page, { url, signOn, linked }: NewServers): Promise<void> {
  await signOn(page, 'linked-at-work');
  await page.getByText('You already have an account').waitFor();
  await page.context().request.post(`${url}/auth/session`, { data: { token: linked.token } });
  await page.goto(`${url}/account`);
  await press(page, 'Link');
}

/** An account with a linked sign-on. */
const linkedAccount: SignInScreen['open'] = async (page, servers) => {
  await servers.signIn(page, servers.linked);
  await page.goto(`${servers.url}/account`);
  const unlink = page.getByRole('button', { name: 'Unlink Work…' });
  const link = page.getByRole('button', { name: 'Link Work…', exact: true });
  await unlink.or(link).waitFor();
  if (await link.isVisible()) await linkAccount(page, servers);
  await unlink.waitFor();
};

export const signInScreens: readonly SignInScreen[] = [
  {
    name: 'set-up',
    expectedText: 'Set up Bindery',
    open: followed(({ setUpLink }) => setUpLink),
  },
  { name: 'sign-in', expectedText: 'Sign in to Bindery', open: signedOut('/login') },
  {
    name: 'sign-in-token',
    expectedText: 'Sign-in link or API token',
    open: signedOut('/login?method=token'),
  },
  { name: 'sign-in-sso', expectedText: 'Work email', open: signedOut('/login?method=sso') },
  {
    name: 'sign-in-failed',
    expectedText: 'Single sign-on failed',
    open: signedOut('/login?error=sso-refused&request=req-4f1'),
  },
  {
    name: 'sign-in-failed-signed-in',
    expectedText: 'You’re still signed in',
    async open(page, servers) {
      // The sign-in page asks for a session only where there was one.
      await signedIn(() => '/account')(page, servers);
      await page.getByRole('button', { name: 'Set password…' }).waitFor();
      await untilQuiet(page);
      await page.goto(`${servers.url}/login?error=sso-refused&request=req-4f1`);
    },
  },
  ...[
    { code: 'sso-link', expectedText: 'You already have an account' },
    { code: 'sso-mailed', expectedText: 'Check your email' },
    { code: 'sso-unconfirmed', expectedText: 'Ask for a sign-in link' },
  ].map(({ code, expectedText }) => ({
    name: `sign-on-${code}`,
    expectedText,
    open: signedOut(`/login?error=${code}&next=/account`),
  })),
  {
    name: 'join-sign-in',
    expectedText: 'You’re invited',
    open: signedOut(({ joinPath }) => `/login?next=${joinPath}`),
  },
  {
    name: 'join-new',
    expectedText: 'I have an account',
    open: signedOut(({ joinPath }) => `/login?next=${joinPath}&method=new`),
  },
  {
    name: 'account-new',
    expectedText: 'Create your account',
    open: followed(({ accountLink }) => accountLink),
  },
  {
    name: 'account-password',
    expectedText: 'All your other sessions end.',
    open: accountDialog('Set password…'),
  },
  {
    name: 'account-email',
    expectedText: 'New email address',
    open: accountDialog('Change email address…'),
  },
  {
    name: 'account-confirm-email',
    expectedText: 'ada.administrator@',
    async open(page, servers) {
      await servers.signIn(page, servers.organization.admin);
      await page.goto('about:blank');
      await page.goto(servers.confirmEmailLink);
    },
  },
  {
    name: 'account-confirm-email-used',
    expectedText: 'Email address not changed',
    open: signedIn(() => '/account#confirm-email=abcdef'),
  },
  {
    name: 'account-token-created',
    expectedText: 'Copy the token now',
    async open(page, servers) {
      await signedIn(() => '/account/new-token')(page, servers);
      await page.getByLabel('Name').fill('Nightly build');
      await press(page, 'Create API token');
    },
  },
  {
    name: 'account-delete',
    expectedText: 'Delete your account?',
    open: accountDialog('Delete account…'),
  },
  {
    name: 'account-link',
    expectedText: 'Link Work to your account?',
    async open(page, servers) {
      await servers.signOn(page, 'admin-at-work');
      await page.getByText('You already have an account').waitFor();
      const { admin } = servers.organization;
      await page.context().request.post(`${servers.url}/auth/session`, { data: { token: admin.token } });
      await page.goto(`${servers.url}/account`);
    },
  },
  { name: 'account-linked', expectedText: 'Unlink…', open: linkedAccount },
  {
    name: 'account-unlink',
    expectedText: 'Unlink Work?',
    async open(page, servers) {
      await linkedAccount(page, servers);
      await press(page, 'Unlink Work…');
    },
  },
  {
    name: 'member-account-link',
    expectedText: 'Account link for noa',
    async open(page, servers) {
      const { invitedId, organization } = servers;
      await signedIn(() => organization.path(`/members/${invitedId}`))(page, servers);
      await press(page, 'Create account link…');
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).press('Enter');
    },
  },
];
