import { type Kysely, sql } from 'kysely';
import type { LinkTarget } from '#server/content/links/resolve-links.ts';
import type { Database } from '#server/database/schema.ts';
import type { LinkPage } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { matchSpaces, selectSpaces, type SpaceRow } from '../spaces/spaces.queries.ts';

/** The other spaces of the organization that links lead to, as far as the caller can see them. */
export interface OtherSpaces {
  space(id: string): SpaceRow | undefined;
  page(spaceId: string, pageId: string): LinkPage | undefined;
}

/** Looks up what links into other spaces lead to; a space that is not to be seen is not there. */
export async function findOtherSpaces(
  db: Kysely<Database>,
  viewer: Membership,
  targets: readonly LinkTarget[],
): Promise<OtherSpaces> {
  const named = targets.filter((target) => target.spaceId !== undefined);
  const ids = [...new Set(named.map(({ spaceId = '' }) => spaceId))];
  const spaces = new Map<string, SpaceRow>();
  const pages = new Map<string, LinkPage>();
  if (ids.length > 0) {
    const rows = await selectSpaces(db, viewer)
      .where('spaces.id', '=', sql<string>`any(${ids}::text[])`)
      .where(matchSpaces(viewer, { organizationId: viewer.organizationId }))
      .execute();
    for (const row of rows) spaces.set(row.id, row);
    for (const { space_id, ...page } of await findPages(db, [...spaces.keys()], named)) {
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
