import { type Kysely, sql } from 'kysely';
import { deleteOldFailures } from '#server/accounts/credentials/sign-in-waits.ts';
import { deleteExpired } from '#server/accounts/sessions/expired-sessions.ts';
import { deleteOldDevices } from '#server/accounts/sessions/known-devices.ts';
import { createEventPartitions } from '#server/audit/event-partitions.ts';
import { restorableSince } from '#server/content-tree/content-tree.queries.ts';
import { DRAFT_TIME } from '#server/content-tree/draft-spaces.ts';
import { deleteOldBranchPreviews } from '#server/content/stored/branch-previews.ts';
import { deleteOldSources } from '#server/content/stored/import-sources.ts';
import { deleteOldPagePreviews } from '#server/content/stored/page-previews.ts';
import { deleteUnusedReferences } from '#server/content/stored/references/stored-reference.ts';
import { deleteOldUploads } from '#server/content/stored/uploads.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { keepFigures } from '#server/insights/keep-figures.ts';
import { deleteOldNotifications } from '#server/notifications/delete-notifications.ts';
import { deleteOldResponses } from '#server/plugins/stored-responses.ts';
import { enqueue, type JobHandler, type JobHandlers } from '#server/queue/job-queue.ts';
import { deleteOldMails } from '#server/queue/mail-queue.ts';
import { deleteOldDeliveries } from '#server/queue/old-deliveries.ts';
import { deleteUnusedCustomizations } from '#server/sites/customization.queries.ts';
import { deleteOldVersions } from '#server/sites/delete-versions.ts';
import { removeSpaces } from '#server/sites/remove-spaces.ts';
import { announceEnds } from './announce-ends.ts';
import { deleteSupersededRevisions } from './delete-revisions.ts';
import { deleteOldPlans, deleteOldStops } from './delete-stops.ts';
import { enqueueTextCleanup, textCleanupJobs } from './delete-texts.ts';
import { vacuumGrownTables } from './vacuum-tables.ts';

const DAY_MS = 24 * 60 * 60_000;
const FINISHED_JOB_RETENTION_MS = 30 * DAY_MS;
export const CLEANUP_INTERVAL_MS = 10 * 60_000;
const KIND = 'cleanup';

/** What operators decide about what is kept. */
export interface Retention {
  /** For how many months figures of sites are kept. */
  insightMonths?: number | undefined;
}

/** Background jobs that run periodically. */
export function cleanupJobs(retention: Retention = {}): JobHandlers {
  const runCleanupJob: JobHandler = (db, _payload, now) => runCleanup(db, now, retention);
  return {
    [KIND]: runCleanupJob,
    // Earlier releases queued it under this name.
    'keep-house': runCleanupJob,
    ...textCleanupJobs,
  };
}

/** Enqueues the cleanup when it is due; one process per database runs it. */
export async function enqueueCleanup(db: Kysely<Database>, now: Date): Promise<void> {
  const recent = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', KIND)
    .where((job) =>
      job.or([
        job('finished_at', 'is', null),
        job('finished_at', '>', new Date(now.getTime() - CLEANUP_INTERVAL_MS)),
      ]),
    )
    .executeTakeFirst();
  if (!recent) await enqueue(db, { kind: KIND, runAt: now });
}

/** Deletes what has expired (deleted spaces after seven days, ended sessions, old jobs and notifications, responses that are repeated, whom merge rules stopped a year ago, planned merges that ended a month ago, unused uploads, previews of pages and branches, pictures and API references, superseded revisions, earlier states of structures), creates the partitions of the coming months, ends the days of figures and deletes old ones, says which certificates and tokens end soon, and vacuums what has grown. Idempotent. */
export async function runCleanup(
  db: Kysely<Database>,
  now: Date,
  { insightMonths }: Retention = {},
): Promise<void> {
  await removeDeletedSpaces(db, now);
  await deleteExpired(db, now);
  await deleteOldMails(db, now);
  await deleteOldDeliveries(db, now);
  await deleteOldNotifications(db, now);
  await deleteOldStops(db, now);
  await deleteOldPlans(db, now);
  await deleteOldDevices(db, now);
  await deleteOldFailures(db, now);
  await deleteOldResponses(db, now);
  await db
    .deleteFrom('jobs')
    .where('finished_at', '<', new Date(now.getTime() - FINISHED_JOB_RETENTION_MS))
    .execute();
  await deleteOldUploads(db, now);
  await deleteOldSources(db, now);
  await deleteOldPagePreviews(db, now);
  await deleteOldBranchPreviews(db, now);
  await deleteSupersededRevisions(db, now);
  await deleteUnusedCustomizations(db, now);
  await deleteOldVersions(db, now);
  await deleteUnusedReferences(db, now);
  await createEventPartitions(db, now);
  await keepFigures(db, now, insightMonths);
  await announceEnds(db, now);
  await vacuumGrownTables(db);
}

/**
 * Permanently removes spaces that were deleted more than seven days ago, with their grants and link invites, and site
 * sections that become empty; also drafts that were left behind. Their texts are deleted by a separate job.
 */
export async function removeDeletedSpaces(db: Kysely<Database>, now: Date): Promise<void> {
  const isAtWork = sql<boolean>`exists (select from content_imports
    where content_imports.id = spaces.import_id and finished_at is null)`;
  const removed = await removeSpaces(db, (spaces) =>
    spaces
      .where('deleted_at', '<=', restorableSince(now))
      // A younger draft may still be written.
      .where((where) =>
        where.or([
          where('deleted_at', '>', DRAFT_TIME),
          where('created_at', '<=', new Date(now.getTime() - DAY_MS)),
        ]),
      )
      .where((where) => where.not(isAtWork)),
  );
  // If this server is killed before, the next cleanup of texts finds those, too.
  if (removed > 0) await enqueueTextCleanup(db, now);
}
