import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let spaceId: string;
let address: string;
let secret: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  ({ id: spaceId } = await createSpace({ organizationId: w.organization.id }));
  const body = { url: 'https://git.press.example/docs.git', branch: 'main', initial: 'repository' };
  await as(w.admin).put(`/v1/spaces/${spaceId}/git`, body);
  const webhook = (await as(w.admin).get(`/v1/spaces/${spaceId}/git/webhook`)).body;
  address = new URL(webhook.url).pathname;
  secret = webhook.secret;
});

/** As if a sync had just ended. */
beforeEach(async () => {
  const { db, clock } = await testApp();
  await db
    .updateTable('git_connections')
    .set({
      requested_at: null,
      request_trigger: null,
      next_sync_at: new Date(clock.now().getTime() + 60_000),
    })
    .where('space_id', '=', spaceId)
    .execute();
});

const push = JSON.stringify({ ref: 'refs/heads/main', after: 'f'.repeat(40) });
const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex');

async function send(headers: Record<string, string>, body = push, path = address): Promise<number> {
  const { app } = await testApp();
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
  return response.statusCode;
}

/** What the connection was asked for. */
async function readRequest() {
  const { db } = await testApp();
  return db
    .selectFrom('git_connections')
    .select(['request_trigger', 'requested_at', 'synced_commit'])
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
}

describe('a webhook of a repository’s host', () => {
  it.each([
    ['GitHub', (body: string) => ({ 'x-hub-signature-256': `sha256=${sign(body)}` })],
    ['GitLab', () => ({ 'x-gitlab-token': secret })],
    ['Gitea', (body: string) => ({ 'x-gitea-signature': sign(body) })],
    ['Forgejo', (body: string) => ({ 'x-forgejo-signature': sign(body) })],
    ['Bitbucket', (body: string) => ({ 'x-hub-signature': `sha256=${sign(body)}` })],
  ])('of %s begins a sync soon, and nothing of its body is believed', async (_host, headersFor) => {
    expect(await send(headersFor(push))).toBe(202);
    const { request_trigger, requested_at, synced_commit } = await readRequest();
    expect([request_trigger, synced_commit]).toEqual(['webhook', null]);
    expect(requested_at).not.toBeNull();
  });

  it('is taken as a form, and without a body', async () => {
    const form = `payload=${encodeURIComponent(push)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send({ ...headers, 'x-hub-signature-256': `sha256=${sign(form)}` }, form)).toBe(202);
    expect(await send({ 'x-gitlab-token': secret }, '')).toBe(202);
  });

  it('is refused where it is forged: without a signature, with another secret, with another body', async () => {
    const forged: Record<string, string>[] = [
      {},
      { 'x-hub-signature-256': `sha256=${sign(push, 'guess')}` },
      { 'x-hub-signature-256': `sha256=${sign('{}')}` },
      { 'x-hub-signature-256': sign(push) },
      { 'x-hub-signature-256': 'sha256=' },
      { 'x-gitea-signature': '' },
      { 'x-gitlab-token': 'guess' },
      { 'x-gitlab-token': '' },
    ];
    for (const headers of forged) expect(await send(headers)).toBe(401);
    expect((await readRequest()).requested_at).toBeNull();
  });

  it('is refused for a connection that is unknown, in the same way', async () => {
    expect(await send({ 'x-gitlab-token': secret }, push, '/git-webhooks/unknown')).toBe(401);
  });

  it('that comes again, late or in another order asks for one sync alone', async () => {
    const older = JSON.stringify({ ref: 'refs/heads/main', after: 'a'.repeat(40) });
    for (const body of [push, older, push, push])
      expect(await send({ 'x-hub-signature-256': `sha256=${sign(body)}` }, body)).toBe(202);
    const first = (await readRequest()).requested_at;
    expect(await send({ 'x-hub-signature-256': `sha256=${sign(older)}` }, older)).toBe(202);
    expect((await readRequest()).requested_at).toEqual(first);
  });

  it('is refused with a secret that was replaced', async () => {
    const former = secret;
    secret = (await as(w.admin).post(`/v1/spaces/${spaceId}/git/webhook`)).body.secret;
    expect(await send({ 'x-gitlab-token': former })).toBe(401);
    expect(await send({ 'x-gitlab-token': secret })).toBe(202);
    expect((await as(w.admin).get(`/v1/spaces/${spaceId}/git/webhook`)).body.receivedAt).toBeDefined();
  });

  it('to a site asks for a sync of its structure and of the spaces that it has connected', async () => {
    const { db } = await testApp();
    const site = await SiteEditor.open(w);
    const body = { url: 'https://git.press.example/site.git', branch: 'main', initial: 'repository' };
    await as(w.admin).put(site.url('/git'), body);
    const { url, secret: ofSite } = (await as(w.admin).post(site.url('/git/webhook'))).body;
    const { id: siteConnection } = await db
      .selectFrom('git_connections')
      .select('id')
      .where('site_id', '=', site.id)
      .executeTakeFirstOrThrow();
    const update = db.updateTable('git_connections').set({ requested_at: null, request_trigger: null });
    await update.where('site_id', '=', site.id).execute();
    await update.set({ site_connection_id: siteConnection }).where('space_id', '=', spaceId).execute();

    expect(await send({ 'x-gitlab-token': secret }, push, new URL(url).pathname)).toBe(401);
    expect(await send({ 'x-gitlab-token': ofSite }, push, new URL(url).pathname)).toBe(202);
    expect((await readRequest()).request_trigger).toBe('webhook');
    const { body: connection } = await as(w.admin).get(site.url('/git'));
    expect(connection.state).toBe('waiting');
    expect((await as(w.admin).get(site.url('/git/webhook'))).body.receivedAt).toBeDefined();
    await db.updateTable('git_connections').set({ site_connection_id: null }).execute();
  });

  it('is refused where it is larger than any push', async () => {
    expect(await send({ 'x-gitlab-token': secret }, 'x'.repeat(1024 * 1024 + 1))).toBe(413);
  });
});
