/** Who may read what: every kind of visitor at every kind of address of sites of every visibility. */
import { beforeAll, describe, expect, it } from 'vitest';
import { computedPage, createApiSpec, createFile } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { BROWSER, readTaken } from '#server/test/published/taken-forms.ts';
import {
  cookiesOfToken,
  endlessToken,
  signToken,
  unsignedToken,
} from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';
import { parsePage } from './testing/parse-page.ts';
import { PREVIEW_TTL_MS } from './visit/preview-address.ts';

/**
 * The responses for visitors, on the server, at the site's hostname and below another site. `reads`:
 * everything; `signs in`: the way to the sign-in address; `comes back`: the same address without the token,
 * and a cookie; `refused`: a page that says why, with 401; `nothing`: 404. Only readers learn anything about
 * the site. A valid address of a preview is enough.
 */
const matrix = `
                     | public     | unlisted   | shared  | shared, wrong key | shared, its key | visitor-auth | visitor-auth, no sign-in address | preview | preview, expired | preview, changed
nobody               | reads      | reads      | nothing | nothing           | reads           | signs in     | refused                          | reads   | nothing          | nothing
token                | reads      | reads      | nothing | nothing           | reads           | reads        | reads                            | reads   | nothing          | nothing
token in address     | comes back | comes back | nothing | nothing           | comes back      | comes back   | comes back                       | reads   | nothing          | nothing
wrong token          | reads      | reads      | nothing | nothing           | reads           | signs in     | refused                          | reads   | nothing          | nothing
wrong in address     | refused    | refused    | nothing | nothing           | refused         | refused      | refused                          | reads   | nothing          | nothing
stale token          | reads      | reads      | nothing | nothing           | reads           | signs in     | refused                          | reads   | nothing          | nothing
stale in address     | refused    | refused    | nothing | nothing           | refused         | refused      | refused                          | reads   | nothing          | nothing
right, wrong address | refused    | refused    | nothing | nothing           | refused         | refused      | refused                          | reads   | nothing          | nothing
member               | reads      | reads      | nothing | nothing           | reads           | signs in     | refused                          | reads   | nothing          | nothing
API token            | reads      | reads      | nothing | nothing           | reads           | signs in     | refused                          | reads   | nothing          | nothing
`;

const [[, ...columns] = [], ...rows] = matrix
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const cases = rows.flatMap(([visitor = '', ...expected], row) =>
  columns.map((site, at) => ({ number: row + at, visitor, site, outcome: expected[at] })),
);

/** In the deep tests, every cell at every place and every way to come at every address; else these take turns. */
const isDeep = process.env.DEEP !== undefined;
/** The engines begin at different places. */
const firstPlace = process.env.TEST_ENGINE === 'postgres' ? 1 : 0;

const SIGN_IN = 'https://accounts.example/sign-in?from=docs';
/**
 * Words that only readers of a site may learn: of its title, pages, items and files, as words: an id may
 * contain one.
 */
const ITS_WORDS = /(?<![a-z0-9])(tide|welcome|gauge|quay|owl|harbour|dot\.png)s?(?![a-z0-9])/i;

/** A site where visitors ask for it. */
interface Place {
  /** Of the site. */
  id: string;
  secret: string;
  /** The host that the request names; the console's without one. */
  host?: string;
  /** The path of the site in requests, with a trailing slash, and with the key of a shared one. */
  base: string;
  /** The same as the visitor sees it. */
  seen: string;
  /** By kind: the address below `base`, and the status for who reads. */
  addresses: Record<string, readonly [address: string, status: number]>;
}

type Addresses = Place['addresses'];

interface VisitorRequest {
  headers: Record<string, string>;
  token?: string;
}

let w: OrganizationFixture;
/** By the column of the table. */
const sites = new Map<string, Place[]>();
let foreignSecret: string;
let memberCookie: string;

/** A published site with something at every kind of address, and a proxy. */
async function openSite(visibility: string, signInUrl?: string) {
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
  const expectedStatus = visibility === 'public' ? 200 : 404;
  const asked = await editor.creator.put(editor.url('/insights/settings'), { asksFeedback: true });
  expect(asked.status).toBe(200);
  const proxied = await as(w.admin).patch(editor.url(), { proxy: 'press.example/below' });
  expect(proxied.status).toBe(200);
  return {
    editor,
    id: editor.id,
    key: visibility === 'share-link' ? `${await editor.shareKey()}/` : '',
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
      'a page in another variant': [
        `~/variants/${siteSpaceId}/${siteSpaceId}/${pages[1]?.pages[0]?.id}`,
        302,
      ],
      'a file': [`~/files/${spaceId}/${file.id}/dot.png`, 200],
      'a picture': [`~/pictures/${picture.id}`, 200],
      search: ['~/search?q=gauges', 200],
      'a former address': ['harbour/older/', 301],
      'a redirect': ['shortcut', 301],
      'a missing page': ['gauge', 404],
      'a missing internal address': ['~/none', 404],
      'a missing file': [`~/files/${spaceId}/none/dot.png`, 404],
      'robots.txt': ['robots.txt', 200],
      'sitemap.xml': ['sitemap.xml', expectedStatus],
      'the sitemap of a space': [`~/sitemaps/${siteSpaceId}.xml`, expectedStatus],
      'llms.txt': ['llms.txt', expectedStatus],
      'the llms.txt of a space': [`~/llms/${siteSpaceId}.txt`, expectedStatus],
      'the texts of all pages': ['llms-full.txt', expectedStatus],
      'a part of these texts': ['~/full-text/1.txt', expectedStatus],
      'the whole page tree': [`~/tree/${siteSpaceId}`, 200],
    } satisfies Addresses as Addresses,
  };
}

type OpenedSite = Awaited<ReturnType<typeof openSite>>;

const placeOf = ({ id, secret, addresses }: OpenedSite) => ({ id, secret, addresses });

/** A site on the server and below another site. */
function placesOf(site: OpenedSite, key = site.key): Place[] {
  const path = `/published/${w.organization.id}/${site.id}/`;
  return [
    { ...placeOf(site), base: path + key, seen: path + key },
    { ...placeOf(site), base: `${path}~/proxied/${key}`, seen: `/below/${key}` },
  ];
}

/** A site at its hostname. */
async function placeAtHost(site: OpenedSite, key = site.key): Promise<Place> {
  const host = `host-${site.id.toLowerCase()}.press.example`;
  const { db } = await testApp();
  const proven = { hostname: host, hostname_proven_at: new Date() };
  await db.updateTable('sites').set(proven).where('id', '=', site.id).execute();
  return { ...placeOf(site), host, base: `/${key}`, seen: `/${key}` };
}

/** A preview of a site; it lists nothing for search engines. */
async function placeInPreview(site: OpenedSite): Promise<Place> {
  const { status, body } = await as(w.admin).get(site.editor.url('/preview'));
  expect(status).toBe(200);
  const base = new URL(String(body.url)).pathname;
  const listedFile = /^(the )?(sitemap|llms)/;
  const addresses = Object.entries(site.addresses).map(([kind, [address, expected]]) => {
    return [kind, [address, listedFile.test(kind) ? 404 : expected]] as const;
  });
  return { ...placeOf(site), addresses: Object.fromEntries(addresses), base, seen: base };
}

beforeAll(async () => {
  w = await createOrganizationFixture();
  const open = async (column: string, visibility: string, signInUrl?: string) => {
    const site = await openSite(visibility, signInUrl);
    const hosted = await openSite(visibility, signInUrl);
    sites.set(column, [...placesOf(site), await placeAtHost(hosted)]);
    return { site, hosted };
  };
  await open('public', 'public', SIGN_IN);
  await open('unlisted', 'unlisted', SIGN_IN);
  const authenticated = await open('visitor-auth', 'visitor-auth', SIGN_IN);
  await open('visitor-auth, no sign-in address', 'visitor-auth');
  const { site, hosted } = await open('shared, its key', 'share-link', SIGN_IN);
  const otherSite = await openSite('share-link');
  sites.set('shared', [...placesOf(site, ''), await placeAtHost(hosted, '')]);
  sites.set('shared, wrong key', [
    ...placesOf(site, otherSite.key),
    await placeAtHost(hosted, otherSite.key),
  ]);
  foreignSecret = otherSite.secret;
  const { clock } = await testApp();
  const previews = () => Promise.all([site, hosted, authenticated.site].map(placeInPreview));
  clock.advance(-PREVIEW_TTL_MS - 1);
  sites.set('preview, expired', await previews());
  clock.reset();
  const valid = await previews();
  sites.set('preview', valid);
  const changed = valid.map((place) => ({ ...place, base: place.base.replace('~preview/', '~preview/A') }));
  sites.set('preview, changed', changed);
  const { app } = await testApp();
  const payload = { token: w.admin.token };
  const { headers } = await app.inject({ method: 'POST', url: '/auth/session', payload });
  const cookies = [headers['set-cookie']].flat().map(String);
  memberCookie = cookies.find((cookie) => cookie.startsWith('bindery_member='))?.split(';')[0] ?? '';
});

/** Requests of a visitor: headers, and what they add to addresses. A visitor may come in several ways. */
async function requestsOf(
  visitor: string,
  { id, secret }: Pick<Place, 'id' | 'secret'>,
): Promise<VisitorRequest[]> {
  const cookie = (token: string) => ({ headers: { cookie: `reader-visitor-${id}=${token}` } });
  const address = (token: string) => ({ headers: {}, token });
  const wrong = [
    await signToken(foreignSecret),
    'x.y.z',
    unsignedToken(),
    await endlessToken(secret),
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
    for (const { base, host, secret, addresses } of [...sites.values()].flat()) {
      expect(Object.keys(addresses).length).toBeGreaterThan(20);
      expect(`${base} ${host} ${secret}`).not.toMatch(ITS_WORDS);
    }
    for (const { base, host, secret } of sites.get('visitor-auth') ?? []) {
      const hostHeaders: Record<string, string> = host === undefined ? {} : { host };
      const cookie = await cookiesOfToken(base, await signToken(secret), hostHeaders);
      const { body } = await fetchPage(base, { ...hostHeaders, cookie });
      expect(parsePage(body).title).toMatch(/^Welcome .*Tide docs$/);
    }
  });

  it.each(cases)('$site: $visitor $outcome', async ({ number, visitor, site: column, outcome }) => {
    const places = sites.get(column) ?? [];
    expect(places.length).toBe(3);
    for (const [at, place] of places.entries()) {
      if (!isDeep && at !== (number + firstPlace) % places.length) continue;
      const requests = await requestsOf(visitor, place);
      for (const [turn, request] of requests.entries()) {
        // The ways to come are distinguished before any address is.
        const addresses = Object.entries(place.addresses).filter(
          (_address, index) => isDeep || index % requests.length === turn,
        );
        await expectOutcome({ ...place, addresses: Object.fromEntries(addresses) }, request, {
          column,
          outcome,
        });
        // Previews take nothing of those who read them.
        await expectForms(place, request, outcome === 'reads' && !column.startsWith('preview'));
      }
    }
  });

  it('that has a hostname leads there, wherever on the server it is asked for', async () => {
    const [, , { id, host, addresses } = raise()] = sites.get('public') ?? [];
    for (const [kind, [address]] of Object.entries(addresses)) {
      const { status, headers } = await fetchPage(`/published/${w.organization.id}/${id}/${address}`);
      expect([kind, status, headers.location]).toEqual([kind, 301, `http://${host}/${address}`]);
    }
  });
});

/** Sends the forms of a page, and checks that an answer and a view are taken of who may read it, and nothing is told to others. */
async function expectForms(
  { id, host, base, seen }: Place,
  { headers: sent, token }: VisitorRequest,
  isTaken: boolean,
): Promise<void> {
  const { app } = await testApp();
  const before = await readTaken(id);
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': BROWSER };
  for (const form of ['~feedback', '~seen']) {
    const url = `${base}${form}${token === undefined ? '' : `?jwt_token=${token}`}`;
    const payload = new URLSearchParams({ path: `${seen}tools/gauges`, helpful: 'no' }).toString();
    const headers = { ...sent, ...type, ...(host !== undefined && { host }) };
    const answer = await inject(app, { method: 'POST', url, headers, payload });
    if (isTaken) expect([url, answer.status]).toEqual([url, form === '~seen' ? 204 : 303]);
    else expect([url, answer.body]).not.toEqual([url, expect.stringMatching(ITS_WORDS)]);
  }
  const { answers, views } = await readTaken(id);
  const taken = isTaken ? 1 : 0;
  expect([base, answers - before.answers, views - before.views]).toEqual([base, taken, taken]);
}

function raise(): never {
  throw new Error('There is no such site.');
}

/** Asks for every kind of address and checks what comes. */
async function expectOutcome(
  { host, base, seen, addresses }: Place,
  { headers: sent, token }: VisitorRequest,
  { column, outcome }: { column: string; outcome: string | undefined },
): Promise<void> {
  for (const [kind, [address, expected]] of Object.entries(addresses)) {
    const separator = address.includes('?') ? '&' : '?';
    const url = `${base}${address}${token === undefined ? '' : `${separator}jwt_token=${token}`}`;
    const at = `${kind}: ${host ?? ''}${url}`;
    const { status, headers, body } = await fetchPage(url, { ...sent, ...(host !== undefined && { host }) });
    const caching = String(headers['cache-control']);
    if (outcome === 'reads') {
      expect([at, status]).toEqual([at, expected]);
      if (column !== 'public' && column !== 'unlisted') expect(caching, at).not.toMatch(/public/);
      continue;
    }
    expect([at, caching]).toEqual([at, 'no-store']);
    expect([at, body]).not.toEqual([at, expect.stringMatching(ITS_WORDS)]);
    if (outcome === 'comes back') {
      expect([at, status, headers.location]).toEqual([at, 302, seen + address]);
      expect([at, headers['set-cookie']]).not.toEqual([at, undefined]);
      continue;
    }
    expect([at, headers['set-cookie'], headers.etag]).toEqual([at, undefined, undefined]);
    if (outcome === 'signs in') {
      const location = new URL(String(headers.location));
      expect([at, status, location.origin + location.pathname]).toEqual([
        at,
        302,
        'https://accounts.example/sign-in',
      ]);
      expect(location.searchParams.get('from')).toBe('docs');
      expect([at, location.searchParams.get('location')]).toEqual([at, `/${address}`]);
      continue;
    }
    const isRefused = outcome === 'refused';
    expect([at, status, headers.location]).toEqual([at, isRefused ? 401 : 404, undefined]);
    if (isRefused) expect(body).toContain(token === undefined ? 'No access' : 'invalid or has expired');
  }
}
