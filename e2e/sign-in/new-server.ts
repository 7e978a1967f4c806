/** Servers without a demonstration, on which people get in: the sign-in page, accounts and single sign-on. */
import type { Page } from '@playwright/test';
import { createAccountLink, createLinkInvite, inviteMembers } from '#api/generated/sdk.gen.ts';
import { OidcProvider } from '../../server/test/sign-on/oidc-provider.ts';
import { receiveMail } from '../support/mails.ts';
import { createOrganization, type Organization, type Person } from '../support/organizations.ts';
import { type RunningServer, removeData, startServer } from '../support/server.ts';

export interface NewServers {
  /** The link that an empty server has printed, which makes its first administrator. */
  setUpLink: string;
  /** A server with an organization, an identity provider and mail. */
  url: string;
  organization: Organization;
  /** A member whom the provider knows as `linked-at-work`. */
  linked: Person;
  /** A person who was invited and has no account yet. */
  invitedId: string;
  /** The link that makes the account of another person who was invited. */
  accountLink: string;
  /** The link that gives the administrator another address. */
  confirmEmailLink: string;
  /** The path of the screen of the identity provider. */
  providerPath: string;
  /** The path of an invite link. */
  joinPath: string;
  signIn: (page: Page, person: Person) => Promise<void>;
  /** Signs on at the provider, as a person who is not signed in. */
  signOn: (page: Page, subject: 'admin-at-work' | 'linked-at-work') => Promise<void>;
  close: () => Promise<void>;
}

async function printedSetUpLink(server: RunningServer): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const [link] = /http\S+#set-up=\w+/.exec(server.output()) ?? [];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No link was printed:\n${server.output()}`);
}

export async function startNewServers(): Promise<NewServers> {
  const idp = await OidcProvider.start();
  const [empty, server] = await Promise.all([
    startServer({ empty: true, env: { ADMIN_TOKEN: '' } }),
    startServer({ empty: true, env: { ALLOW_PRIVATE_FETCH: 'true' } }),
  ]);
  const organization = await createOrganization('Harbour press', server);
  const { admin } = organization;
  const send = async (path: string, body: object, token = admin.token) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return JSON.parse((await response.text()) || 'null');
  };
  const { id: providerId, service } = await send(`/v1/orgs/${organization.id}/oidc`, idp.settings);
  idp.register(service.redirectURL);
  const linked = await organization.addPerson('read', 'Lin Linked');
  idp.people.set('admin-at-work', { email: admin.email });
  idp.people.set('linked-at-work', { email: linked.email });
  const request = {
    client: admin.client,
    path: { organizationId: organization.id },
    throwOnError: true,
  } as const;
  // The demonstration's people get no mail, so the administrator passes the link on.
  const { data: members } = await inviteMembers({
    ...request,
    body: { emails: ['noa@demo.example', 'mia@demo.example'], role: 'read' },
  });
  const { data: invite } = await createLinkInvite({ ...request, body: { role: 'comment' } });
  const [invitedId = '', userId = ''] = members.users;
  const { data: created } = await createAccountLink({ ...request, path: { ...request.path, userId } });
  const { accessToken } = await send('/auth/session', { token: admin.token });
  const email = 'ada.administrator@harbour-press.example';
  await send('/auth/credentials/email', { email }, accessToken);
  const { text = '' } = await receiveMail(email, /^Confirm your new/, server.dataFolder);
  return {
    setUpLink: await printedSetUpLink(empty),
    url: server.url,
    organization,
    linked,
    invitedId,
    accountLink: created.link,
    confirmEmailLink: /http\S+#confirm-email=\w+/.exec(text)?.[0] ?? '',
    providerPath: organization.path(`/sso/oidc/${providerId}`),
    joinPath: new URL(invite.urls?.app ?? '').pathname,
    async signIn(page, person) {
      await page.context().clearCookies();
      await page.context().request.post(`${server.url}/auth/session`, { data: { token: person.token } });
    },
    async signOn(page, subject) {
      await page.context().clearCookies();
      await page.goto(`${service.startURL}?RelayState=/account`);
      await page.getByLabel('Your address').fill(subject);
      await page.getByLabel('Your address').press('Enter');
    },
    async close() {
      await Promise.all([empty.stop(), server.stop()]);
      removeData(empty);
      removeData(server);
      await idp.close();
    },
  };
}
