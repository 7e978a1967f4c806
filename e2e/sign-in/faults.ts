/** Changes of getting in, which stand beside the contract, and what is seen while the network or the server fails. */
import { expect, type Page } from '@playwright/test';
import { pressByKey } from '../faults/fault-actions.ts';
import type { FaultKind, FaultyChange } from '../faults/fault-run.ts';
import type { NewServers } from './new-server.ts';

interface SignInFaultCase extends FaultyChange {
  /** "setting a password". */
  name: string;
  /** Opens and fills the form, at the server that `url` leads to. */
  open: (page: Page, servers: NewServers, url: string) => Promise<void>;
  expectDone: (page: Page) => Promise<void>;
  /** Always these, instead of those that change by turns. */
  faults?: readonly Exclude<FaultKind, 401>[];
}

const password = 'seven tall ships at anchor';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submitBy = (name: string) => (page: Page) => pressByKey(button(page, name));
const hasValue = (label: string, value: string) => (page: Page) =>
  expect(page.getByLabel(label, { exact: true })).toHaveValue(value);

async function openAccount(page: Page, servers: NewServers, url: string): Promise<void> {
  await servers.signIn(page, servers.organization.admin);
  await page.goto(`${url}/account`);
}

/** In this order: an account is linked before it is unlinked, and deleted at the end. */
export const signInCases: readonly SignInFaultCase[] = [
  {
    name: 'joining by an invite link with a new address',
    operation: 'POST /auth/join',
    async open(page, { joinPath }, url) {
      await page.context().clearCookies();
      await page.goto(`${url}/login?next=${joinPath}&method=new`);
      await page.getByLabel('Email address').fill('fay.fault@press.example');
    },
    submit: submitBy('Continue'),
    expectPreserved: hasValue('Email address', 'fay.fault@press.example'),
    expectDone: (page) => expect(page.getByText('Check your email')).toBeVisible(),
  },
  {
    name: 'making an account with a link',
    operation: 'POST /auth/account',
    async open(page, { accountLink }, url) {
      await page.context().clearCookies();
      await page.goto(`${url}/login${new URL(accountLink).hash}`);
      await page.getByLabel('Name').fill('Mia Mason');
      await page.getByLabel('Password').fill(password);
    },
    submit: submitBy('Create account'),
    expectPreserved: hasValue('Password', password),
    expectDone: (page) => expect(button(page, 'Your account: Mia Mason')).toBeVisible(),
  },
  {
    name: 'asking for another address',
    operation: 'POST /auth/credentials/email',
    async open(page, servers, url) {
      await openAccount(page, servers, url);
      await submitBy('Change email address…')(page);
      await page.getByLabel('New email address').fill('ada.new@press.example');
    },
    submit: submitBy('Send link'),
    expectPreserved: hasValue('New email address', 'ada.new@press.example'),
    expectDone: (page) => expect(page.getByText('Check your email')).toBeVisible(),
  },
  {
    name: 'setting a password',
    operation: 'PUT /auth/credentials/password',
    async open(page, servers, url) {
      await openAccount(page, servers, url);
      await submitBy('Set password…')(page);
      await page.getByLabel('New password').fill(password);
    },
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Set password' })),
    expectPreserved: hasValue('New password', password),
    expectDone: (page) => expect(button(page, 'Change password…')).toBeVisible(),
  },
  {
    name: 'linking single sign-on',
    operation: 'POST /auth/credentials/identities/pending',
    async open(page, servers, url) {
      await servers.signOn(page, 'admin-at-work');
      await page.getByText('You already have an account').waitFor();
      const { token } = servers.organization.admin;
      await page.context().request.post(`${servers.url}/auth/session`, { data: { token } });
      await page.goto(`${url}/account`);
    },
    submit: submitBy('Link'),
    expectPreserved: (page) => expect(button(page, 'Link')).toBeVisible(),
    expectDone: (page) => expect(button(page, 'Unlink Work…')).toBeVisible(),
  },
  {
    name: 'unlinking single sign-on',
    operation: 'DELETE /auth/credentials/identities/[^/]+',
    async open(page, servers, url) {
      await openAccount(page, servers, url);
      await submitBy('Unlink Work…')(page);
    },
    submit: submitBy('Unlink'),
    expectPreserved: (page) => expect(button(page, 'Unlink')).toBeVisible(),
    expectDone: (page) => expect(button(page, 'Link Work…')).toBeVisible(),
  },
  {
    name: 'testing a sign-in',
    operation: 'POST /auth/sign-on-tests',
    faults: ['lost response', 429, 503, 403, 'offline'],
    async open(page, servers, url) {
      await servers.signIn(page, servers.organization.admin);
      await page.goto(url + servers.providerPath);
    },
    submit: submitBy('Test sign-in'),
    expectPreserved: (page) => expect(button(page, 'Test sign-in')).toBeEnabled(),
    // The page of the provider.
    expectDone: (page) => expect(page.getByLabel('Your address')).toBeVisible(),
  },
  {
    name: 'deleting the account',
    operation: 'POST /auth/credentials/delete-account',
    async open(page, servers, url) {
      await servers.signIn(page, servers.linked);
      await page.goto(`${url}/account`);
      await submitBy('Delete account…')(page);
      await page.getByLabel('Your email address').fill(servers.linked.email);
    },
    submit: submitBy('Delete account'),
    expectPreserved: (page) => expect(page.getByLabel('Your email address')).toHaveValue(/^lin/),
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Sign in to Bindery' })).toBeVisible(),
  },
];

/** The first administrator of an empty server. */
export const setUpCase: SignInFaultCase = {
  name: 'setting up an empty server',
  operation: 'POST /auth/set-up',
  async open(page, { setUpLink }, url) {
    await page.context().clearCookies();
    await page.goto(`${url}/login${new URL(setUpLink).hash}`);
    await page.getByLabel('Email address').fill('ada@press.example');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Organization').fill('Lighthouse press');
    await page.getByLabel('Password').fill(password);
  },
  submit: submitBy('Create account'),
  expectPreserved: hasValue('Organization', 'Lighthouse press'),
  expectDone: (page) =>
    expect(page.getByRole('heading', { name: 'Lighthouse press', level: 1 })).toBeVisible(),
};
