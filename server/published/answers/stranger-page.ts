import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorTitle } from '#server/content/visitor-text/visitor-text.ts';
import { COMMON_ASSETS } from '../address/reader-address.ts';
import { readerHeaders } from '../address/reader-headers.ts';
import { renderReaderPage } from '../layout/layout.ts';
import type { ReaderMain } from '../layout/reader-view.ts';
import type { PublishedSite } from '../visit/published-site.ts';

/** The style sheet of pages that belong to no site has nothing after it. */
export const NO_LOOK = '';

/** Sends one page for everything undisclosed: no such site, not published, no valid key. */
export function sendNowhere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(readerHeaders(request));
  return sendStranger(reply, 404, { kind: 'not-found', suggestions: [], mayBeHidden: false });
}

/** Tells a visitor who may not read a site why, and whose it is (decision 237). */
export async function sendRefusal(
  { db }: Pick<FastifyRequest, 'db'>,
  reply: FastifyReply,
  { organizationId }: PublishedSite,
  reason: Extract<ReaderMain, { kind: 'refused' }>,
): Promise<FastifyReply> {
  const organization = await db
    .selectFrom('organizations')
    .select('title')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return sendStranger(reply, 401, reason, organization && visitorTitle(organization.title));
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
