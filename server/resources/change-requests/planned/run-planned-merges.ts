import { type Kysely, sql, type Transaction } from 'kysely';
import { findActingMember } from '#server/access/acting-member.ts';
import type { Actor } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { EventReader } from '#server/audit/event-cursors.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import { ApiError, forbidden } from '#server/base/errors.ts';
import { hasConflicts } from '#server/content/merge/merge-content.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { writeNotices } from '#server/notifications/write-notifications.ts';
import { enqueue, type JobHandler, type JobHandlers, MERGE_JOB } from '#server/queue/job-queue.ts';
import { changeRequestLabel } from '../change-request-changes.ts';
import { canReview } from '../change-requests.rules.ts';
import { readMergeRules } from '../check-merge-rules.ts';
import { loadChangeRequest } from '../content-base.ts';
import { mergeByRules } from '../merge-by-rules.ts';
import { MergeRulesError } from '../merge-rules/merge-rules.rules.ts';
import { mergeVersions } from '../merge-versions.ts';
import { listWaiting, type PlanRow } from '../planned-merges.queries.ts';

const CONFLICTS = 'It conflicts with the space.';

/** Queues a look at what is to be merged in spaces. */
export async function enqueueMerges(
  trx: Kysely<Database>,
  spaceIds: readonly string[],
  runAt: Date,
): Promise<void> {
  const jobs = spaceIds.map((spaceId) => ({ kind: MERGE_JOB, payload: { spaceId }, runAt }));
  if (jobs.length > 0) await enqueue(trx, ...jobs);
}

const spaceOf = (payload: unknown) => String(Reflect.get(Object(payload), 'spaceId'));

const runMerges: JobHandler = async (db, payload, now) => {
  const tried = new Set<string>();
  for (;;) {
    // Another server may have done some of them, and people may have planned more.
    const waiting = (await listWaiting(db, spaceOf(payload))).filter(({ id }) => !tried.has(id));
    const plan = waiting.find((each) => isDue(each, now)) ?? waiting.find(({ mode }) => mode === 'ready');
    if (!plan) return;
    tried.add(plan.id);
    await carryOut(db, plan, now);
  }
};

const isDue = ({ mode, run_at: at }: PlanRow, now: Date) =>
  mode === 'queue' || (mode === 'at' && at !== null && at <= now);

/** Refuses what the server failed to do several times, and goes on with what is behind it. */
const onGiveUp: JobHandler = async (db, payload, now) => {
  const plan = (await listWaiting(db, spaceOf(payload))).find((each) => isDue(each, now));
  if (!plan) return;
  await refuse(db, plan, 'The server could not do it, although it tried several times.', now);
  await enqueueMerges(db, [spaceOf(payload)], now);
};

/** The jobs that carry out planned merges of a space, one after the other. */
export const plannedMergeJobs: JobHandlers = { [MERGE_JOB]: Object.assign(runMerges, { onGiveUp }) };

/** Merges as who planned it, with what they may do now. */
async function carryOut(db: Kysely<Database>, plan: PlanRow, now: Date): Promise<void> {
  const params = { spaceId: plan.space_id, changeRequestId: plan.change_request_id };
  try {
    const actor = await findActingMember(db, plan.organization_id, plan.user_id);
    if (!actor) throw forbidden('Who planned the merge is no longer a member of the organization.');
    const request = { db, actor, clock: { now: () => now }, params };
    if (plan.mode === 'ready') {
      const missing = await findMissing(request);
      if (missing !== undefined) return await setProblem(db, plan, missing);
    }
    const { result } = await mergeByRules(request);
    if (result === 'conflicts') await refuse(db, plan, CONFLICTS, now);
  } catch (error) {
    // Anything else may succeed when it is tried again.
    if (!(error instanceof ApiError) || error.status >= 429) throw error;
    // A rule was met a moment before: it may be met again.
    if (plan.mode === 'ready' && error instanceof MergeRulesError) await setProblem(db, plan, error.message);
    else await refuse(db, plan, error.message, now);
  }
}

/** What a change request is not ready for; undefined if it is. Throws where who planned the merge may not merge. */
async function findMissing(request: {
  db: Kysely<Database>;
  actor: Actor;
  params: { spaceId: string; changeRequestId: string };
}): Promise<string | undefined> {
  const { changeRequest, space, level } = await loadChangeRequest(request, request.params);
  if (!canReview(level)) throw forbidden('Who planned the merge may not merge in this space any more.');
  const { id, organization_id } = space;
  const revision_id = changeRequest.space_revision_id;
  const merged = await mergeVersions(request.db, changeRequest, revision_id);
  if (hasConflicts(merged)) return CONFLICTS;
  const checked = { space: { id, organization_id, revision_id }, changeRequest, merge: async () => merged };
  const { states } = await readMergeRules(request.db, checked, request.actor);
  const unmet = states.filter(({ met }) => !met).map(({ message }) => message);
  return unmet.length === 0 ? undefined : unmet.join(' ');
}

async function setProblem(db: Kysely<Database>, { id, problem }: PlanRow, found: string): Promise<void> {
  if (problem === found) return;
  await db
    .updateTable('planned_merges')
    .set({ problem: found })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Ends a plan that can't be kept, and tells who planned it and who made the change request. */
async function refuse(db: Kysely<Database>, plan: PlanRow, problem: string, now: Date): Promise<void> {
  const { id, change_request_id: changeRequestId, organization_id: organizationId } = plan;
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('planned_merges')
      .set({ state: 'refused', problem, ended_at: now })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordAudit(trx, {
      organizationId,
      actor: plan.user_id === null ? null : { user: { id: plan.user_id } },
      action: 'refusePlannedMerge',
      targetKind: 'change-request',
      targetId: changeRequestId,
      summary: `The planned merge of the change request ${changeRequestLabel(plan)} was refused: ${problem}`,
      after: { problem },
    });
    const people = [...new Set([plan.user_id, plan.created_by])].filter((person) => person !== null);
    await writeNotices(
      trx,
      people.map((userId) => ({
        userId,
        organizationId,
        eventId: `planned-merge:${id}`,
        at: now,
        reason: 'merge-failed' as const,
        action: 'planned-merge-refused',
        subject: { kind: 'change-request' as const, id: changeRequestId },
        readers: 'content' as const,
        contentId: plan.space_id,
        actorId: null,
        commentId: null,
        detail: problem,
      })),
    );
  });
}

/** Looks again at change requests that are merged when they are ready, whenever something happens that may concern them. */
export const plannedMergeReader: EventReader = { name: 'planned-merges', handle: enqueueReady };

async function enqueueReady(trx: Transaction<Database>, events: readonly LoggedEvent[]): Promise<void> {
  const organizations = events.flatMap(({ organizationId }) => organizationId ?? []);
  const spaces = events.flatMap(({ spaceId }) => spaceId ?? []);
  // An event of no space, such as of a team or of the rules of an organization, concerns all of its spaces.
  const everywhere = events.flatMap(({ spaceId, organizationId }) =>
    spaceId === null ? (organizationId ?? []) : [],
  );
  const { rows } = await sql<{ spaceId: string }>`
    select distinct change_requests.space_id as "spaceId"
    from planned_merges join change_requests on change_requests.id = planned_merges.change_request_id
    where planned_merges.state = 'waiting' and planned_merges.mode = 'ready'
      and change_requests.status in ('draft', 'open')
      and change_requests.organization_id = any(${organizations}::text[])
      and (change_requests.space_id = any(${spaces}::text[])
        or change_requests.organization_id = any(${everywhere}::text[]))
      and not exists (select from jobs where kind = ${MERGE_JOB} and finished_at is null and locked_until is null
        and run_at <= now() and payload ->> 'spaceId' = change_requests.space_id)`.execute(trx);
  await enqueueMerges(
    trx,
    rows.map(({ spaceId }) => spaceId),
    new Date(),
  );
}
