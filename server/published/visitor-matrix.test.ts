/** Who may read what: every kind of visitor at every kind of address of sites of every visibility. */
import { beforeAll, describe, expect, it } from 'vitest';
import { computedPage, createApiSpec, createFile } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import {
  cookiesOfToken,
  endlessToken,
  signToken,
  unsignedToken,
} from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';
import { parsePage } from './testing/parse-page.ts';

/**
 * What visitors get. `reads`: everything; `signs in`: the way to the sign-in address; `comes back`: the same address
 * without the token, and a cookie; `refused`: a page that says why, with 401; `nothing`: 404. Nobody but who reads
 * learns anything about the site.
 */
const matrix = `
                     | public     | unlisted   | shared  | shared, wrong key | shared, its key | visitor-auth | visitor-auth, no sign-in address
nobody               | reads      | reads      | nothing | nothing           | reads           | signs in     | refused
token                | reads      | reads      | nothing | nothing           | reads           | reads        | reads
token in address     | comes back | comes back | nothing | nothing           | comes back      | comes back   | comes back
wrong token          | reads      | reads      | nothing | nothing           | reads           | signs in     | refused
wrong in address     | refused    | refused    | nothing | nothing           | refused         | refused      | refused
stale token          | reads      | reads      | nothing | nothing           | reads           | signs in     | refused
stale in address     | refused    | refused    | nothing | nothing           | refused         | refused      | refused
right, wrong address | refused    | refused    | nothing | nothing           | refused         | refused      | refused
member               | reads      | reads      | nothing | nothing           | reads           | signs in     | refused
API token            | reads      | reads      | nothing | nothing           | reads           | signs in     | refused
`;

const [[, ...columns] = [], ...rows] = matrix
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const cases = rows.flatMap(([visitor = '', ...expected]) =>
  columns.map((site, at) => ({ visitor, site, outcome: expected[at] })),
);

const SIGN_IN = 'https://accounts.example/sign-in?from=docs';
/** What only readers of a site may learn: words of its title, pages, items and files. */
const ITS_WORDS = /tide|welcome|gauge|quay|owl|harbour|dot\.png/i;

interface Site {
  id: string;
  /** With a trailing slash, and with the key of a shared one. */
  base: string;
  secret: string;
  /** By kind: the address below `base`, and the status for who reads. */
  addresses: Record<string, [address: string, status: number]>;
}

let w: OrganizationFixture;
const sites = new Map<string, Site>();
let foreignSecret: string;
let memberCookie: string;

/** A published site with something at every kind of address. */
async function openSite(visibility: string, signInUrl?: string): Promise<Site> {
  const editor = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
  for (const title of ['Guide', 'Harbour']) await editor.addSection(title);
  await editor.addSiteSpace('Harbour', 'Older');
  const file = await createFile(await editor.spaceIdOf('Guide/Guide'), { name: 'dot.png' });
  const slug = `owls-${editor.id.toLowerCase()}`;
  const paths = { '/owls': { get: { operationId: 'listOwls', summary: 'List owls' } } };
  await createApiSpec(w.organization.id, slug, { openapi: '3.1.0', paths });
  const { spaceId, pages } = await editor.write(
    'Guide/Guide',
    [
      { title: 'Welcome', text: `![Dot](/files/${file.id})\n` },
      { title: 'Tools', pages: [{ title: 'Gauges', text: 'About gauges.\n' }] },
      { title: 'Way', type: 'link', href: '/welcome' },
      { title: 'Quay', text: 'Left out of the tree.\n', hidden: true },
      { title: 'Owls', text: 'Owls.\n', ...computedPage(slug) },
    ],
    [file],
  );
  await editor.write('Harbour/Harbour', [{ title: 'Harbour rules', text: 'Moor.\n' }]);
  await editor.write('Harbour/Older', [{ title: 'Harbour laws', text: 'Row.\n' }]);
  const renamed = await editor.creator.patch(editor.url(`/sections/${editor.idOf('Harbour')}`), {
    path: 'docks',
  });
  expect(renamed.status).toBe(200);
  const redirect = { source: '/shortcut', target: '/tools/gauges', appendRest: false };
  expect((await editor.creator.post(editor.url('/redirects'), redirect)).status).toBe(201);
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>';
  const data = Buffer.from(logo).toString('base64');
  const { body: picture } = await editor.creator.post(editor.url('/pictures'), { data });
  const customization = { logo: { light: picture.id } };
  expect((await editor.creator.patch(editor.url('/customization'), customization)).status).toBe(200);
  const { body: key } = await as(w.admin).post(editor.url('/visitor-authentication/keys'), {});
  if (signInUrl !== undefined) {
    await as(w.admin).patch(editor.url('/visitor-authentication'), { signInUrl });
  }
  const siteSpaceId = editor.idOf('Guide/Guide');
  const listed = visibility === 'public' ? 200 : 404;
  const path = `/published/${w.organization.id}/${editor.id}/`;
  return {
    id: editor.id,
    base: visibility === 'share-link' ? `${path}${await editor.shareKey()}/` : path,
    secret: String(key.secret),
    addresses: {
      start: ['', 200],
      'a page': ['tools/gauges', 200],
      'a page of a section': ['docks/', 200],
      'a page of a variant': ['docks/older/', 200],
      'a page that the tree leaves out': ['quay', 200],
      'a group': ['tools', 302],
      'a link in the tree': ['way', 302],
      'an API reference': ['owls', 200],
      'its markdown': ['owls.md', 200],
      markdown: ['index.md', 200],
      'a page by its id': [`~/pages/${siteSpaceId}/${pages[1]?.pages[0]?.id}`, 302],
      'a file': [`~/files/${spaceId}/${file.id}/dot.png`, 200],
      'a picture': [`~/pictures/${picture.id}`, 200],
      search: ['~/search?q=gauges', 200],
      'a former address': ['harbour/older/', 301],
      'a redirect': ['shortcut', 301],
      'a missing page': ['gauge', 404],
      'a missing internal address': ['~/none', 404],
      'a missing file': [`~/files/${spaceId}/none/dot.png`, 404],
      'robots.txt': ['robots.txt', 200],
      'sitemap.xml': ['sitemap.xml', listed],
      'the sitemap of a space': [`~/sitemaps/${siteSpaceId}.xml`, listed],
      'llms.txt': ['llms.txt', listed],
      'the llms.txt of a space': [`~/llms/${siteSpaceId}.txt`, listed],
    },
  };
}

beforeAll(async () => {
  w = await createOrganizationFixture();
  sites.set('public', await openSite('public', SIGN_IN));
  sites.set('unlisted', await openSite('unlisted', SIGN_IN));
  sites.set('visitor-auth', await openSite('visitor-auth', SIGN_IN));
  sites.set('visitor-auth, no sign-in address', await openSite('visitor-auth'));
  const shared = await openSite('share-link', SIGN_IN);
  const other = await openSite('share-link');
  const keyOf = ({ base }: Site) => base.split('/').at(-2) ?? '';
  sites.set('shared, its key', shared);
  sites.set('shared', { ...shared, base: shared.base.replace(`${keyOf(shared)}/`, '') });
  sites.set('shared, wrong key', { ...shared, base: shared.base.replace(keyOf(shared), keyOf(other)) });
  foreignSecret = other.secret;
  const { app } = await testApp();
  const payload = { token: w.admin.token };
  const { headers } = await app.inject({ method: 'POST', url: '/auth/session', payload });
  const cookies = [headers['set-cookie']].flat().map(String);
  memberCookie = cookies.find((cookie) => cookie.startsWith('bindery_member='))?.split(';')[0] ?? '';
});

/** Requests of a visitor: headers, and what they add to addresses. A visitor may come in several ways. */
async function requestsOf(
  visitor: string,
  { id, secret }: Site,
): Promise<{ headers: Record<string, string>; token?: string }[]> {
  const cookie = (token: string) => ({ headers: { cookie: `reader-visitor-${id}=${token}` } });
  const address = (token: string) => ({ headers: {}, token });
  const wrong = [
    'x.y.z',
    unsignedToken(),
    await endlessToken(secret),
    await signToken(foreignSecret),
    await signToken(secret, { algorithm: 'HS512' }),
    await signToken(secret, { claims: { text: 'x'.repeat(8000) } }),
  ];
  const right = await signToken(secret);
  const stale = await signToken(secret, { seconds: -120 });
  switch (visitor) {
    case 'token':
      return [cookie(right)];
    case 'token in address':
      return [address(right)];
    case 'wrong token':
      return wrong.map(cookie);
    case 'wrong in address':
      return wrong.map(address);
    case 'stale token':
      return [cookie(stale)];
    case 'stale in address':
      return [address(stale)];
    case 'right, wrong address':
      return [{ ...cookie(right), token: stale }];
    case 'member':
      return [{ headers: { cookie: memberCookie } }];
    case 'API token':
      return [{ headers: { authorization: `Bearer ${w.admin.token}` } }];
    default:
      return [{ headers: {} }];
  }
}

describe('a site', () => {
  it('has every kind of address for who may read it', async () => {
    for (const { base, secret, addresses } of [...sites.values()]) {
      expect(Object.keys(addresses).length).toBeGreaterThan(20);
      expect(base + secret).not.toMatch(ITS_WORDS);
    }
    const { base = '', secret = '' } = sites.get('visitor-auth') ?? {};
    const cookie = await cookiesOfToken(base, await signToken(secret));
    const { body } = await fetchPage(base, { cookie });
    expect(parsePage(body).title).toMatch(/^Welcome .*Tide docs$/);
  });

  it.each(cases)('$site: $visitor $outcome', async ({ visitor, site: name, outcome }) => {
    const site = sites.get(name);
    if (!site) throw new Error(`There is no site ${name}.`);
    for (const { headers: sent, token } of await requestsOf(visitor, site)) {
      for (const [kind, [address, expected]] of Object.entries(site.addresses)) {
        const separator = address.includes('?') ? '&' : '?';
        const url = `${site.base}${address}${token === undefined ? '' : `${separator}jwt_token=${token}`}`;
        const { status, headers, body } = await fetchPage(url, sent);
        const caching = String(headers['cache-control']);
        if (outcome === 'reads') {
          expect([kind, status]).toEqual([kind, expected]);
          if (name !== 'public' && name !== 'unlisted') expect(caching, kind).not.toMatch(/public/);
          continue;
        }
        expect([kind, caching]).toEqual([kind, 'no-store']);
        expect([kind, body]).not.toEqual([kind, expect.stringMatching(ITS_WORDS)]);
        if (outcome === 'comes back') {
          expect([kind, status, headers.location]).toEqual([kind, 302, site.base + address]);
          expect([kind, headers['set-cookie']]).not.toEqual([kind, undefined]);
          continue;
        }
        expect([kind, headers['set-cookie'], headers.etag]).toEqual([kind, undefined, undefined]);
        if (outcome === 'signs in') {
          const location = new URL(String(headers.location));
          expect([kind, status, location.origin + location.pathname]).toEqual([
            kind,
            302,
            'https://accounts.example/sign-in',
          ]);
          expect(location.searchParams.get('from')).toBe('docs');
          expect(location.searchParams.get('location')).toBe(`/${address}`);
          continue;
        }
        const isRefused = outcome === 'refused';
        expect([kind, status, headers.location]).toEqual([kind, isRefused ? 401 : 404, undefined]);
        if (isRefused) expect(body).toContain(token === undefined ? 'No access' : 'invalid or has expired');
      }
    }
  });
});
