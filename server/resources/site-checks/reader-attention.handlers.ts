import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { dayOf } from '#server/insights/daily-salt.ts';
import { canChangeSites } from '#server/sites/sites.rules.ts';
import { readSitePages } from '../sites/site-pages.queries.ts';
import {
  ANSWER_DAYS,
  FIGURE_DAYS,
  findBrokenAddresses,
  findDeadLinks,
  findFirstSpaces,
  findUnhelpfulPages,
  findVainSearches,
} from './reader-attention.queries.ts';
import { toFindingView } from './site-checks.rules.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What readers of all sites of an organization miss. */
export const readerAttentionHandlers = {
  async getReaderAttention(request) {
    const { actor, params } = request;
    const member = membershipOr404(actor, params.organizationId);
    if (!canChangeSites(member))
      throw forbidden('You need the role "create" or higher in this organization to see what readers miss.');
    return readAttention(request, member);
  },
} satisfies Handlers<'getReaderAttention'>;

const toAddressView = ({
  siteId: id,
  siteTitle: title,
  path,
  count,
}: Awaited<ReturnType<typeof findBrokenAddresses>>[number]) => ({ site: { id, title }, path, count });

async function readAttention(
  { db, clock, server }: Pick<FastifyRequest, 'db' | 'clock' | 'server'>,
  member: Membership,
) {
  const { organizationId } = member;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const from = dayOf(daysAgo(FIGURE_DAYS - 1));
  const isCounting = server.siteFigures !== undefined;
  const [searches, addresses, pages, links] = await Promise.all([
    isCounting ? findVainSearches(db, organizationId, from) : [],
    isCounting ? findBrokenAddresses(db, organizationId, from) : [],
    findUnhelpfulPages(db, organizationId, daysAgo(ANSWER_DAYS)),
    findDeadLinks(db, member),
  ]);
  const siteIds = searches.map(({ siteId }) => siteId);
  const spaces = await findFirstSpaces(db, member, siteIds);
  return {
    object: 'reader-attention' as const,
    searches: searches.map(({ siteId, siteTitle: title, words, count }) => {
      const space = spaces.get(siteId);
      return { site: { id: siteId, title }, words, count, ...(space && { space }) };
    }),
    addresses: addresses.map(toAddressView),
    pages: await namePages(db, member, pages),
    links: links.map(toFindingView),
  };
}

/** Without pages that the member may not read, and those that were deleted. */
async function namePages(
  db: Kysely<Database>,
  member: Membership,
  rows: Awaited<ReturnType<typeof findUnhelpfulPages>>,
) {
  const readers = [...new Set(rows.map(({ siteId }) => siteId))].map(async (siteId) => {
    const places = rows.filter((row) => row.siteId === siteId).map(({ siteSpaceId }) => siteSpaceId);
    return [siteId, await readSitePages(db, { member, siteId }, places)] as const;
  });
  const findPageOf = new Map(await Promise.all(readers));
  return rows.flatMap(({ siteId, siteTitle, siteSpaceId, spaceId, pageId, count }) => {
    const page = findPageOf.get(siteId)?.(siteSpaceId, pageId);
    if (!page) return [];
    const { id, title, path } = page;
    return [{ site: { id: siteId, title: siteTitle }, page: { id, title, path, spaceId }, count }];
  });
}
