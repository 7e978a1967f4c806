import type { FastifyRequest } from 'fastify';
import { findManualRedirect } from '#server/sites/redirects.queries.ts';
import { pathOfTarget, type RedirectTarget } from '#server/sites/redirects.rules.ts';
import { loadContent } from '../search/site-search.ts';
import type { VisitContext } from '../view/navigation-view.ts';
import { pageUrl } from '../visit/reader-content.ts';
import { findPlace, siteSpaceUrl, type VisibleTree, visibleTree } from '../visit/site-tree.ts';
import { findFormerAddress } from './former-addresses.ts';
import { findPage } from './page-answers.ts';

/** Where what had this address lives now, if the visitor may see it. */
export async function findFormer(request: FastifyRequest, visit: VisitContext): Promise<string | undefined> {
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

/** The target of a written redirect; addresses of this site begin where the visitor reads it. */
export async function findManual(
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
