import { type Kysely, sql } from 'kysely';
import { hasConflicts } from '#server/content/merge/merge-content.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { FIND_CONFLICTS_JOB } from '#server/notifications/notification-reader.ts';
import { type Notice, writeNotices } from '#server/notifications/write-notifications.ts';
import type { JobHandlers } from '#server/queue/job-queue.ts';
import { baseRevisionOf, mergeVersions } from './merge-versions.ts';

/** Open change requests of a space that are looked at, the latest first. */
const MAX_CHANGE_REQUESTS = 100;

/** The job that tells authors of open change requests that the space has changed what they changed. */
export const conflictJobs: JobHandlers = {
  [FIND_CONFLICTS_JOB]: (db, payload, now) =>
    findConflicts(db, String(Reflect.get(Object(payload), 'spaceId')), now),
};

/** Once for each revision of a change request. */
async function findConflicts(db: Kysely<Database>, spaceId: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('change_requests')
    .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
    .selectAll('change_requests')
    .select('spaces.revision_id as space_revision_id')
    .where('change_requests.space_id', '=', spaceId)
    .where('change_requests.status', '=', 'open')
    .where('change_requests.created_by', 'is not', null)
    .where('spaces.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from notification_events as told
        where told.user_id = change_requests.created_by
          and told.event_id = 'conflict:' || change_requests.id || ':' || change_requests.revision_id)`,
    )
    .orderBy('change_requests.updated_at', 'desc')
    .limit(MAX_CHANGE_REQUESTS)
    .execute();
  for (const row of rows) {
    if (baseRevisionOf(row) === row.space_revision_id) continue;
    if (!hasConflicts(await mergeVersions(db, row, row.space_revision_id))) continue;
    await inTransaction(db, (trx) => writeNotices(trx, [toNotice(row, now)]));
  }
}

function toNotice(row: Row<'change_requests'>, now: Date): Notice {
  return {
    userId: row.created_by ?? '',
    organizationId: row.organization_id,
    eventId: `conflict:${row.id}:${row.revision_id}`,
    at: now,
    reason: 'conflict',
    action: 'conflict-found',
    subject: { kind: 'change-request', id: row.id },
    readers: 'content',
    contentId: row.space_id,
    actorId: null,
    commentId: null,
    detail: null,
  };
}
