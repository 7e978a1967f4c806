import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { LinkPage } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { notFound } from '#server/base/errors.ts';
import { findPage, linkedTextIds } from '#server/content/pages/page-tree.ts';
import { addressesOfFiles, withConnectedPages } from '#server/content/stored/connected-pages.ts';
import { loadTextLinks } from '#server/content/stored/parsed-texts.ts';
import {
  loadNamedOutlines,
  specificationNames,
} from '#server/content/stored/references/linked-specifications.ts';
import { type LinkTarget, type ResolvedLink, resolveLinks } from '#server/content/stored/resolve-links.ts';
import { getRevision, type StoredRevision } from '#server/content/stored/revisions.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type BasePath, type ContentBase, loadContent } from '../change-requests/content-base.ts';
import { findOrganization } from '../organizations/organizations.queries.ts';
import { matchSpaces, selectSpaces } from '../spaces/spaces.queries.ts';
import type { SpaceRow } from '../spaces/spaces.rules.ts';
import {
  type CheckedLink,
  type LinkViewContext,
  createLinkViewContext,
  markBrokenIn,
  type LinkedSpaces,
} from './links.rules.ts';

/** Base query: visible spaces with broken links in their current content. */
export function selectBrokenSpaces(db: Kysely<Database>, viewer: Membership) {
  return visibleSpaces(db, viewer, viewer.organizationId)
    .innerJoin('space_indexes', 'space_indexes.space_id', 'spaces.id')
    .where('space_indexes.broken', '>', 0);
}

/** Loads the targets of links into other spaces; spaces that are not visible are missing. */
export async function findLinkedSpaces(
  db: Kysely<Database>,
  viewer: Membership,
  targets: readonly LinkTarget[],
): Promise<LinkedSpaces> {
  const spaceTargets = targets.filter((target) => target.spaceId !== undefined);
  const ids = [...new Set(spaceTargets.map(({ spaceId = '' }) => spaceId))];
  const spaces = new Map<string, SpaceRow>();
  const pages = new Map<string, LinkPage>();
  if (ids.length > 0) {
    const rows = await selectSpaces(db, viewer)
      .where('spaces.id', '=', sql<string>`any(${ids}::text[])`)
      .where(matchSpaces(viewer, { organizationId: viewer.organizationId }))
      .execute();
    for (const row of rows) spaces.set(row.id, row);
    for (const { space_id, ...page } of await findPages(db, [...spaces.keys()], spaceTargets)) {
      pages.set(`${space_id}/${page.id}`, page);
    }
  }
  return { space: (id) => spaces.get(id), page: (spaceId, pageId) => pages.get(`${spaceId}/${pageId}`) };
}

async function findPages(db: Kysely<Database>, spaceIds: readonly string[], targets: readonly LinkTarget[]) {
  const pageIds = targets.flatMap(({ pageId }) => (pageId === undefined ? [] : [pageId]));
  if (spaceIds.length === 0 || pageIds.length === 0) return [];
  return db
    .selectFrom('search_pages')
    .select(['space_id', 'page_id as id', 'title', 'path'])
    .where('space_id', '=', sql<string>`any(${spaceIds}::text[])`)
    .where('page_id', '=', sql<string>`any(${pageIds}::text[])`)
    .execute();
}

/** For either base. */
export type LinksRequest = Pick<FastifyRequest, 'db' | 'actor' | 'service' | 'clock' | 'cursors'>;

/** Links with what their views need. */
export interface LoadedLinks {
  base: ContentBase;
  revision: StoredRevision;
  links: CheckedLink[];
  context: LinkViewContext;
}

/** All links of a base, or of one of its pages; 404 where the page does not exist. */
export async function loadLinks(
  request: LinksRequest,
  path: BasePath & { pageId?: string },
): Promise<LoadedLinks> {
  const { db, service, clock } = request;
  const { base, revision } = await loadContent(request, path);
  const { pageId } = path;
  if (pageId !== undefined && !findPage(revision.pages, pageId)) throw notFound('page');
  const organizationId = base.space.organization_id;
  const links = await linksOf(request, { organizationId, revision, pageId });
  const organization = await findOrganization(db, organizationId);
  const context = createLinkViewContext(base, organization, { service, now: clock.now() });
  const { changeRequest } = base;
  if (!changeRequest) return { base, revision, links, context };
  const isUnchanged = changeRequest.base_revision_id === revision.id;
  const before = isUnchanged
    ? links
    : await linksOf(request, {
        organizationId,
        revision: await getRevision(db, base.space.id, changeRequest.base_revision_id),
        pageId,
      });
  return { base, revision, links: markBrokenIn(links, before), context };
}

/** The links of a revision, or of one page where it exists. */
async function linksOf(
  { db, service }: LinksRequest,
  {
    organizationId,
    revision,
    pageId,
  }: { organizationId: string; revision: StoredRevision; pageId: string | undefined },
): Promise<ResolvedLink[]> {
  const page = pageId === undefined ? undefined : findPage(revision.pages, pageId);
  if (pageId !== undefined && !page) return [];
  const textLinks = await loadTextLinks(db, linkedTextIds(revision));
  const names = specificationNames(revision.pages, textLinks);
  const outlines = await loadNamedOutlines(db, organizationId, names);
  const content = page ? { ...revision, pages: [{ ...page, pages: [] }] } : revision;
  const linked = await withConnectedPages(db, revision, addressesOfFiles(content, textLinks));
  return resolveLinks({ ...linked, textLinks, outlines, publicUrl: service.publicUrl }, page);
}
