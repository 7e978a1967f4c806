import type { Kysely } from 'kysely';
import { findActingMember } from '#server/access/acting-member.ts';
import { ApiError, forbidden } from '#server/base/errors.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { writeNotices } from '#server/notifications/write-notifications.ts';
import { APPLY_DRAFT_JOB, type JobHandler, type JobHandlers } from '#server/queue/job-queue.ts';
import { changeSite } from '#server/sites/load-site.ts';
import { applyDraft } from './apply-draft.ts';
import { findDraft, listDraftChanges, writeDraft } from './drafts.queries.ts';

/** The jobs that apply drafts at their time. */
export function structureDraftJobs(service: ServiceSettings): JobHandlers {
  const run: JobHandler = async (db, payload, now) => {
    const schedule = await findSchedule(db, payload);
    if (!schedule) return;
    try {
      await applyScheduled(db, service, schedule, now);
    } catch (error) {
      // Anything else may succeed when it is tried again.
      if (!(error instanceof ApiError) || error.status >= 429) throw error;
      await endSchedule(db, schedule, error.message, now);
    }
  };
  const onGiveUp: JobHandler = async (db, payload, now) => {
    const schedule = await findSchedule(db, payload);
    if (schedule)
      await endSchedule(db, schedule, 'The server could not do it, although it tried several times.', now);
  };
  return { [APPLY_DRAFT_JOB]: Object.assign(run, { onGiveUp }) };
}

interface Schedule {
  id: string;
  siteId: string;
  organizationId: string;
  userId: string | null;
}

/** Undefined where the draft is applied, discarded or scheduled otherwise by now. */
async function findSchedule(db: Kysely<Database>, payload: unknown): Promise<Schedule | undefined> {
  const { scheduleId, siteId }: { scheduleId?: unknown; siteId?: unknown } = Object(payload);
  return db
    .selectFrom('structure_drafts')
    .innerJoin('sites', 'sites.id', 'structure_drafts.site_id')
    .select([
      'structure_drafts.schedule_id as id',
      'sites.id as siteId',
      'sites.organization_id as organizationId',
      'structure_drafts.scheduled_by as userId',
    ])
    .where('structure_drafts.site_id', '=', String(siteId))
    .where('structure_drafts.schedule_id', '=', String(scheduleId))
    .$narrowType<{ id: string }>()
    .executeTakeFirst();
}

/** Applies a draft as by who scheduled it, with what they may do now. A draft that another server has applied is left. */
async function applyScheduled(
  db: Kysely<Database>,
  service: ServiceSettings,
  { id, siteId, organizationId, userId }: Schedule,
  now: Date,
): Promise<void> {
  const actor = await findActingMember(db, organizationId, userId);
  if (!actor) throw forbidden('Who scheduled the draft is no longer a member of the organization.');
  const gone = new AbortController().signal;
  const request = { actor, db, gone, service, structureTags: null, params: { organizationId, siteId } };
  await changeSite(request, async (trx, site, member) => {
    const draft = await findDraft(trx, siteId);
    if (draft.schedule_id !== id) return;
    await applyDraft({ trx, site, member, actor, draft, now }, await listDraftChanges(trx, siteId));
  });
}

/** Ends a schedule that can't be kept, and tells everybody of the draft why. The draft stays. */
async function endSchedule(
  db: Kysely<Database>,
  { id, siteId, organizationId, userId }: Schedule,
  problem: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.selectFrom('sites').select('id').where('id', '=', siteId).forNoKeyUpdate().execute();
    const draft = await findDraft(trx, siteId);
    if (draft.schedule_id !== id) return;
    const ended = { scheduled_at: null, scheduled_by: null, schedule_id: null };
    await writeDraft(trx, draft, now, { ...ended, problem, problem_at: now });
    const changes = await listDraftChanges(trx, siteId);
    const people = new Set([userId, ...changes.map(({ created_by }) => created_by)]);
    await writeNotices(
      trx,
      [...people]
        .filter((person) => person !== null)
        .map((person) => ({
          userId: person,
          organizationId,
          eventId: `structure-draft:${id}`,
          at: now,
          reason: 'schedule-failed' as const,
          action: 'structure-draft-failed',
          subject: { kind: 'site' as const, id: siteId },
          readers: 'members' as const,
          contentId: null,
          actorId: null,
          commentId: null,
          detail: problem,
        })),
    );
  });
}
