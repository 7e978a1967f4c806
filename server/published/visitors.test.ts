import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFile, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const SIGN_IN = 'https://accounts.example/sign-in?from=docs';

/** A published site with a page, a file and a key; a second section is for partners, a third for developers. */
async function openSite(visibility: string) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
  for (const title of ['Guide', 'Partners', 'Code']) await site.addSection(title);
  const spaceId = await site.spaceIdOf('Guide/Guide');
  const file = await createFile(spaceId, { name: 'dot.png' });
  const { pages } = await writeContent(
    { id: spaceId },
    [{ title: 'Welcome', text: `![Dot](/files/${file.id})\n` }],
    [file],
  );
  const shareKey = await site.shareKey();
  const created = await as(w.admin).post(site.url('/visitor-authentication/keys'), {});
  const path = `/published/${w.organization.id}/${site.id}`;
  const base = visibility === 'share-link' ? `${path}/${shareKey}/` : `${path}/`;
  const parts = {
    page: '',
    search: '~/search?q=welcome',
    file: `~/files/${spaceId}/${file.id}/dot.png`,
    sitemap: 'sitemap.xml',
    markdown: 'index.md',
    byId: `~/pages/${site.idOf('Guide/Guide')}/${pages[0]?.id}`,
  };
  return { site, path, base, parts, secret: String(created.body.secret), keyId: String(created.body.id) };
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

const HOUR = 3600;

async function sign(secret: string, claims: object = {}, seconds = HOUR) {
  const now = Math.floor((await testApp()).clock.now().getTime() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(secret));
}

/** Everything that is set, as a browser sends it. */
function cookiesOf(headers: Record<string, unknown>): string {
  return [headers['set-cookie']]
    .flat()
    .filter((cookie) => typeof cookie === 'string')
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function signIn(base: string, token: string): Promise<string> {
  const { status, headers } = await fetchPage(`${base}?jwt_token=${token}`);
  expect(status).toBe(302);
  return cookiesOf(headers);
}

const unsignedToken = () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode({ exp: 4_000_000_000 })}.`;
};

describe('who may read a site', () => {
  const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'];

  it.each(visibilities)('%s', async (visibility) => {
    const { site, base, parts, secret } = await openSite(visibility);
    const other = await openSite('visitor-auth');
    await as(w.admin).patch(site.url('/visitor-authentication'), { signInUrl: SIGN_IN });
    const name = `reader-visitor-${site.id}`;
    const cookies = {
      none: '',
      right: await signIn(base, await sign(secret)),
      garbage: `${name}=x.y.z`,
      stale: `${name}=${await sign(secret, {}, -120)}`,
      'signed for another site': `${name}=${await sign(other.secret)}`,
      'signed by nobody': `${name}=${unsignedToken()}`,
    };
    const isListed = visibility === 'public';
    for (const [visitor, cookie] of Object.entries(cookies)) {
      for (const [part, url] of Object.entries(parts)) {
        const { status, headers, body } = await fetchPage(base + url, cookie ? { cookie } : {});
        const what = `${visitor}, ${part}`;
        if (visibility === 'visitor-auth' && visitor !== 'right') {
          expect(status, what).toBe(302);
          const location = new URL(String(headers.location));
          expect(location.origin + location.pathname, what).toBe('https://accounts.example/sign-in');
          expect(location.searchParams.get('location'), what).toBe(`/${url}`);
          expect(body, what).not.toMatch(/Tide docs|Welcome/);
          continue;
        }
        const expected = part === 'byId' ? 302 : part === 'sitemap' && !isListed ? 404 : 200;
        expect(status, what).toBe(expected);
      }
    }
  });

  it('a member of the organization is a visitor like others', async () => {
    const { base } = await openSite('visitor-auth');
    const { status, body } = await fetchPage(base, { authorization: `Bearer ${w.admin.token}` });
    expect(status).toBe(401);
    expect(body).not.toMatch(/Tide docs|Welcome/);
  });

  it.each(visibilities)('%s: a wrong token in the address is refused', async (visibility) => {
    const { base, parts, secret } = await openSite(visibility);
    const other = await openSite('visitor-auth');
    const tokens = ['x', unsignedToken(), await sign(other.secret), await sign(secret, {}, -120)];
    tokens.push(await sign(secret, { text: 'x'.repeat(8000) }));
    const withoutEnd = new SignJWT({}).setProtectedHeader({ alg: 'HS256' });
    const strong = new SignJWT({}).setProtectedHeader({ alg: 'HS512' }).setExpirationTime('1h');
    const key = new TextEncoder().encode(secret);
    tokens.push(await withoutEnd.sign(key), await strong.sign(key));
    for (const token of tokens) {
      for (const url of Object.values(parts)) {
        const separator = url.includes('?') ? '&' : '?';
        const { status, headers, body } = await fetchPage(`${base}${url}${separator}jwt_token=${token}`);
        expect([status, headers['cache-control'], headers['set-cookie']]).toEqual([
          401,
          'no-store',
          undefined,
        ]);
        expect(body).toContain('invalid or has expired');
        expect(body).not.toMatch(/Tide docs|Welcome/);
      }
    }
  });
});

describe('a token in the address', () => {
  it('becomes a cookie of the site until it ends, and other parameters stay', async () => {
    const { site, path, base, secret } = await openSite('visitor-auth');
    const token = await sign(secret);
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
    const cookie = await signIn(base, await sign(secret, { text: 'x'.repeat(5000) }));
    expect(cookie.split('; ')).toHaveLength(2);
    expect((await fetchPage(base, { cookie })).status).toBe(200);
  });

  it('is no longer accepted once its key is deleted', async () => {
    const { site, base, secret, keyId } = await openSite('visitor-auth');
    const cookie = await signIn(base, await sign(secret));
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
    const cookie = await signIn(
      base,
      await sign(secret, { isPartner: true, unsigned: { isDeveloper: true } }),
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
    const cookie = await signIn(base, await sign(secret, { isPartner: true }));
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
