import type { FastifyReply, FastifyRequest } from 'fastify';
import { locationOf, requestedUrl, segmentsOf, sendRedirect } from '#server/base/locations.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { hostnameOfHeader } from '#server/sites/hostnames.ts';
import { PROXIED } from '#server/sites/reserved-names.ts';
import { readerHeaders } from './reader-headers.ts';

/** For redirects that are kept, but never used without asking. */
export const NO_CACHE = { 'cache-control': 'no-cache' };

/** Whether something of a published site is asked for at the console, while these sites have an origin of their own. */
export function isAtConsole({
  hostKind,
  service: { publicUrl, publishedUrl },
}: Pick<FastifyRequest, 'hostKind' | 'service'>): boolean {
  return publishedUrl !== publicUrl && hostKind !== 'reader';
}

const BELOW_PROXY = new RegExp(`^/published/[^/]+/[^/]+/${PROXIED}`);

/** Sends visitors to the origin of published sites. What a proxy asks for stays with its visitors, who know no other address. */
export async function keepAtReader(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  return isAtConsole(request) && !BELOW_PROXY.test(request.url)
    ? sendRedirect(reply.headers(NO_CACHE), readerLocation(request), 301)
    : undefined;
}

/** The same address at the origin of published sites; links for a proxy would lead nowhere there. */
export function readerLocation({ url: text, service }: Pick<FastifyRequest, 'url' | 'service'>): string {
  const url = requestedUrl(text, service.publicUrl);
  const path = url?.pathname.replace(`/${PROXIED}`, '/') ?? '/published';
  return locationOf({
    origin: service.publishedUrl,
    segments: segmentsOf(path) ?? ['published'],
    isFolder: path.endsWith('/'),
    query: url?.searchParams,
  });
}

/**
 * Whether a page for a proxy is shown without scripts and without an origin: a proxy that asks at the console gets it
 * (decision 184), and so would anybody's browser. Browsers cannot name the proxy's host as the one they came from. At the
 * hostname of a site there is no console to keep it from.
 */
function isWithoutOrigin(request: FastifyRequest, origin: string): boolean {
  if (!isAtConsole(request) || request.hostKind !== 'console') return false;
  const [forwarded = ''] = [request.headers['x-forwarded-host']].flat();
  return hostnameOfHeader(forwarded) !== parseUrl(origin)?.hostname;
}

/** The headers of a site at the origin that its visitor sees, and whether its pages may have a script. */
export function siteHeaders(
  request: FastifyRequest,
  origin: string,
): { headers: Record<string, string>; hasScript: boolean } {
  const headers = readerHeaders(request);
  if (!isWithoutOrigin(request, origin)) return { headers, hasScript: true };
  const sandbox = 'sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
  const opaque = {
    ...headers,
    'content-security-policy': `${headers['content-security-policy']}; ${sandbox}`,
    // A page with an opaque origin can belong to no group of pages.
    'cross-origin-opener-policy': 'unsafe-none',
  };
  return { headers: opaque, hasScript: false };
}
