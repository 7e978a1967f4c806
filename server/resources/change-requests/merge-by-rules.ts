import type { FastifyRequest } from 'fastify';
import type { MergeResult } from '#api/generated/types.gen.ts';
import { forbidden } from '#server/base/errors.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { mergeIntoSpace } from './change-request-changes.ts';
import { canReview } from './change-requests.rules.ts';
import { withBrokenLinks } from './check-merge-rules.ts';
import { type BasePath, changeContext, loadChangeRequest } from './content-base.ts';
import { withStopsRecorded } from './merge-rules/merge-stops.ts';
import { prepareMerge } from './merge-versions.ts';

type MergeRequest = Pick<FastifyRequest, 'db' | 'actor' | 'clock'> & { params: Required<BasePath> };

/** Merges a change request; whom rules stop is recorded. @param bypassReason why it is merged against rules */
export async function mergeByRules(request: MergeRequest, bypassReason?: string): Promise<MergeResult> {
  const { db, params, actor, clock } = request;
  const { changeRequest, space, level } = await loadChangeRequest(request, params);
  if (!canReview(level)) throw forbidden('You need the permission "merge" on this space.');
  const { id: changeRequestId, space_revision_id: revision_id } = changeRequest;
  const ids = { spaceId: space.id, changeRequestId };
  const { organization_id } = space;
  const prepared = await withBrokenLinks(
    db,
    { space: { id: space.id, organization_id, revision_id }, changeRequest },
    await prepareMerge(db, changeRequest, revision_id),
  );
  const context = { ...ids, organizationId: organization_id, userId: actor.user.id, now: clock.now() };
  return withStopsRecorded(db, { ...context, attempt: 'merge' }, () =>
    inTransaction(db, (trx) => mergeIntoSpace(trx, ids, changeContext(request), { prepared, bypassReason })),
  );
}
