import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { publishPage, testFetcher } from '#server/test/fake-web.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { IdentityProvider } from '#server/test/sign-on/identity-provider.ts';
import { metadataOf } from '#server/test/sign-on/provider-metadata.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { splitCertificates } from './certificates.ts';
import { parseMetadata } from './metadata.ts';
import { refreshDueMetadata } from './refresh-metadata.ts';

const idp = new IdentityProvider();
const next = new IdentityProvider();
const former = new IdentityProvider({ from: -3, until: -1 });

describe('metadata', () => {
  it('names entity ID, SSO URL and all signing certificates that are of use', () => {
    const xml = metadataOf(idp, {
      ssoURL: 'https://idp.example/sso?idpid=C01&x=1',
      certificates: [idp.certificate, former.certificate, next.certificate],
    });
    const read = parseMetadata(`\uFEFF${xml}`, new Date());
    expect(read).toMatchObject({ entityID: idp.entityID, ssoURL: 'https://idp.example/sso?idpid=C01&x=1' });
    expect('certificate' in read && splitCertificates(read.certificate)).toEqual([
      idp.certificate,
      next.certificate,
    ]);
  });

  it.each<[string, string, string]>([
    ['a document type', metadataOf(idp).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), 'document type'],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'web page'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'private key'],
    ['another text', '{"issuer":"https://x"}', 'not SAML metadata'],
    ['XML that is cut off', metadataOf(idp).slice(0, -20), 'not valid XML'],
    ['a service', metadataOf(idp).replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'describes a service'],
    ['two providers', `<a>${metadataOf(idp)}${metadataOf(next)}</a>`, 'more than one'],
    ['no certificate', metadataOf(idp, { certificates: [] }), 'no signing certificate'],
    ['an ended certificate', metadataOf(idp, { certificates: [former.certificate] }), 'expired on'],
    ['no redirect binding', metadataOf(idp, { binding: 'HTTP-POST' }), 'HTTP-Redirect'],
    ['an SSO URL that is a script', metadataOf(idp, { ssoURL: 'javascript:alert(1)' }), 'not valid'],
    [
      'an end in the past',
      metadataOf(idp, { root: ' validUntil="2020-01-01T00:00:00Z"' }),
      'expired on 2020',
    ],
    ['very many tags', `<a>${'<b></b>'.repeat(20_000)}</a>`, 'too large'],
  ])('with %s is refused, and says why', (_what, text, problem) => {
    const read = parseMetadata(text, new Date());
    expect('problem' in read && read.problem).toContain(problem);
  });
});

let w: OrganizationFixture;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(() => {
  url = `https://login.idp.example/${newId()}/metadata.xml`;
});

const publish = (...args: Parameters<typeof metadataOf>) => publishPage(url, metadataOf(...args), 'text/xml');

async function createPublished() {
  publish(idp);
  const { status, body } = await as(w.admin).post(`${w.base}/saml`, { label: 'Work', metadataURL: url });
  expect(status).toBe(201);
  return body;
}

async function refreshAll() {
  const { db, clock } = await testApp();
  const now = clock.now();
  await db
    .updateTable('saml_providers')
    .set({ next_metadata_read_at: now })
    .where('metadata_url', '=', url)
    .execute();
  await refreshDueMetadata(db, { fetcher: testFetcher, mailer: { delivery: 'smtp' }, now });
}

const read = async (id: string) => (await as(w.admin).get(`${w.base}/saml/${id}`)).body;

const mailsTo = async (email: string) => {
  const { db } = await testApp();
  const mails = await db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', email.toLowerCase())
    .where('kind', '=', 'provider-metadata')
    .orderBy('created_at')
    .execute();
  return mails.map(({ data }) => JSON.stringify(data));
};

describe('a provider whose metadata is published', () => {
  it('is set up by its address or XML alone', async () => {
    const provider = await createPublished();
    const { entityID, ssoURL, certificate } = idp;
    expect(provider).toMatchObject({ entityID, ssoURL, certificate, metadata: { url } });
    const metadataXML = metadataOf(next);
    const pasted = await as(w.admin).post(`${w.base}/saml`, { label: 'Work', metadataXML });
    expect(pasted.body).toMatchObject({ entityID: next.entityID, certificate: next.certificate });
    expect(pasted.body.metadata).toBeUndefined();
    const changed = await as(w.admin).patch(`${w.base}/saml/${provider.id}`, { metadataURL: null });
    expect(changed.body).toMatchObject({ entityID });
    expect(changed.body.metadata).toBeUndefined();
  });

  it.each<[string, () => object, string, string]>([
    ['http', () => ({ metadataURL: 'http://idp.example/metadata' }), 'metadataURL', 'https://'],
    ['no such page', () => ({ metadataURL: url }), 'metadataURL', 'an’t be read'],
    [
      'a page of something else',
      () => ({ metadataURL: publishPage(url, '<html></html>') }),
      'metadataURL',
      'web page',
    ],
    ['both', () => ({ metadataURL: url, metadataXML: metadataOf(idp) }), 'metadataXML', 'together'],
    [
      'settings beside it',
      () => ({ metadataXML: metadataOf(idp), entityID: 'urn:x' }),
      'entityID',
      'leave it out',
    ],
    [
      'metadata as certificate',
      () => ({ certificate: metadataOf(idp) }),
      'certificate',
      'enter it as metadata',
    ],
    [
      'a private key as certificate',
      () => ({ certificate: '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----' }),
      'certificate',
      'private key',
    ],
  ])('is refused with %s', async (_what, body, member, message) => {
    const { status, body: answer } = await as(w.admin).post(`${w.base}/saml`, { label: 'Work', ...body() });
    expect(status).toBe(400);
    expect(answer.error.details[0]).toMatchObject({
      path: `body.${member}`,
      message: expect.stringContaining(message),
    });
  });

  it('gets a new certificate automatically, beside the one that it has, and notifies administrators', async () => {
    const { id } = await createPublished();
    const mailCount = (await mailsTo(w.admin.email)).length;
    publish(idp, { certificates: [next.certificate], ssoURL: 'https://idp.example/new' });
    await refreshAll();
    const provider = await read(id);
    expect(splitCertificates(provider.certificate)).toEqual([next.certificate, idp.certificate]);
    expect(provider).toMatchObject({ ssoURL: 'https://idp.example/new' });
    const { body } = await as(w.admin).get(`${w.base}/audit-log?limit=50`);
    const entry = body.items.find(({ target }: { target: { id: string } }) => target.id === id);
    expect(entry).toMatchObject({
      action: 'readSamlMetadata',
      summary: 'Took a new SSO URL and certificate from the metadata of the identity provider “Work”.',
    });
    const mails = await mailsTo(w.admin.email);
    expect(mails.slice(mailCount)).toEqual([expect.stringContaining('certificate')]);
    // Without a change, no mail is sent again.
    await refreshAll();
    expect(await mailsTo(w.admin.email)).toHaveLength(mailCount + 1);
  });

  it('refuses another entity ID, says so, and goes on once it is right again', async () => {
    const { id } = await createPublished();
    publish(next);
    const answer = await as(w.admin).post(`${w.base}/saml/${id}/metadata`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ entityID: idp.entityID, certificate: idp.certificate });
    expect(answer.body.metadata.problem).toContain(next.entityID);
    publishPage(url, new FetchError('timeout', 'The URL did not respond in time.'));
    const late = await as(w.admin).post(`${w.base}/saml/${id}/metadata`);
    expect(late.body.metadata.problem).toContain('did not respond in time');
    publish(idp);
    const again = await as(w.admin).post(`${w.base}/saml/${id}/metadata`);
    expect(again.body.metadata.problem).toBeUndefined();
    expect(again.body.metadata.readAt).toBeDefined();
  });

  it('can’t be read again without an address', async () => {
    const { body } = await as(w.admin).post(`${w.base}/saml`, next.settings);
    expect((await as(w.admin).post(`${w.base}/saml/${body.id}/metadata`)).status).toBe(409);
  });
});
