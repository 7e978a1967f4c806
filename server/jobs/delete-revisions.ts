import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueueTextCleanup } from './delete-texts.ts';

/** The time for which the id of a superseded revision can still be read. */
const SUPERSEDED_TTL_MS = 24 * 60 * 60_000;
const BATCH_SIZE = 5000;

/** Deletes revisions of change requests for which newer ones stand, unless something still refers to them. */
export async function deleteSupersededRevisions(db: Kysely<Database>, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - SUPERSEDED_TTL_MS);
  const { numAffectedRows = 0n } = await sql`
    delete from revisions where id in (
      select old.id from revisions old
      where old.superseded_at < ${cutoff}
        and not exists (select from comments where comments.change_request_id = old.change_request_id
          and comments.revision_id = old.id)
        and not exists (select from reviews where reviews.change_request_id = old.change_request_id
          and reviews.revision_id = old.id)
      limit ${BATCH_SIZE})`.execute(db);
  if (numAffectedRows > 0n) await enqueueTextCleanup(db, now);
}
