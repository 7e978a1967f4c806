import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { Membership } from '#server/access/actor.ts';
import { levelOn, visibleSpaces } from '#server/access/content-access.ts';
import {
  MEMBER_COOKIE,
  memberCookieOf,
  readMemberCookie,
  readMemberLink,
} from '#server/access/member-cookie.ts';
import { findSessionMembership } from '#server/access/membership.queries.ts';
import { LEVEL } from '#server/access/roles.ts';
import { appUrl } from '#server/base/service-settings.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { canViewSites } from '#server/sites/sites.rules.ts';
import type { ReaderPlace } from '../address/reader-address.ts';
import type { ReaderMember } from '../layout/reader-view.ts';
import type { PublishedSite } from '../visit/published-site.ts';
import type { Place } from '../visit/site-tree.ts';
import type { Visit } from '../visit/visit.ts';

/** The parameter by which the console makes a member known to a site at another host. */
export const MEMBER_PARAMETER = 'reader_member';

/**
 * Where to go on from a link that makes a member known: the same address without it, with a cookie of the site. A link
 * that has expired changes nothing. Undefined where the address is no such link.
 */
export function takeMemberLink(
  { service, clock }: Pick<FastifyRequest, 'service' | 'clock'>,
  { id: siteId }: Pick<PublishedSite, 'id'>,
  { path, base, origin, query }: ReaderPlace,
): { url: string; setCookies: string[] } | undefined {
  const link = query.get(MEMBER_PARAMETER);
  if (link === null) return undefined;
  const rest = new URLSearchParams([...query].filter(([name]) => name !== MEMBER_PARAMETER)).toString();
  const sessionId = readMemberLink(service, link, { siteId, now: clock.now() });
  const url = rest === '' ? path : `${path}?${rest}`;
  if (sessionId === undefined) return { url, setCookies: [] };
  const cookie = fastifyCookie.serialize(MEMBER_COOKIE, memberCookieOf(service, sessionId, siteId), {
    path: base.replace(/(?<=.)\/$/, ''),
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.startsWith('https:'),
  });
  return { url, setCookies: [cookie] };
}

/** Longer ones are not ours. */
const MAX_COOKIE_LENGTH = 200;

/**
 * The links into the console for the reader of a page, if they are a member with a living session who sees
 * sites there. Visitors without the cookie of members cost no statement. A page of a space that the member
 * may not read leads to the site only.
 */
export async function findMember(
  request: Pick<FastifyRequest, 'db' | 'service' | 'clock' | 'headers'>,
  { site, preview }: Pick<Visit, 'site' | 'preview'>,
  { place, page }: { place?: Place | undefined; page?: StoredPage | undefined },
): Promise<ReaderMember | undefined> {
  const { db, service, clock, headers } = request;
  const value = preview ? undefined : fastifyCookie.parse(headers.cookie ?? '')[MEMBER_COOKIE];
  if (value === undefined || value.length > MAX_COOKIE_LENGTH) return undefined;
  const sessionId = readMemberCookie(service, value, site.id);
  if (sessionId === undefined) return undefined;
  const { organizationId } = site;
  const member = await findSessionMembership(db, organizationId, { sessionId, now: clock.now() });
  if (!member || !canViewSites(member)) return undefined;
  const organization = appUrl(service, `/o/${organizationId}`);
  const item = place ? `?item=${place.siteSpace.id}` : '';
  const structureUrl = `${organization}/sites/${site.id}/structure${item}`;
  const spaceId = place?.siteSpace.spaceId;
  if (!page || spaceId === undefined) return { consoleUrl: structureUrl };
  const level = await findLevel(request, member, spaceId);
  if (level < LEVEL.read) return { consoleUrl: structureUrl };
  const space = `${organization}/spaces/${spaceId}`;
  const proposeUrl = `${space}/changes/new?page=${page.id}`;
  // The text of other pages is made from something else.
  const isWritten = page.type === 'document';
  return {
    consoleUrl: `${space}/pages/${page.id}`,
    structureUrl,
    ...(isWritten && level >= LEVEL.edit && { proposeUrl }),
    ...(isWritten && level >= LEVEL.comment && { correctUrl: proposeUrl }),
  };
}

/** A member's level on a space; 0 where they do not see it. */
async function findLevel(
  { db }: Pick<FastifyRequest, 'db'>,
  member: Membership,
  spaceId: string,
): Promise<number> {
  const row = await visibleSpaces(db, member, member.organizationId)
    .select(levelOn(member, 'spaces').as('level'))
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst();
  return row?.level ?? LEVEL.guest;
}
