import type { Kysely } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import { visibleSpaces } from '#server/access/content-access.ts';

/** The spaces with broken links in their current content that a member can see: a query to go on with. */
export function selectBrokenSpaces(db: Kysely<Database>, viewer: Membership) {
  return visibleSpaces(db, viewer, viewer.organizationId)
    .innerJoin('space_indexes', 'space_indexes.space_id', 'spaces.id')
    .where('space_indexes.broken', '>', 0);
}
