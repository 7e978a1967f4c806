import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { cookiesOf, cookiesOfToken, signToken } from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A published site with a page and a key; a second section is for partners, a third for developers. */
async function openSite(visibility: string) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
  for (const title of ['Guide', 'Partners', 'Code']) await site.addSection(title);
  await site.write('Guide/Guide', [{ title: 'Welcome', text: 'Hello.\n' }]);
  const created = await as(w.admin).post(site.url('/visitor-authentication/keys'), {});
  const path = `/published/${w.organization.id}/${site.id}`;
  const base = `${path}/`;
  return { site, path, base, secret: String(created.body.secret), keyId: String(created.body.id) };
}

/** Sections for visitors with claims. */
async function addConditions(site: SiteEditor) {
  const conditions = { Partners: 'visitor.claims.isPartner', Code: 'visitor.claims.unsigned.isDeveloper' };
  for (const [title, condition] of Object.entries(conditions)) {
    await site.creator.patch(site.url(`/sections/${site.idOf(title)}`), { condition });
  }
  await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
}

const claim = { type: 'boolean', description: 'A claim' };

const putSchema = (site: SiteEditor, names: string[], unsigned: string[]) => {
  const properties = (all: string[]) => Object.fromEntries(all.map((name) => [name, claim]));
  return as(w.admin).put(site.url('/adaptive-schema'), {
    jsonSchema: {
      type: 'object',
      properties: {
        ...properties(names),
        unsigned: { type: 'object', description: 'Unsigned', properties: properties(unsigned) },
      },
    },
  });
};

describe('a token in the address', () => {
  it('becomes a cookie of the site until it ends, and other parameters stay', async () => {
    const { site, path, base, secret } = await openSite('visitor-auth');
    const token = await signToken(secret);
    const { status, headers } = await fetchPage(`${base}index.md?a=b%20c&jwt_token=${token}&d`);
    expect([status, headers.location, headers['cache-control']]).toEqual([
      302,
      `${base}index.md?a=b+c&d=`,
      'no-store',
    ]);
    const [cookie = ''] = [headers['set-cookie']].flat().map(String);
    expect(cookie).toContain(`reader-visitor-${site.id}=${token};`);
    for (const part of [`Path=${path};`, 'HttpOnly', 'SameSite=Lax', 'Max-Age=36']) {
      expect(cookie).toContain(part);
    }
  });

  it('may be longer than a cookie', async () => {
    const { base, secret } = await openSite('visitor-auth');
    const cookie = await cookiesOfToken(
      base,
      await signToken(secret, { claims: { text: 'x'.repeat(5000) } }),
    );
    expect(cookie.split('; ')).toHaveLength(2);
    expect((await fetchPage(base, { cookie })).status).toBe(200);
  });

  it('is no longer accepted once its key is deleted', async () => {
    const { site, base, secret, keyId } = await openSite('visitor-auth');
    const cookie = await cookiesOfToken(base, await signToken(secret));
    await as(w.admin).delete(site.url(`/visitor-authentication/keys/${keyId}`));
    expect((await fetchPage(base, { cookie })).status).toBe(401);
  });
});

describe('conditions', () => {
  it('show a section to visitors with a signed claim, and never to shared caches', async () => {
    const { site, base, secret } = await openSite('public');
    await addConditions(site);
    await writeContent({ id: await site.spaceIdOf('Partners/Partners') }, [
      { title: 'Prices', text: 'Low.\n' },
    ]);
    const everybody = await fetchPage(base);
    expect(everybody.body).not.toMatch(/Partners|Code/);
    expect(everybody.headers['cache-control']).toMatch(/^public/);
    const cookie = await cookiesOfToken(
      base,
      await signToken(secret, { claims: { isPartner: true, unsigned: { isDeveloper: true } } }),
    );
    const partner = await fetchPage(base, { cookie });
    expect(partner.body).toContain('Partners');
    expect(partner.body).not.toContain('Code');
    expect(partner.headers['cache-control']).toBe('private, no-cache');
    expect((await fetchPage(`${base}partners/`, { cookie })).status).toBe(200);
    expect((await fetchPage(`${base}partners/`)).status).toBe(404);
  });

  it('read only claims that the schema has', async () => {
    const { site, base, secret } = await openSite('public');
    await addConditions(site);
    const cookie = await cookiesOfToken(base, await signToken(secret, { claims: { isPartner: true } }));
    await putSchema(site, ['isOther'], ['isDeveloper']);
    expect((await fetchPage(base, { cookie })).body).not.toContain('Partners');
    await putSchema(site, ['isPartner'], ['isDeveloper']);
    expect((await fetchPage(base, { cookie })).body).toContain('Partners');
  });

  it('read what visitors say about themselves, which is kept for the session', async () => {
    const { site, base } = await openSite('public');
    await addConditions(site);
    await putSchema(site, [], ['isDeveloper']);
    const query = '?visitor.isDeveloper=true&visitor.isPartner=true&a=b';
    const { status, headers } = await fetchPage(base + query);
    expect([status, headers.location]).toEqual([302, `${base}?a=b`]);
    const cookie = cookiesOf(headers);
    expect(String(headers['set-cookie'])).not.toMatch(/Max-Age|Expires|isPartner/);
    const { body } = await fetchPage(base, { cookie });
    expect(body).toContain('Code');
    expect(body).not.toContain('Partners');
    const changed = await fetchPage(`${base}?visitor.isDeveloper=false`, { cookie });
    expect((await fetchPage(base, { cookie: cookiesOf(changed.headers) })).body).not.toContain('Code');
  });

  it.each([
    ['too many', Array.from({ length: 21 }, (_, index) => `visitor.a${index}=true`).join('&')],
    ['an impossible name', 'visitor.a%20b=true'],
    ['a long value', `visitor.a=${'x'.repeat(257)}`],
  ])('are not given %s', async (_what, query) => {
    const { base } = await openSite('public');
    const { status, headers } = await fetchPage(`${base}?${query}`);
    expect([status, headers['set-cookie']]).toEqual([400, undefined]);
  });
});
