import type { FastifyRequest } from 'fastify';
import type { SiteDestination } from '../address/destination.ts';
import { appearanceOf, siteAt } from '../visit/appearance.ts';
import { conditionHolds } from '../visit/site-conditions.ts';
import { treeFor, type VisitContext } from '../visit/visit.ts';
import { takeMemberLink } from './site-members.ts';
import { readVisitor, type Visitor } from './visitors.ts';

/** The visit of a person who may read the site, or where they have to go first, or why they may not. */
export type Entry = { kind: 'visit'; visit: VisitContext } | Exclude<Visitor, { kind: 'visitor' }>;

/** Takes a member's link out of the address, then lets the visitor in with the tree that they may see. */
export async function openSite(
  request: FastifyRequest,
  { site, tree, key, address, hasScript }: SiteDestination,
): Promise<Entry> {
  const memberLink = takeMemberLink(request, site, address);
  if (memberLink) return { kind: 'redirect', ...memberLink };
  const { base: siteBase, origin, path, query } = address;
  const visitor = await readVisitor(site, {
    path,
    query,
    // The path of a cookie has no trailing slash, unless it is the root.
    sitePath: siteBase.slice(0, -1) || '/',
    cookies: request.headers.cookie,
    isSecure: origin.startsWith('https:'),
    now: request.clock.now(),
  });
  if (visitor.kind !== 'visitor') return visitor;
  const { claims, isKnown } = visitor;
  const isCounting = request.server.siteFigures !== undefined;
  const countsVisits = site.countsVisits && isCounting;
  // The form of a page without an origin would come from nowhere.
  const asksFeedback = site.asksFeedback && isCounting && hasScript;
  const visit = {
    site: siteAt(request, { ...site, countsVisits, asksFeedback }),
    base: key === undefined ? siteBase : `${siteBase}${encodeURIComponent(key)}/`,
    origin,
    publicUrl: request.service.publicUrl,
    tree: treeFor(site, tree, claims, (condition) => conditionHolds(condition, claims)),
    visitor: { claims, isKnown },
    isPersonal: isKnown && site.adaptiveContent && tree.hasConditions,
    isWithoutOrigin: !hasScript,
    wholeTree: tree,
    segments: key === undefined ? address.segments : address.segments.slice(1),
    query,
    ...appearanceOf(request, site, { hasScript }),
  };
  return { kind: 'visit', visit };
}
