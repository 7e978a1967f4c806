import { type Kysely, sql } from 'kysely';
import { deleteUnusedParts } from '#server/content/stored/revision-lists.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueueTextCleanup } from './delete-texts.ts';

/** The time for which the id of a superseded revision can still be read. */
const SUPERSEDED_TTL_MS = 24 * 60 * 60_000;
const BATCH_SIZE = 5000;

/** Deletes revisions of change requests for which newer ones stand, and those of previews, unless something still refers to them. */
export async function deleteSupersededRevisions(db: Kysely<Database>, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - SUPERSEDED_TTL_MS);
  const { rows } = await sql<{ space_id: string }>`
    delete from revision_rows where id in (
      select old.id from revision_rows old
      where old.superseded_at < ${cutoff}
        and not exists (select from comments where comments.change_request_id = old.change_request_id
          and comments.revision_id = old.id)
        and not exists (select from reviews where reviews.change_request_id = old.change_request_id
          and reviews.revision_id = old.id)
        and not exists (select from git_branch_previews where git_branch_previews.revision_id = old.id)
      limit ${BATCH_SIZE})
    returning space_id`.execute(db);
  if (rows.length === 0) return;
  await deleteUnusedParts(db, [...new Set(rows.map(({ space_id }) => space_id))], cutoff);
  await enqueueTextCleanup(db, now);
}
