import type { FastifyRequest } from 'fastify';
import { locationOf, requestedUrl, segmentsOf } from '#server/base/locations.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { hostnameOfHeader, originOfHostname } from '#server/sites/hostnames.ts';
import { PROXIED } from '#server/sites/reserved-names.ts';
import type { PublishedSite, SiteNames } from '../visit/published-site.ts';

/** Where a visitor asks for something of a site. */
export interface ReaderPlace {
  /** Scheme and host that the visitor sees. */
  origin: string;
  /** The path of the site that the visitor sees, with a trailing slash. */
  base: string;
  /** The whole path that the visitor sees, encoded, as `locationOf` writes it. */
  path: string;
  /** Decoded, below the site. */
  segments: string[];
  query: URLSearchParams;
}

/** An address on this server, which names the site. */
export interface ReaderAddress extends ReaderPlace {
  names: SiteNames;
}

/** The assets of pages that belong to no site: `/published/~/assets/{name}`. */
export const COMMON_ASSETS = '/published/~/assets/';

/** Addresses with more segments lead nowhere. */
const MAX_SEGMENTS = 64;

/** The address below `/published/`; undefined where it is malformed or has too many segments. */
export function readAddress({
  url: text,
  service,
}: Pick<FastifyRequest, 'url' | 'service'>): ReaderAddress | undefined {
  const path = readPath(text, service.publishedUrl);
  // The router decodes it, but the console knows pages of sites by it (`reader-isolation.ts`).
  if (!path || !/^\/published(\/|$)/.test(path.url.pathname)) return undefined;
  const [, organization = '', site = '', ...segments] = path.parts;
  return {
    names: { organization, site },
    origin: service.publishedUrl,
    base: locationOf({ segments: ['published', organization, site], isFolder: true }),
    path: path.path,
    segments: segments.filter(Boolean),
    query: path.url.searchParams,
  };
}

/** The address at the host name of a site, where the whole path is the site's. */
export function readHostAddress({
  url: text,
  headers,
  service,
}: Pick<FastifyRequest, 'url' | 'headers' | 'service'>): ReaderPlace | undefined {
  const origin = originOfHostname(hostnameOfHeader(headers.host), service);
  const path = readPath(text, origin);
  if (!path) return undefined;
  return {
    origin,
    base: '/',
    path: path.path,
    segments: path.parts.filter(Boolean),
    query: path.url.searchParams,
  };
}

const PROXIED_SEGMENTS = PROXIED.split('/').filter(Boolean);

/** The segments below `~/proxied/`, where a shared site has its key; undefined for other addresses. */
export function segmentsBelowProxy(segments: readonly string[]): string[] | undefined {
  const isBelow = PROXIED_SEGMENTS.every((segment, at) => segments[at] === segment);
  return isBelow ? segments.slice(PROXIED_SEGMENTS.length) : undefined;
}

/** The address that the visitor of a proxy sees; undefined where the site has none. */
export function readProxiedAddress(
  { proxy }: Pick<PublishedSite, 'proxy'>,
  address: ReaderPlace,
  segments: string[],
): ReaderPlace | undefined {
  const url = proxy === null ? undefined : parseUrl(`https://${proxy}/`);
  if (!url) return undefined;
  const isFolder = address.path.endsWith('/');
  return {
    ...address,
    origin: url.origin,
    base: url.pathname,
    path: url.pathname.replace(/\/$/, '') + locationOf({ segments, isFolder }),
    segments,
  };
}

/** The URL of a path with its decoded segments; undefined where it is malformed or has too many. */
function readPath(text: string, origin: string): { url: URL; parts: string[]; path: string } | undefined {
  const url = requestedUrl(text, origin);
  const parts = url && segmentsOf(url.pathname)?.slice(1);
  if (!parts || parts.length > MAX_SEGMENTS) return undefined;
  return { url, parts, path: locationOf({ segments: parts, isFolder: url.pathname.endsWith('/') }) };
}
