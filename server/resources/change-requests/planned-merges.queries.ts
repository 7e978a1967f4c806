import { type Kysely, sql, type Transaction } from 'kysely';
import type { MergeTime, PlannedMergeState } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { isVisible } from '#server/access/content-access.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** A plan that waits does so only while its change request can be merged. */
const state = sql<PlannedMergeState>`case
  when planned_merges.state = 'waiting' and change_requests.status = 'merged' then 'merged'
  else planned_merges.state end`;

/** Base query. */
export function selectPlans(db: Kysely<Database>) {
  return db
    .selectFrom('planned_merges')
    .innerJoin('change_requests', 'change_requests.id', 'planned_merges.change_request_id')
    .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
    .leftJoin('users', 'users.id', 'planned_merges.user_id')
    .select(['planned_merges.id', 'planned_merges.place', 'planned_merges.user_id', 'planned_merges.run_at'])
    .select(['planned_merges.problem', 'planned_merges.created_at', 'planned_merges.change_request_id'])
    .select((column) => column.ref('planned_merges.mode').$castTo<MergeTime>().as('mode'))
    .select([
      state.as('state'),
      sql<Date | null>`coalesce(planned_merges.ended_at,
        case when change_requests.status = 'merged' then change_requests.updated_at end)`.as('ended_at'),
    ])
    .select(['change_requests.number', 'change_requests.subject', 'change_requests.created_by'])
    .select(['change_requests.organization_id', 'spaces.id as space_id', 'spaces.title as space_title'])
    .select(['users.display_name', 'users.email', 'users.photo_url']);
}

export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>;

interface PlanFilter {
  state?: PlannedMergeState | undefined;
  space?: string | undefined;
}

/** The plans in the spaces that a member can see. */
export function selectVisiblePlans(db: Kysely<Database>, viewer: Membership, filter: PlanFilter) {
  return selectPlans(db)
    .where('change_requests.organization_id', '=', viewer.organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where(sql<boolean>`${isVisible(viewer, 'spaces')}`)
    .$if(filter.space !== undefined, (plans) => plans.where('spaces.id', '=', filter.space ?? ''))
    .$if(filter.state !== undefined, (plans) => plans.where(state, '=', filter.state ?? 'waiting'));
}

/** A plan to store. */
export interface NewPlan {
  changeRequestId: string;
  mode: MergeTime;
  runAt: Date | null;
  /** Why it is refused at once. */
  problem?: string | undefined;
}

/** Stores plans in order, in place of those that wait for the same change requests; returns their ids. */
export async function addPlans(
  trx: Transaction<Database>,
  plans: readonly NewPlan[],
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const replacing = plans.filter(({ problem }) => problem === undefined);
  const ids = replacing.map(({ changeRequestId }) => changeRequestId);
  // Two at once would each find no plan to replace. In one order, as another one may lock the same.
  await sql`select id from change_requests where id = any(${ids}::text[]) order by id for no key update`.execute(
    trx,
  );
  await endPlans(trx, ids, now);
  const rows = plans.map(({ changeRequestId, mode, runAt, problem }) => ({
    id: newId(),
    change_request_id: changeRequestId,
    user_id: userId,
    mode,
    run_at: runAt,
    state: problem === undefined ? 'waiting' : 'refused',
    problem: problem ?? null,
    created_at: now,
    ended_at: problem === undefined ? null : now,
  }));
  await trx.insertInto('planned_merges').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Cancels the plans that wait for change requests; returns whether there were any. */
export async function endPlans(
  trx: Transaction<Database>,
  changeRequestIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('planned_merges')
    .set({ state: 'canceled', ended_at: now })
    .where('change_request_id', '=', sql<string>`any(${changeRequestIds}::text[])`)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The plans of a space that wait, in the order in which they were made. */
export function listWaiting(db: Kysely<Database>, spaceId: string): Promise<PlanRow[]> {
  return selectPlans(db)
    .where('spaces.id', '=', spaceId)
    .where('planned_merges.state', '=', 'waiting')
    .where('change_requests.status', 'in', ['draft', 'open'])
    .orderBy('planned_merges.place')
    .execute();
}
