import { type Kysely, sql } from 'kysely';
import type { MergeRuleState, MergeStop, MergeAttempt } from '#api/generated/types.gen.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { newId } from '#server/base/ids.ts';
import { afterCommit, inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import { MergeRulesError } from './merge-rules.rules.ts';

/** What was tried, where and by whom. */
interface StopContext {
  organizationId: string;
  spaceId: string;
  changeRequestId?: string | undefined;
  userId: string;
  attempt: MergeAttempt;
  now: Date;
}

/** Two sets with 100 owned paths each would make an entry of 400 KB. */
const MAX_REASONS = 20;

const toStored = (reasons: readonly MergeRuleState[]) => JSON.stringify(reasons.slice(0, MAX_REASONS));

/** Runs `act`, and records whom rules stop: the transaction that they stop leaves nothing. */
export async function withStopsRecorded<T>(
  db: Kysely<Database>,
  context: StopContext,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof MergeRulesError) await recordStop(db, context, error.reasons);
    throw error;
  }
}

/** Counts the same stop of the same person in one row: a program that tries again would fill the list. */
async function recordStop(
  db: Kysely<Database>,
  context: StopContext,
  reasons: readonly MergeRuleState[],
): Promise<void> {
  const { spaceId, changeRequestId = null, userId, attempt, now } = context;
  const latest = sql`(select id from merge_stops
    where space_id = ${spaceId} and change_request_id is not distinct from ${changeRequestId}
    order by updated_at desc, id desc limit 1)`;
  await inTransaction(db, async (trx) => {
    afterCommit(trx, () => invalidateCounts(context.organizationId));
    // Two at the same time would each find no row to count in.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`merge stop ${changeRequestId ?? spaceId}`}, 0))`.execute(
      trx,
    );
    const { rows } = await sql`update merge_stops set times = times + 1, updated_at = ${now}
      where id = ${latest} and user_id = ${userId} and attempt = ${attempt} and bypass_reason is null
        and reasons = ${toStored(reasons)}::jsonb
      returning id`.execute(trx);
    if (rows.length === 0) await addStop(trx, context, reasons);
  });
}

/** Adds an entry. @param bypassReason why rules were bypassed; null if they stopped it */
export async function addStop(
  trx: Kysely<Database>,
  context: StopContext,
  reasons: readonly MergeRuleState[],
  bypassReason: string | null = null,
): Promise<void> {
  const { organizationId, spaceId, changeRequestId = null, userId, attempt, now } = context;
  await trx
    .insertInto('merge_stops')
    .values({
      id: newId(),
      organization_id: organizationId,
      space_id: spaceId,
      change_request_id: changeRequestId,
      user_id: userId,
      attempt,
      reasons: toStored(reasons),
      bypass_reason: bypassReason,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Base query: the stops of an organization, or of one of its spaces. */
export function selectStops(db: Kysely<Database>, organizationId: string, spaceId?: string) {
  return db
    .selectFrom('merge_stops')
    .innerJoin('spaces', 'spaces.id', 'merge_stops.space_id')
    .leftJoin('change_requests', 'change_requests.id', 'merge_stops.change_request_id')
    .leftJoin('users', 'users.id', 'merge_stops.user_id')
    .where('merge_stops.organization_id', '=', organizationId)
    .where('spaces.deleted_at', 'is', null)
    .$if(spaceId !== undefined, (stops) => stops.where('merge_stops.space_id', '=', spaceId ?? ''))
    .select(['merge_stops.id', 'merge_stops.attempt', 'merge_stops.reasons', 'merge_stops.bypass_reason'])
    .select(['merge_stops.times', 'merge_stops.created_at', 'merge_stops.updated_at', 'merge_stops.user_id'])
    .select(['spaces.id as space_id', 'spaces.title as space_title', 'merge_stops.change_request_id'])
    .select(['change_requests.number', 'change_requests.subject'])
    .select(['users.display_name', 'users.email', 'users.photo_url']);
}

type StopRow = Awaited<ReturnType<ReturnType<typeof selectStops>['executeTakeFirstOrThrow']>>;

export function toStopView(row: StopRow): MergeStop {
  const { change_request_id: id, number, subject } = row;
  return {
    object: 'merge-stop',
    id: row.id,
    attempt: row.attempt,
    user: toAuthorView(row.user_id, row),
    space: { id: row.space_id, title: row.space_title },
    ...(id !== null && number !== null && { changeRequest: { id, number, subject: subject ?? '' } }),
    reasons: row.reasons,
    ...(row.bypass_reason !== null && { bypassReason: row.bypass_reason }),
    times: row.times,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
