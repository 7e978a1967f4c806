import { type Kysely, sql } from 'kysely';
import { batchesOf } from '#server/base/batches.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue, type JobHandler, type JobHandlers } from '#server/queue/job-queue.ts';

/**
 * Younger texts are skipped: the revision that will reference them may not be written yet. `storeTexts` refreshes older
 * ones before a revision references them.
 */
const MIN_AGE_MS = 24 * 60 * 60_000;
const TEXT_BATCH_SIZE = 50_000;
const REVISION_BATCH_SIZE = 200;
/** Texts go with their HTML, and others wait for the statement. */
const DELETED_AT_ONCE = 500;
const KIND = 'delete-texts';

const runTextCleanup: JobHandler = async (db, _payload, now) => {
  await deleteUnreferencedTexts(db, now);
};

export const textCleanupJobs: JobHandlers = {
  [KIND]: runTextCleanup,
  // Earlier releases queued it under this name.
  'drop-texts': runTextCleanup,
};

/** Enqueues the deletion of texts that only the removed rows referenced. */
export function enqueueTextCleanup(db: Kysely<Database>, now: Date): Promise<void> {
  return enqueue(db, { kind: KIND, runAt: now });
}

/**
 * Deletes texts that no revision references, with their parsed data; returns how many. Spaces share equal texts, so a
 * text can outlive its space. Yields to other requests between batches.
 */
export async function deleteUnreferencedTexts(db: Kysely<Database>, now: Date): Promise<number> {
  const cutoff = new Date(now.getTime() - MIN_AGE_MS);
  let dropped = 0;
  for (let last = ''; ;) {
    const ids = await findOldTexts(db, last, cutoff);
    last = ids.at(-1) ?? '';
    if (last === '') return dropped;
    const unnamed = new Set(ids);
    await excludeReferenced(db, unnamed);
    dropped += await deleteTexts(db, unnamed, cutoff);
  }
}

async function findOldTexts(db: Kysely<Database>, last: string, cutoff: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '>', last)
    .where('created_at', '<', cutoff)
    .orderBy('id')
    .limit(TEXT_BATCH_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the ids from a set that any revision references, current or old. */
async function excludeReferenced(db: Kysely<Database>, texts: Set<string>): Promise<void> {
  for (let last: string | null = ''; last !== null && texts.size > 0;) {
    const batch = await findReferenced(db, last);
    for (const id of batch.ids) texts.delete(id);
    last = batch.last;
  }
}

/** The texts that a batch of revisions after `start` references, and the last of these revisions (null: the end). */
async function findReferenced(db: Kysely<Database>, start: string) {
  const { rows } = await sql<{ last: string | null; ids: string[] }>`
    with batch as (
      select id, pages, reusable_contents, book from revisions where id > ${start} order by id limit ${REVISION_BATCH_SIZE}
    ), named as (
      select jsonb_path_query(pages, '$.**.documentId') #>> '{}' as id from batch
      union
      select jsonb_path_query(reusable_contents, '$[*].documentId') #>> '{}' from batch
      union
      select jsonb_path_query(book, '$.texts[*].documentId') #>> '{}' from batch
    )
    select (select max(id) from batch) as last, coalesce((select array_agg(id) from named), '{}') as ids`.execute(
    db,
  );
  return rows[0] ?? { last: null, ids: [] };
}

/** Deletes texts, except those that are in use again. */
async function deleteTexts(db: Kysely<Database>, texts: ReadonlySet<string>, cutoff: Date): Promise<number> {
  let deleted = 0;
  for (const batch of batchesOf(texts, { count: DELETED_AT_ONCE })) {
    const { numDeletedRows } = await db
      .deleteFrom('documents')
      .where('id', '=', sql<string>`any(${batch}::text[])`)
      .where('created_at', '<', cutoff)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}
