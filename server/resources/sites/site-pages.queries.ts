import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { loadReaderContent } from '#server/published/visit/reader-content.ts';

/** Finds a page as visitors get it; undefined where the member may not read its space, or where it was deleted. */
export type FindSitePage = (siteSpaceId: string, pageId: string) => StoredPage | undefined;

/** Reads the pages of some spaces of a site that a member may read. */
export async function readSitePages(
  db: Kysely<Database>,
  { member, siteId }: { member: Membership; siteId: string },
  siteSpaceIds: Iterable<string>,
): Promise<FindSitePage> {
  const ids = [...new Set(siteSpaceIds)];
  if (ids.length === 0) return () => undefined;
  const spaces = await visibleSpaces(db, member, member.organizationId)
    .innerJoin('site_spaces', 'site_spaces.space_id', 'spaces.id')
    .select(['site_spaces.id as siteSpaceId', 'spaces.revision_id as revisionId'])
    .where('site_spaces.site_id', '=', siteId)
    .where('site_spaces.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const contents = new Map(
    await Promise.all(
      spaces.map(
        async ({ siteSpaceId, revisionId }) =>
          [siteSpaceId, await loadReaderContent(db, revisionId)] as const,
      ),
    ),
  );
  return (siteSpaceId, pageId) => contents.get(siteSpaceId)?.byId.get(pageId)?.page;
}
