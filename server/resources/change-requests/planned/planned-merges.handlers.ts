import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { membershipOr404 } from '#server/access/actor.ts';
import { forbidden, notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadSpace } from '../../spaces/spaces.queries.ts';
import { type ChangeRequestRow, selectChangeRequests } from '../change-requests.queries.ts';
import { canReview, requireNotClosed } from '../change-requests.rules.ts';
import { loadChangeRequest } from '../content-base.ts';
import { addPlans, endPlans, selectPlans, selectVisiblePlans } from '../planned-merges.queries.ts';
import { planMerge, recordPlan } from './plan-merge.ts';
import { parsePlanTime, toPlanView } from './planned-merges.rules.ts';
import { enqueueMerges } from './run-planned-merges.ts';

const NO_PERMISSION = 'You need the permission "merge" on this space.';

/** Merges that the server does later, and the merge queue. */
export const plannedMergeHandlers = {
  async planMerge(request) {
    const { db, params, body, clock } = request;
    const { changeRequest, level } = await loadChangeRequest(request, params);
    if (!canReview(level)) throw forbidden(NO_PERMISSION);
    requireNotClosed(changeRequest);
    const now = clock.now();
    const runAt = parsePlanTime(body, now);
    const id = await inTransaction(db, (trx) =>
      planMerge(trx, changeRequest, { mode: body.when, runAt }, { actor: request.actor, now }),
    );
    return toPlanView(await selectPlans(db).where('planned_merges.id', '=', id).executeTakeFirstOrThrow());
  },

  async cancelPlannedMerge(request, reply) {
    const { db, params, clock } = request;
    const { changeRequest, level } = await loadChangeRequest(request, params);
    if (!canReview(level)) throw forbidden(NO_PERMISSION);
    const isEnded = await inTransaction(db, async (trx) => {
      const hasEnded = await endPlans(trx, [changeRequest.id], clock.now());
      const entry = { action: 'cancelPlannedMerge', word: 'Canceled the planned merge' };
      if (hasEnded) await recordPlan(trx, request, changeRequest, entry);
      return hasEnded;
    });
    if (!isEnded) reply.code(204);
  },

  async queueMerges(request) {
    const { db, body, clock } = request;
    const found = await findMergeable(request, [...new Set(body.changeRequests)]);
    const now = clock.now();
    const ids = await inTransaction(db, async (trx) => {
      const plans = found.map(({ row, problem }) => ({
        changeRequestId: row.id,
        mode: 'queue' as const,
        runAt: null,
        problem,
      }));
      const added = await addPlans(trx, plans, { userId: request.actor.user.id, now });
      const queued = found.filter(({ problem }) => problem === undefined);
      for (const { row } of queued)
        await recordPlan(trx, request, row, { action: 'queueMerges', word: 'Queued the merge' });
      await enqueueMerges(trx, [...new Set(queued.map(({ row }) => row.space_id))], now);
      return added;
    });
    const rows = await selectPlans(db)
      .where('planned_merges.id', '=', sql<string>`any(${ids}::text[])`)
      .orderBy('planned_merges.place')
      .execute();
    return { items: rows.map(toPlanView) };
  },

  async listPlannedMerges(request) {
    const { params, query, actor, db } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    const plans = selectVisiblePlans(db, viewer, query);
    const page = await readPage(request, {
      scope: {
        operation: 'listPlannedMerges',
        organizationId: viewer.organizationId,
        filters: [viewer.userId, query.state, query.space],
      },
      query: plans,
      order: [
        { column: 'planned_merges.created_at', direction: 'desc' },
        { column: 'planned_merges.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(plans),
    });
    return toEnvelope(page, toPlanView);
  },
} satisfies Handlers<'planMerge' | 'cancelPlannedMerge' | 'queueMerges' | 'listPlannedMerges'>;

/** Change requests in their order, each with why it can't be merged. 404 for what the caller can't see. */
async function findMergeable(
  { db, actor, params }: Pick<FastifyRequest, 'db' | 'actor'> & { params: { organizationId: string } },
  ids: readonly string[],
): Promise<{ row: ChangeRequestRow; problem: string | undefined }[]> {
  const viewer = membershipOr404(actor, params.organizationId);
  const rows = await selectChangeRequests(db)
    .where('change_requests.id', '=', sql<string>`any(${ids}::text[])`)
    .where('change_requests.organization_id', '=', viewer.organizationId)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const levels = new Map<string, number>();
  const found: { row: ChangeRequestRow; problem: string | undefined }[] = [];
  for (const id of ids) {
    const row = byId.get(id);
    if (!row) throw notFound('change request');
    const { space_id: spaceId, status } = row;
    const level = levels.get(spaceId) ?? (await loadSpace(db, actor, spaceId)).level;
    levels.set(spaceId, level);
    const isClosed = status === 'merged' || status === 'archived';
    const problem = isClosed ? `It is ${status}.` : canReview(level) ? undefined : NO_PERMISSION;
    found.push({ row, problem });
  }
  return found;
}
