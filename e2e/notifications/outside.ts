/** A server with a mail server, a receiver of webhooks and a channel, which are outside of the console. */
import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhook, updateNotificationSettings } from '#api/generated/sdk.gen.ts';
import type { WebhookEventKind } from '#api/generated/types.gen.ts';
import { startMailServer } from '../../server/test/mail-server.ts';
import { expect, type Person } from '../fixtures.ts';
import { createOrganization } from '../support/organizations.ts';
import { removeData, startServer } from '../support/server.ts';

/** Accepts JSON, and keeps it. */
async function startReceiver() {
  const bodies: { type?: string; text?: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { bodies, url: `http://127.0.0.1:${port}/hook`, close };
}

export async function openOutside() {
  const [mailServer, receiver, channel] = await Promise.all([
    startMailServer(),
    startReceiver(),
    startReceiver(),
  ]);
  const server = await startServer({
    empty: true,
    env: {
      ALLOW_PRIVATE_FETCH: 'true',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'docs@press.example',
      MAIL_DIR: '',
    },
  });
  const organization = await createOrganization('Press', server);
  const { client } = organization.admin;
  const mailsTo = async ({ email }: Person, text: string) => {
    const mails = await mailServer.received();
    return mails.filter(
      (mail) => mail.to?.some(({ address }) => address === email) && mail.text?.includes(text),
    );
  };

  return {
    server,
    organization,

    async addWebhooks(events: WebhookEventKind[]): Promise<void> {
      const path = { organizationId: organization.id };
      await createWebhook({ client, path, body: { url: receiver.url, events }, throwOnError: true });
      const body = { url: channel.url, events, format: 'mattermost' as const };
      await createWebhook({ client, path, body, throwOnError: true });
    },

    /** Signs in a person who confirms the address, and wants mail of reviews. */
    async signInWithMail(person: Person, page: Page): Promise<void> {
      const { request } = page.context();
      const post = async (path: string, data: object, headers = {}) => {
        const response = await request.post(`${server.url}/auth/${path}`, { data, headers });
        expect(response.ok(), await response.text()).toBe(true);
        return response;
      };
      const { accessToken } = await (await post('session', { token: person.token })).json();
      const asConsole = { 'x-requested-with': 'console', authorization: `Bearer ${accessToken}` };
      await post('credentials/email/confirmation', {}, asConsole);
      const codes = async () =>
        (await mailsTo(person, '#confirm-email=')).map(
          ({ text = '' }) => /#confirm-email=(\w+)/.exec(text)?.[1],
        );
      await expect.poll(async () => (await codes()).length).toBe(1);
      await post('credentials/email/confirm', { code: (await codes())[0] }, asConsole);
      const body = { deliveries: { reviews: 'mail' as const } };
      await updateNotificationSettings({ client: person.client, body, throwOnError: true });
    },

    /** Waits for a mail to a person with a sentence. */
    async expectMail(person: Person, text: string): Promise<void> {
      await expect.poll(async () => (await mailsTo(person, text)).length).toBe(1);
    },

    /** Waits until these were told, and that each of them was told once. */
    async expectOnce(told: { webhook: string[]; chat: string[]; mails: Person[] }): Promise<void> {
      await expect.poll(() => receiver.bodies.length).toBeGreaterThanOrEqual(told.webhook.length);
      await expect.poll(() => channel.bodies.length).toBeGreaterThanOrEqual(told.chat.length);
      expect(receiver.bodies.map(({ type }) => type)).toEqual(told.webhook);
      expect(channel.bodies.map(({ text }) => text)).toEqual(
        told.chat.map((sentence) => expect.stringContaining(sentence)),
      );
      for (const person of told.mails) expect(await mailsTo(person, 'Tides')).toHaveLength(1);
    },

    async close(): Promise<void> {
      await server.stop();
      removeData(server);
      receiver.close();
      channel.close();
      await mailServer.close();
    },
  };
}
