import { describe, expect, it } from 'vitest';
import { MailedReader, WAIT_MS } from '#server/test/mailed-reader.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const w = new MailedReader();

async function advance(milliseconds: number): Promise<void> {
  (await testApp()).clock.advance(milliseconds);
}

describe('ending mail', () => {
  it('by one click needs no sign-in, and works again and again', async () => {
    const request = await w.createRequest();
    await w.notify(request, 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    const [mail] = await w.deliver();
    const header = (key: string) => mail?.headers.find((candidate) => candidate.key === key)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-id')).toBe(`<${w.author.organizationId}.press.example>`);
    const url = header('list-unsubscribe').slice(1, -1);
    expect(mail?.text).toContain(`Unsubscribe: ${url}`);
    const { app } = await testApp();
    const page = await app.inject({ url });
    expect(page.body).toContain('<button name="List-Unsubscribe" value="One-Click">');
    expect((await w.deliveries()).mentions).toBe('mail');
    for (const contentType of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
      const response = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': contentType },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect(response).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } });
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    expect(await w.deliveries()).toMatchObject({
      mentions: 'app',
      requests: 'app',
      conflicts: 'app',
      followed: 'weekly',
    });
    await w.notify(request, 'reply');
    await advance(2 * HOUR_MS);
    expect(await w.plan()).toBe(0);
  });

  it('ends what was chosen for one organization too', async () => {
    const { app } = await testApp();
    const path = `/v1/user/notification-settings?organizationId=${w.author.organizationId}`;
    await as(w.reader).patch(path, { deliveries: { reviews: 'daily', jobs: 'mail' } });
    const url = unsubscribeUrl(app.service, { kind: 'daily', userId: w.reader.id });
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(200);
    expect((await as(w.reader).get(path)).body.deliveries).toMatchObject({ reviews: 'app', jobs: 'mail' });
  });

  it('takes no token that the server did not make', async () => {
    const { app } = await testApp();
    const url = unsubscribeUrl(app.service, { kind: 'mail', userId: w.reader.id });
    for (const forged of [
      url.slice(0, -1),
      url.replace('/u/m', '/u/d'),
      url.replace(w.reader.id, w.author.id),
      `${url}a`,
    ])
      for (const method of ['GET', 'POST'] as const)
        expect((await app.inject({ method, url: forged })).statusCode, forged).toBe(404);
    expect((await w.deliveries()).mentions).toBe('mail');
  });
});
