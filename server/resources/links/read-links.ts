import type { FastifyRequest } from 'fastify';
import { readLinkFacts } from '#server/content/links/document-facts.ts';
import { type ResolvedLink, resolveLinks } from '#server/content/links/resolve-links.ts';
import { findPage, textIdsOf } from '#server/content/page-tree.ts';
import { requireRevision, type StoredRevision } from '#server/content/revisions.ts';
import type { StoredPage } from '#server/content/storage.ts';
import { notFound } from '#server/errors.ts';
import { type BasePath, type ContentBase, loadContent } from '../change-requests/content-base.ts';
import { findOrganization } from '../organizations/organizations.queries.ts';
import { type JudgedLink, tellBroken } from './link-groups.ts';
import { type LinkPlace, linkPlace } from './links.view.ts';

/** A request for links, of whichever base. */
export type LinksRequest = Pick<FastifyRequest, 'db' | 'actor' | 'service' | 'clock' | 'cursors'>;

/** The links of a content, with what showing them takes. */
export interface FoundLinks {
  base: ContentBase;
  revision: StoredRevision;
  links: JudgedLink[];
  place: LinkPlace;
}

/** All links of a space or change request, or of one of its pages; 404 where there is no such page. */
export async function findLinks(
  request: LinksRequest,
  path: BasePath & { pageId?: string },
): Promise<FoundLinks> {
  const { db, service, clock } = request;
  const { base, revision } = await loadContent(request, path);
  const { pageId } = path;
  if (pageId !== undefined && !findPage(revision.pages, pageId)) throw notFound('page');
  const links = await linksOf(request, revision, pageId);
  const organization = await findOrganization(db, base.space.organization_id);
  const place = linkPlace(base, organization, { service, now: clock.now() });
  const { changeRequest } = base;
  if (!changeRequest) return { base, revision, links, place };
  const isUnchanged = changeRequest.base_revision_id === revision.id;
  const before = isUnchanged
    ? links
    : await linksOf(
        request,
        await requireRevision(db, base.space.id, changeRequest.base_revision_id),
        pageId,
      );
  return { base, revision, links: tellBroken(links, before), place };
}

/** The links of a revision, or of the page with an id where the revision has it. */
async function linksOf(
  { db, service }: LinksRequest,
  revision: StoredRevision,
  pageId: string | undefined,
): Promise<ResolvedLink[]> {
  const page = pageId === undefined ? undefined : findPage(revision.pages, pageId);
  if (pageId !== undefined && !page) return [];
  const facts = await readLinkFacts(db, textIdsOf(revision.pages));
  return resolveLinks({ ...revision, facts, publicUrl: service.publicUrl }, page);
}

/** The pages with a link to a file or a picture of it, each once, in the order of the tree. */
export function pagesWithFile(links: readonly ResolvedLink[], fileId: string): StoredPage[] {
  return [...new Set(links.filter(({ target }) => target.file?.id === fileId).map(({ page }) => page))];
}
