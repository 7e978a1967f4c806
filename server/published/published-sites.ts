import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackify } from 'node:util';
import { locationOf, sendRedirect } from '#server/base/locations.ts';
import { visitorTitle } from '#server/content/visitor-text/visitor-text.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { SharedReads } from '#server/database/engine/shared-reads.ts';
import { HEALTH_ROUTE } from '#server/plugins/health.ts';
import { findSiteServedAt } from '#server/sites/hostname-checks.ts';
import { hostnameOfHeader, normalizeHostname, originOfHostname } from '#server/sites/hostnames.ts';
import { type FixedName, INTERNAL, isFixedName } from '#server/sites/reserved-names.ts';
import { ServedNames } from '#server/sites/served-names.ts';
import { publishedUrl } from '#server/sites/sites.rules.ts';
import {
  COMMON_ASSETS,
  readAddress,
  type ReaderAddress,
  readHostAddress,
  type ReaderPlace,
  readProxiedAddress,
  segmentsBelowProxy,
} from './address/reader-address.ts';
import { readerHeaders } from './address/reader-headers.ts';
import {
  headersWithoutOrigin,
  isAtConsole,
  isWithoutOrigin,
  keepAtReader,
  redirectToReader,
} from './address/separate-origin.ts';
import { cacheControl, redirect, sendAnswer } from './answers/answers.ts';
import type { ReaderAssets } from './answers/reader-assets.ts';
import { isListed, llmsIndex, robotsText } from './files/machine-files.ts';
import { takeMemberLink } from './gate/site-members.ts';
import { readVisitor } from './gate/visitors.ts';
import { sendAsset, serveFullText, serveInternal, serveSiteSitemap } from './internal-answers.ts';
import { renderReaderPage } from './layout/layout.ts';
import { lookCss } from './layout/look.ts';
import type { ReaderMain } from './layout/reader-view.ts';
import { findFormerSite, findSiteOfFormerHost } from './pages/former-addresses.ts';
import { findFormer, findManual } from './pages/moved-pages.ts';
import { findPage, sendNotFound, sendPage } from './pages/page-answers.ts';
import { createSiteSearches } from './search/site-search.ts';
import type { VisitContext } from './view/navigation-view.ts';
import { PREVIEW_PREFIX } from './visit/preview-address.ts';
import { openPreview } from './visit/preview-visit.ts';
import type { PublishedSite } from './visit/published-site.ts';
import { conditionHolds } from './visit/site-conditions.ts';
import { resolvePlace } from './visit/site-tree.ts';
import { findSiteAt, treeFor } from './visit/visit.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Kept, but never used without asking. */
const NO_CACHE = 'no-cache';

/** Routes that the origin of published sites has, where it is not the console's. */
const READER_ROUTE = /^\/(published|livez|readyz)(\/|$)/;

/**
 * At the origin of published sites, and at the host names of sites, there is nothing of the console and the interface.
 */
export function registerReaderHosts(app: FastifyInstance): void {
  const serveOther = callbackify(serveHost);
  app.addHook('onRequest', (request, reply, done) => {
    const { hostKind, routeOptions } = request;
    const served = hostKind === 'reader' ? READER_ROUTE : HEALTH_ROUTE;
    if (hostKind === 'console' || served.test(routeOptions.url ?? '')) return done();
    if (hostKind === 'reader') return void sendNowhere(reply.headers(readerHeaders(request)));
    // Behind a response that is sent, `done` ends the request.
    return serveOther(request, reply, (error) => done(error ?? undefined));
  });
}

/** Serves the site whose host name a request has. A name that is no site's is one more name of the console. */
async function serveHost(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { db, headers, method } = request;
  const hostname = hostnameOfHeader(headers.host);
  const isRead = method === 'GET' || method === 'HEAD';
  // Who may not read the site sees a page, too, and that page has a style.
  if (isRead && request.url.startsWith(COMMON_ASSETS)) return serveCommonAsset(request, reply);
  const address = isRead ? readHostAddress(request) : undefined;
  const found = address && (await findSiteAt(request, { hostname }, address.segments));
  if (address && found) return serveSite(reply.headers(readerHeaders(request)), request, { address, found });
  if ((await findSiteServedAt(db, hostname)) === undefined)
    return redirectFromFormerHost(request, reply, hostname);
  reply.headers(readerHeaders(request));
  return sendNowhere(reply);
}

/** A site that had this host name is where it is now; undefined where none had. */
async function redirectFromFormerHost(
  request: FastifyRequest,
  reply: FastifyReply,
  hostname: string,
): Promise<FastifyReply | undefined> {
  const site = await findSiteOfFormerHost(request.db, hostname);
  const url = site && publishedUrl({ ...site, visibility: '', share_key: '' }, request.service);
  if (url === undefined) return undefined;
  const place = readHostAddress(request);
  const location = locationOf({
    origin: url.slice(0, -1),
    segments: place?.segments ?? [],
    isFolder: place?.path.endsWith('/') ?? true,
    query: place?.query,
  });
  return sendRedirect(reply.header('cache-control', NO_CACHE), location, 301);
}

declare module 'fastify' {
  interface FastifyInstance {
    readerAssets: ReaderAssets;
    servedNames: ServedNames;
  }
}

/** Serves published sites below `/published/{organization}/{site}/`. */
export function registerPublishedSites(
  app: FastifyInstance,
  { assets, engine }: { assets: ReaderAssets; engine: Connection['engine'] },
): void {
  app.decorate('readerAssets', assets);
  app.decorate('siteSearches', createSiteSearches(engine));
  app.decorate('servedNames', new ServedNames());
  app.decorate('siteReads', new SharedReads<PublishedSite | undefined>());
  const onlyHere = { preHandler: keepAtReader };
  // Proxies that get certificates for the hosts of sites ask whether they may.
  app.get<{ Querystring: { domain?: unknown } }>('/published/~ask', async ({ db, clock, query }, reply) => {
    const name = typeof query.domain === 'string' ? normalizeHostname(query.domain) : undefined;
    const isServed = name !== undefined && (await app.servedNames.has(db, name, clock.now()));
    return reply
      .code(isServed ? 200 : 404)
      .header('cache-control', 'no-store')
      .send({ served: isServed });
  });
  for (const url of ['/published', '/published/:organization']) {
    app.get(url, onlyHere, async (request, reply) => sendNowhere(reply.headers(readerHeaders(request))));
  }
  // The address is read from the URL: the router limits the length of parameters.
  app.get('/published/:organization/*', onlyHere, serve);
  app.get(`${PREVIEW_PREFIX}*`, onlyHere, servePreview);
  app.get(`${COMMON_ASSETS}:name`, onlyHere, serveCommonAsset);
}

async function serveCommonAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asset = reply.server.readerAssets.find(request.url.slice(COMMON_ASSETS.length), NO_LOOK);
  return asset ? sendAsset(request, reply, asset) : sendNowhere(reply.headers(readerHeaders(request)));
}

/** Serves previews; their first segment says what they show. */
async function servePreview(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(readerHeaders(request));
  const address = readAddress(request);
  const [token, ...segments] = address ? [address.names.site, ...address.segments] : [];
  const found = token === undefined ? undefined : await openPreview(request, { token, segments });
  if (!address || !found) return sendNowhere(reply);
  const appearance = appearanceOf(request, found.site);
  // The console frames previews without scripts; browsers would report each one as an error.
  const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
  const { theme, assets } = isFramed ? withoutScript(appearance) : appearance;
  const visit: VisitContext = {
    ...found,
    wholeTree: found.tree,
    base: `${PREVIEW_PREFIX}${token}/`,
    origin: address.origin,
    publicUrl: request.service.publicUrl,
    segments,
    query: address.query,
    theme: found.theme ?? theme,
    assets,
  };
  return serveVisit(request, reply, visit);
}

async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(readerHeaders(request));
  const address = readAddress(request);
  const below = address && segmentsBelowProxy(address.segments);
  const found = address && (await findSiteAt(request, address.names, below ?? address.segments));
  if (!address) return sendNowhere(reply);
  if (!found) return redirectToSite(request, reply, address);
  const proxied = below && readProxiedAddress(found.site, address, below);
  if (proxied) return serveSite(reply, request, { address: proxied, found });
  if (isAtConsole(request)) return redirectToReader(request, reply);
  const { hostname, hostnameProvenAt } = found.site;
  if (hostname === null || hostnameProvenAt === null) return serveSite(reply, request, { address, found });
  // One address for each page: search engines and people keep the one of the host.
  const { segments, path, query } = address;
  const origin = originOfHostname(hostname, request.service);
  const location = locationOf({ origin, segments, isFolder: path.endsWith('/'), query });
  return sendRedirect(reply.header('cache-control', cacheControl(found)), location, 301);
}

type FoundSite = NonNullable<Awaited<ReturnType<typeof findSiteAt>>>;

/** Serves what a visitor may read of a site. */
async function serveSite(
  reply: FastifyReply,
  request: FastifyRequest,
  { address, found }: { address: ReaderPlace; found: FoundSite },
): Promise<FastifyReply> {
  const { site, tree, key } = found;
  const { base: siteBase, origin } = address;
  const hasNoOrigin = isWithoutOrigin(request, origin);
  if (hasNoOrigin) reply.headers(headersWithoutOrigin(request));
  const linked = takeMemberLink(request, site, address);
  if (linked) {
    if (linked.setCookie !== undefined) reply.header('set-cookie', linked.setCookie);
    return sendRedirect(reply.header('cache-control', 'no-store'), linked.url, 302);
  }
  const visitor = await readVisitor(site, {
    path: address.path,
    query: address.query,
    // The path of a cookie has no trailing slash, unless it is the root.
    sitePath: siteBase.slice(0, -1) || '/',
    cookies: request.headers.cookie,
    isSecure: origin.startsWith('https:'),
    now: request.clock.now(),
  });
  if (visitor.kind === 'refused') return sendStranger(reply, 401, visitor, await findOwner(request, site));
  if (visitor.kind === 'redirect') {
    if (visitor.setCookies.length > 0) reply.header('set-cookie', visitor.setCookies);
    return sendRedirect(reply.header('cache-control', 'no-store'), visitor.url, 302);
  }
  const { claims } = visitor;
  const visit: VisitContext = {
    site,
    base: key === undefined ? siteBase : `${siteBase}${encodeURIComponent(key)}/`,
    origin,
    publicUrl: request.service.publicUrl,
    tree: treeFor(site, tree, claims, (condition) => conditionHolds(condition, claims)),
    isPersonal: visitor.isKnown && site.adaptiveContent && tree.hasConditions,
    wholeTree: tree,
    segments: key === undefined ? address.segments : address.segments.slice(1),
    query: address.query,
    ...(hasNoOrigin ? withoutScript(appearanceOf(request, site)) : appearanceOf(request, site)),
  };
  return serveVisit(request, reply, visit);
}

/**
 * A site that was renamed is where its name is now; what is below it, is found there. A proxy that still asks for the former
 * name gets the page itself: an address on this server is none that its visitors have.
 */
async function redirectToSite(
  request: FastifyRequest,
  reply: FastifyReply,
  address: ReaderAddress,
): Promise<FastifyReply> {
  const { names, segments, query, path } = address;
  const below = segmentsBelowProxy(segments);
  const former = await findFormerSite(request.db, names);
  const current = former && { organization: former.organizationId, site: former.siteId };
  const found = current && (await findSiteAt(request, current, below ?? segments));
  const isSame = current?.organization === names.organization && current.site === names.site;
  if (!found || isSame) return sendNowhere(reply);
  const { site } = found;
  if (below) {
    const proxied = readProxiedAddress(site, address, below);
    return proxied ? serveSite(reply, request, { address: proxied, found }) : sendNowhere(reply);
  }
  const organization = site.organizationHostname ?? site.organizationId;
  const location = locationOf({
    segments: ['published', organization, site.basename ?? site.id, ...segments],
    isFolder: path.endsWith('/'),
    // A sign-in may still lead to the former address.
    query,
  });
  return sendRedirect(reply.header('cache-control', cacheControl({ site })), location, 301);
}

/** One response for everything undisclosed: no such site, not published, no valid key. */
function sendNowhere(reply: FastifyReply): FastifyReply {
  return sendStranger(reply, 404, { kind: 'not-found', suggestions: [], mayBeHidden: false });
}

/** The style sheet of pages that belong to no site has nothing after it. */
const NO_LOOK = '';

/** The title of a site's organization (decision 237). */
async function findOwner(
  { db }: FastifyRequest,
  { organizationId }: PublishedSite,
): Promise<string | undefined> {
  const organization = await db
    .selectFrom('organizations')
    .select('title')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return organization && visitorTitle(organization.title);
}

/** A page that says nothing about the site, not even its title and look; at most whose it is. */
function sendStranger(reply: FastifyReply, status: number, main: ReaderMain, owner?: string): FastifyReply {
  const style = reply.server.readerAssets.style(NO_LOOK);
  const page = renderReaderPage({
    language: 'en',
    site: { title: '', url: '/' },
    ...(owner !== undefined && { owner }),
    assets: style ? { style: `${COMMON_ASSETS}${style.name}` } : {},
    sections: [],
    variants: [],
    languages: [],
    tree: [],
    breadcrumbs: [],
    headerLinks: [],
    footerLinks: [],
    head: { alternates: [], isIndexed: false },
    main,
  });
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** The cookie that the reader's script sets when a visitor chooses a theme. */
const THEME_COOKIE = /(?:^|;\s*)reader-theme=(light|dark)(?:;|$)/;

type Appearance = Pick<VisitContext, 'theme' | 'assets'>;

function appearanceOf(
  { headers, server: { readerAssets: assets } }: FastifyRequest,
  site: PublishedSite,
): Appearance {
  const chosen = THEME_COOKIE.exec(headers.cookie ?? '')?.[1];
  const style = assets.style(lookCss(site.customization))?.name;
  const script = assets.script?.name;
  const referenceStyle = assets.referenceStyle?.name;
  return {
    theme: chosen === 'light' || chosen === 'dark' ? chosen : undefined,
    assets: {
      ...(style !== undefined && { style }),
      ...(referenceStyle !== undefined && { referenceStyle }),
      ...(script !== undefined && { script }),
    },
  };
}

function withoutScript({ theme, assets: { style, referenceStyle } }: Appearance): Appearance {
  return {
    theme,
    assets: {
      ...(style !== undefined && { style }),
      ...(referenceStyle !== undefined && { referenceStyle }),
    },
  };
}

async function serveVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: VisitContext,
): Promise<FastifyReply> {
  const isInternal = visit.segments[0] === INTERNAL;
  // Sections and site spaces that are older than the rule for names keep their addresses.
  const isItem = isInternal && isBelowItem(visit);
  if (isInternal && !isItem) return serveInternal(request, reply, visit);
  const found = await findPage(request, visit);
  if (isItem && found.kind === 'nothing') return serveInternal(request, reply, visit);
  if (found.kind === 'page') return sendPage(request, reply, visit, found);
  if (found.kind === 'redirect') return redirect(reply, visit, found.url, found.isPermanent);
  const [name = '', ...below] = visit.segments;
  const isFile = isFixedName(name) && below.length === 0;
  if (isFile && name === 'llms-full.txt') return serveFullText(request, reply, visit, 1);
  if (isFile && name === 'sitemap.xml' && isListed(visit)) return serveSiteSitemap(request, reply, visit);
  const file = isFile ? rootFile(visit, name) : undefined;
  if (file) return sendAnswer(request, reply, visit, { ...file, dependsOn: visit.segments });
  const former = await findFormer(request, visit);
  if (former !== undefined) return redirect(reply, visit, former, true);
  const manual = await findManual(request, visit);
  if (manual) return redirect(reply, visit, manual.url, manual.status === 301);
  return sendNotFound(request, reply, visit, found.place);
}

/** Whether the address begins with the path of a section or site space. */
function isBelowItem({ tree, segments }: VisitContext): boolean {
  const place = resolvePlace(tree, segments);
  return place !== undefined && place.rest.length < segments.length;
}

/** Files with fixed names; a page of that name comes first. */
function rootFile(visit: VisitContext, name: FixedName): { type: string; build: () => string } | undefined {
  if (name === 'robots.txt') return { type: TEXT, build: () => robotsText(visit) };
  if (!isListed(visit) || name === 'sitemap.xml') return undefined;
  return { type: TEXT, build: () => llmsIndex(visit) };
}
