import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackify } from 'node:util';
import { forbidden } from '#server/base/errors.ts';
import { sendRedirect } from '#server/base/locations.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { SharedReads } from '#server/database/engine/shared-reads.ts';
import { HEALTH_ROUTE } from '#server/plugins/health.ts';
import { normalizeHostname } from '#server/sites/hostnames.ts';
import { ServedNames } from '#server/sites/served-names.ts';
import {
  type Destination,
  findDestination,
  findHostDestination,
  type SiteDestination,
} from './address/destination.ts';
import { COMMON_ASSETS } from './address/reader-address.ts';
import { readerHeaders } from './address/reader-headers.ts';
import { keepAtReader } from './address/separate-origin.ts';
import { sendAsset } from './answers/send-asset.ts';
import { NO_LOOK, sendNowhere, sendRefusal } from './answers/stranger-page.ts';
import { serveVisit } from './fallbacks.ts';
import { openPreview } from './gate/open-preview.ts';
import { openSite } from './gate/open-site.ts';
import type { ReaderAssets } from './layout/reader-assets.ts';
import { createSiteSearches } from './search/site-search.ts';
import type { FindDraftedTree } from './visit/drafted-tree.ts';
import { PREVIEW_PREFIX } from './visit/preview-address.ts';
import type { PublishedSite } from './visit/published-site.ts';

declare module 'fastify' {
  interface FastifyInstance {
    servedNames: ServedNames;
  }
}

/** Serves published sites below `/published/{organization}/{site}/`. */
export function registerPublishedSites(
  app: FastifyInstance,
  {
    assets,
    engine,
    findDraftedTree,
  }: { assets: ReaderAssets; engine: Connection['engine']; findDraftedTree: FindDraftedTree },
): void {
  app.decorate('readerAssets', assets);
  app.decorate('findDraftedTree', findDraftedTree);
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
    app.get(url, onlyHere, async (request, reply) => sendNowhere(request, reply));
  }
  // The address is read from the URL: the router limits the length of parameters.
  app.get('/published/:organization/*', onlyHere, retrying(serve));
  app.get(`${PREVIEW_PREFIX}*`, onlyHere, retrying(servePreview));
  void app.register(registerReaderForms);
  app.get(`${COMMON_ASSETS}:name`, onlyHere, serveCommonAsset);
}

/** Where forms of readers are sent at host names of sites; a shared site has its key before. */
const HOST_FORMS: ReadonlySet<string> = new Set(['/~seen', '/~feedback', '/:key/~seen', '/:key/~feedback']);

/** What readers send: plain forms, which need no script. */
async function registerReaderForms(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.post('/published/:organization/*', async (request, reply) => {
    reply.headers(readerHeaders(request));
    return takeForm(request, reply, await findDestination(request));
  });
  for (const url of HOST_FORMS) {
    app.post(url, async (request, reply) => {
      const destination =
        request.hostKind === 'other' ? await findHostDestination(request, ['POST']) : undefined;
      return takeForm(request, reply, destination ?? { kind: 'nowhere' });
    });
  }
}

/** Takes the form of a reader at a site that they may read. */
async function takeForm(
  request: FastifyRequest,
  reply: FastifyReply,
  destination: Destination,
): Promise<FastifyReply> {
  // A page of somebody else must not speak for those who open it.
  const { 'sec-fetch-site': from } = request.headers;
  if (from !== undefined && from !== 'same-origin')
    throw forbidden('Forms of a published site are sent from its own pages.');
  return serveDestination(request, reply, destination);
}

/** Routes that the origin of published sites has, where it is not the console's. */
const READER_ROUTE = /^\/(published|livez|readyz)(\/|$)/;

/**
 * At the origin of published sites, and at the host names of sites, there is nothing of the console and the interface.
 */
export function registerReaderHosts(app: FastifyInstance): void {
  const serveOther = callbackify(retrying(serveHost));
  app.addHook('onRequest', (request, reply, done) => {
    const { hostKind, routeOptions } = request;
    const served = hostKind === 'reader' ? READER_ROUTE : HEALTH_ROUTE;
    if (hostKind === 'console' || served.test(routeOptions.url ?? '')) return done();
    if (hostKind === 'other' && HOST_FORMS.has(routeOptions.url ?? '')) return done();
    if (hostKind === 'reader') return void sendNowhere(request, reply);
    // Behind a response that is sent, `done` ends the request.
    return serveOther(request, reply, (error) => done(error ?? undefined));
  });
}

/** Serves the site whose host name a request has. A name that is no site's is one more name of the console. */
async function serveHost(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Who may not read the site sees a page, too, and that page has a style.
  if (isRead && request.url.startsWith(COMMON_ASSETS)) return serveCommonAsset(request, reply);
  const destination = await findHostDestination(request);
  return destination && serveDestination(request, reply, destination);
}

/** Reading goes on elsewhere where a database ends. */
function retrying<T>(serveRead: (request: FastifyRequest, reply: FastifyReply) => Promise<T>) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<T> =>
    reply.retryRead(() => {
      // Of a read that begins again, nothing counts twice.
      request.figures = undefined;
      return serveRead(request, reply);
    });
}

/** Serves an address below `/published/{organization}/`. */
async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(readerHeaders(request));
  const destination = await findDestination(request);
  return serveDestination(request, reply, destination);
}

/** Serves previews; their first segment says what they show. */
async function servePreview(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(readerHeaders(request));
  const visit = await openPreview(request);
  return visit ? serveVisit(request, reply, visit) : sendNowhere(request, reply);
}

function serveDestination(
  request: FastifyRequest,
  reply: FastifyReply,
  destination: Destination,
): FastifyReply | Promise<FastifyReply> {
  switch (destination.kind) {
    case 'site':
      return serveSite(request, reply.headers(destination.headers), destination);
    case 'redirect':
      return sendRedirect(reply.headers(destination.headers), destination.location, 301);
    case 'nowhere':
      return sendNowhere(request, reply);
  }
}

/** Serves what a visitor may read of a site, or sends them where they have to go first. */
async function serveSite(
  request: FastifyRequest,
  reply: FastifyReply,
  destination: SiteDestination,
): Promise<FastifyReply> {
  const entry = await openSite(request, destination);
  if (entry.kind === 'visit') return serveVisit(request, reply, entry.visit);
  if (entry.kind === 'refused') return sendRefusal(request, reply, destination.site, entry);
  if (entry.setCookies.length > 0) reply.header('set-cookie', entry.setCookies);
  return sendRedirect(reply.header('cache-control', 'no-store'), entry.url, 302);
}

async function serveCommonAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asset = reply.server.readerAssets.find(request.url.slice(COMMON_ASSETS.length), NO_LOOK);
  return asset ? sendAsset(request, reply, asset) : sendNowhere(request, reply);
}
