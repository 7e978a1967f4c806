import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const settings = {
  label: 'Work',
  issuer: 'https://login.press.example',
  clientID: 'bindery',
  clientSecret: 'first-secret',
};

let w: OrganizationFixture;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  url = `${w.base}/oidc`;
});

describe('an identity provider with OpenID Connect', () => {
  it('never shows its secret again, nor does the audit log', async () => {
    const created = await as(w.admin).post(url, settings);
    expect(created.status).toBe(201);
    const ownUrl = `${url}/${created.body.id}`;
    const updated = await as(w.admin).patch(ownUrl, { clientSecret: 'second-secret', label: 'Home' });
    const audit = await as(w.admin).get(`${w.base}/audit-log?limit=20`);
    const responses = [created, updated, audit, await as(w.admin).get(ownUrl), await as(w.admin).get(url)];
    expect(JSON.stringify(responses.map(({ body }) => body))).not.toMatch(/(first|second)-secret/);
    expect(audit.body.items[0].summary).toBe('Changed the identity provider “Home” and its client secret.');
    expect((await as(w.admin).delete(ownUrl)).status).toBe(204);
  });

  it.each([
    'ftp://login.example',
    'https://user:pass@login.example',
    'https://login.example?tenant=1',
    'https://login.example#x',
    'http://login.example',
  ])('rejects the issuer %s', async (issuer) => {
    const { status, body } = await as(w.admin).post(url, { ...settings, issuer });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('body.issuer');
  });

  it('is not reached in the own network, unless the operator allows that', async () => {
    const { app } = await testApp();
    const { body } = await as(w.admin).post(url, { ...settings, issuer: 'https://127.0.0.1:1' });
    const { headers } = await app.inject({ url: new URL(body.service.startURL).pathname });
    expect(headers.location).toContain('error=sso-unreachable');
  });
});
