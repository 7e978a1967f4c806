import type { FastifyRequest } from 'fastify';
import { parseUrl } from '#server/fetching/parse-url.ts';
import type { SiteNames } from './published-site.ts';

/** Where a visitor asks for something of a site. */
export interface ReaderAddress {
  names: SiteNames;
  /** Scheme and host that the visitor sees. */
  origin: string;
  /** The path of the site that the visitor sees, with a trailing slash. */
  base: string;
  /** The whole path that the visitor sees, encoded. */
  path: string;
  /** Decoded, below the site. */
  segments: string[];
  query: URLSearchParams;
}

/** Addresses with more segments lead nowhere. */
const MAX_SEGMENTS = 64;

/** The address below `/published/`; undefined where it is malformed or has too many segments. */
export function readAddress({
  url: text,
  service,
}: Pick<FastifyRequest, 'url' | 'service'>): ReaderAddress | undefined {
  const url = parseUrl(text, service.publishedUrl);
  const parts = url?.pathname.split('/') ?? [];
  // The router decodes it, but the console knows pages of sites by it (`reader-isolation.ts`).
  if (!url || parts[1] !== 'published' || parts.length > MAX_SEGMENTS) return undefined;
  try {
    const [, organization = '', site = '', ...segments] = parts
      .slice(1)
      .map((part) => decodeURIComponent(part));
    const base = `/published/${encodeURIComponent(organization)}/${encodeURIComponent(site)}/`;
    return {
      names: { organization, site },
      origin: service.publishedUrl,
      base,
      path: url.pathname,
      segments: segments.filter(Boolean),
      query: url.searchParams,
    };
  } catch {
    return undefined;
  }
}
