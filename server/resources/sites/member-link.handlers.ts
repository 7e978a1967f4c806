import { MEMBER_LINK_MS, memberLinkOf } from '#server/access/member-cookie.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { MEMBER_PARAMETER } from '#server/published/gate/site-members.ts';
import { loadSite } from '#server/sites/load-site.ts';
import { publishedUrl } from '#server/sites/sites.rules.ts';

export const memberLinkHandlers = {
  async getSiteMemberLink(request) {
    const { query, service, actor, clock } = request;
    const { site } = await loadSite(request);
    const siteUrl = publishedUrl(site, service);
    if (siteUrl === undefined) throw notFound('published site');
    const url = parseUrl(query.url ?? siteUrl);
    if (!url?.href.startsWith(siteUrl)) throw badValue('query.url', `must begin with ${siteUrl}`);
    const { sessionId } = actor;
    if (sessionId === null) return { object: 'site-member-link', url: url.href };
    const expiresAt = clock.now().getTime() + MEMBER_LINK_MS;
    url.searchParams.set(MEMBER_PARAMETER, memberLinkOf(service, { sessionId, siteId: site.id, expiresAt }));
    return { object: 'site-member-link', url: url.href, expiresAt: new Date(expiresAt).toISOString() };
  },
} satisfies Handlers<'getSiteMemberLink'>;
