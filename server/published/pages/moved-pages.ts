import type { FastifyRequest } from 'fastify';
import { findManualRedirect } from '#server/sites/redirects.queries.ts';
import { pathOfTarget, type RedirectTarget } from '#server/sites/redirects.rules.ts';
import { redirect, type Serve } from '../answers/answers.ts';
import { loadContent } from '../visit/load-contents.ts';
import { pageUrl } from '../visit/reader-content.ts';
import { findPlace, resolvePlace, siteSpaceUrl, type VisibleTree, visibleTree } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import { findFormerAddress } from './former-addresses.ts';
import { findFormerOperation } from './former-operations.ts';
import { findPage } from './page-answers.ts';

/** Returns the redirect to the current address of an item that had this one before. */
export async function findFormerAnswer(
  request: FastifyRequest,
  visit: VisitContext,
): Promise<Serve | undefined> {
  const url = (await findCurrentUrl(request, visit)) ?? (await findOperationUrl(request, visit));
  return url === undefined ? undefined : (_request, reply) => redirect(reply, visit, url, true);
}

/** Returns the redirect that an author set for the address. */
export async function findRedirectAnswer(
  request: FastifyRequest,
  visit: VisitContext,
): Promise<Serve | undefined> {
  const target = await findManual(request, visit);
  return target && ((_request, reply) => redirect(reply, visit, target.url, target.status === 301));
}

/** The current URL of the item that had this address, if the visitor may see it. */
async function findCurrentUrl(request: FastifyRequest, visit: VisitContext): Promise<string | undefined> {
  const { site, wholeTree, base, segments } = visit;
  const former = await findFormerAddress(request.db, site.id, wholeTree, segments);
  const place = former && findPlace(visit.tree, former.siteSpaceId);
  if (!former || !place) return undefined;
  const spaceUrl = siteSpaceUrl(base, place);
  if (former.pageId === null) return spaceUrl;
  const content = await loadContent(request, visit, place);
  const entry = content?.byId.get(former.pageId);
  return content && entry && pageUrl(spaceUrl, content, entry.page);
}

/** The current URL of the operations that had this address in an earlier version of their specification. */
async function findOperationUrl(request: FastifyRequest, visit: VisitContext): Promise<string | undefined> {
  const place = resolvePlace(visit.tree, visit.segments);
  const content = place && place.rest.length > 0 ? await loadContent(request, visit, place) : undefined;
  if (!place || !content || content.specVersions.size === 0) return undefined;
  const { organizationId } = visit.site;
  const entry = await findFormerOperation(request.db, organizationId, content, place.rest.join('/'));
  return entry && pageUrl(siteSpaceUrl(visit.base, place), content, entry.page);
}

/** The target of a written redirect; addresses of this site begin where the visitor reads it. */
async function findManual(
  request: FastifyRequest,
  visit: VisitContext,
): Promise<{ url: string; status: number } | undefined> {
  const isLiving = async (path: string) => {
    const segments = path.split('/').filter(Boolean).map(decodeText);
    return (await findPage(request, { ...visit, segments })).kind !== 'nothing';
  };
  const target = await findManualRedirect(request.db, visit.site.id, visit.segments.join('/'), isLiving);
  if (!target || (await isHiddenPath(request, visit, target))) return undefined;
  const isInside = target.url.startsWith('/');
  return { url: isInside ? visit.base + target.url.slice(1) : target.url, status: target.status };
}

/** Whether a path of the site leads to something that this visitor may not know of. */
async function isHiddenPath(
  request: FastifyRequest,
  visit: VisitContext,
  target: RedirectTarget,
): Promise<boolean> {
  const path = pathOfTarget(target);
  if (path === undefined) return false;
  const segments = path.split('/').filter(Boolean).map(decodeText);
  const findIn = async (tree: VisibleTree) =>
    (await findPage(request, { ...visit, tree, segments })).kind !== 'nothing';
  if (await findIn(visit.tree)) return false;
  return findIn(visibleTree(visit.wholeTree, () => true));
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
