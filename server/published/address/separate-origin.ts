import type { FastifyReply, FastifyRequest } from 'fastify';
import { locationOf, requestedUrl, segmentsOf, sendRedirect } from '#server/base/locations.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { hostnameOfHeader } from '#server/sites/hostnames.ts';
import { PROXIED } from '#server/sites/reserved-names.ts';
import { readerHeaders } from './reader-headers.ts';

/** Kept, but never used without asking. */
const NO_CACHE = 'no-cache';

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
    ? redirectToReader(request, reply)
    : undefined;
}

/** Sends a visitor to the same address at the origin of published sites; links for a proxy would lead nowhere there. */
export function redirectToReader({ url: text, service }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = requestedUrl(text, service.publicUrl);
  const path = url?.pathname.replace(`/${PROXIED}`, '/') ?? '/published';
  const location = locationOf({
    origin: service.publishedUrl,
    segments: segmentsOf(path) ?? ['published'],
    isFolder: path.endsWith('/'),
    query: url?.searchParams,
  });
  return sendRedirect(reply.header('cache-control', NO_CACHE), location, 301);
}

/**
 * Whether a page for a proxy is shown without scripts and without an origin: a proxy that asks at the console gets it
 * (decision 184), and so would anybody's browser. Browsers cannot name the proxy's host as the one they came from. At the
 * hostname of a site there is no console to keep it from.
 */
export function isWithoutOrigin(request: FastifyRequest, origin: string): boolean {
  if (!isAtConsole(request) || request.hostKind !== 'console') return false;
  const [forwarded = ''] = [request.headers['x-forwarded-host']].flat();
  return hostnameOfHeader(forwarded) !== parseUrl(origin)?.hostname;
}

/** The policy of a page that is shown so. */
export function headersWithoutOrigin(request: FastifyRequest): Record<string, string> {
  const headers = readerHeaders(request);
  const sandbox = 'sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
  return {
    ...headers,
    'content-security-policy': `${headers['content-security-policy']}; ${sandbox}`,
    // A page with an opaque origin can belong to no group of pages.
    'cross-origin-opener-policy': 'unsafe-none',
  };
}
