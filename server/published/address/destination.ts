import type { FastifyRequest } from 'fastify';
import { locationOf } from '#server/base/locations.ts';
import { findSiteServedAt } from '#server/sites/hostname-checks.ts';
import { hostnameOfHeader, originOfHostname } from '#server/sites/hostnames.ts';
import { publishedUrl } from '#server/sites/sites.rules.ts';
import { cacheControl } from '../visit/cache-control.ts';
import { type AddressedSite, findSiteAt } from '../visit/visit.ts';
import { findFormerSite, findSiteOfFormerHost } from './former-sites.ts';
import {
  readAddress,
  type ReaderAddress,
  readHostAddress,
  type ReaderPlace,
  readProxiedAddress,
  segmentsBelowProxy,
} from './reader-address.ts';
import { isAtConsole, NO_CACHE, readerLocation, siteHeaders } from './separate-origin.ts';

/** Where a request leads: to a site, to another address, or nowhere. */
export type Destination =
  | SiteDestination
  | { kind: 'redirect'; location: string; headers: Readonly<Record<string, string>> }
  /** No such site, not published, or no valid key: visitors can't tell these apart. */
  | { kind: 'nowhere' };

export interface SiteDestination extends AddressedSite {
  kind: 'site';
  /** The address as the visitor sees it. */
  address: ReaderPlace;
  headers: Readonly<Record<string, string>>;
  /** Whether pages may have a script here. */
  hasScript: boolean;
}

const NOWHERE: Destination = { kind: 'nowhere' };

function toSite(request: FastifyRequest, address: ReaderPlace, addressed: AddressedSite): SiteDestination {
  return { kind: 'site', address, ...addressed, ...siteHeaders(request, address.origin) };
}

/** A redirect to another address of a site; `addressed`: the site, whose redirects may be cached where its pages may. */
function toOtherAddress(location: string, addressed?: AddressedSite): Destination {
  const headers = addressed ? { 'cache-control': cacheControl(addressed) } : NO_CACHE;
  return { kind: 'redirect', location, headers };
}

/** The destination of an address below `/published/`. */
export async function findDestination(request: FastifyRequest): Promise<Destination> {
  const address = readAddress(request);
  if (!address) return NOWHERE;
  const below = segmentsBelowProxy(address.segments);
  const addressed = await findSiteAt(request, address.names, below ?? address.segments);
  if (!addressed) return findRenamedSite(request, address, below);
  const proxied = below && readProxiedAddress(addressed.site, address, below);
  if (proxied) return toSite(request, proxied, addressed);
  if (isAtConsole(request)) return toOtherAddress(readerLocation(request));
  const { site } = addressed;
  if (site.hostname === null || !site.isHostnameProven) return toSite(request, address, addressed);
  // Each page has one address: search engines and people keep the one at the host name.
  const { segments, path, query } = address;
  const origin = originOfHostname(site.hostname, request.service);
  const location = locationOf({ origin, segments, isFolder: path.endsWith('/'), query });
  return toOtherAddress(location, addressed);
}

/**
 * The destination of a site's former name: the same address below its current name. A proxy that still asks for the former
 * name gets the page itself, because its visitors have no address on this server.
 */
async function findRenamedSite(
  request: FastifyRequest,
  address: ReaderAddress,
  below: string[] | undefined,
): Promise<Destination> {
  const { names, segments, query, path } = address;
  const former = await findFormerSite(request.db, names);
  const current = former && { organization: former.organizationId, site: former.siteId };
  const addressed = current && (await findSiteAt(request, current, below ?? segments));
  const isSame = current?.organization === names.organization && current.site === names.site;
  if (!addressed || isSame) return NOWHERE;
  const { site } = addressed;
  if (below) {
    const proxied = readProxiedAddress(site, address, below);
    return proxied ? toSite(request, proxied, addressed) : NOWHERE;
  }
  const organization = site.organizationHostname ?? site.organizationId;
  const location = locationOf({
    segments: ['published', organization, site.basename ?? site.id, ...segments],
    isFolder: path.endsWith('/'),
    // A sign-in may still lead to the former address.
    query,
  });
  return toOtherAddress(location, addressed);
}

/** The destination of an address at the host name of a site; undefined at names that no site has or had. */
export async function findHostDestination(
  request: FastifyRequest,
  methods: readonly string[] = ['GET', 'HEAD'],
): Promise<Destination | undefined> {
  const { db, headers, method } = request;
  const hostname = hostnameOfHeader(headers.host);
  const isRead = methods.includes(method);
  const address = isRead ? readHostAddress(request) : undefined;
  const addressed = address && (await findSiteAt(request, { hostname }, address.segments));
  if (address && addressed) return toSite(request, address, addressed);
  if ((await findSiteServedAt(db, hostname)) !== undefined) return NOWHERE;
  const site = await findSiteOfFormerHost(db, hostname);
  const url = site && publishedUrl({ ...site, visibility: '', share_key: '' }, request.service);
  if (url === undefined) return undefined;
  const place = readHostAddress(request);
  const location = locationOf({
    origin: url.slice(0, -1),
    segments: place?.segments ?? [],
    isFolder: place?.path.endsWith('/') ?? true,
    query: place?.query,
  });
  return toOtherAddress(location);
}
