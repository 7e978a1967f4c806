import type { FastifyRequest } from 'fastify';
import type { ContentMove, ContentNeighbor } from '#api/generated/types.gen.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { type ContentKey, type ContentTarget, moveContent, ConcurrentMoveError } from './content-move.ts';
import { requireCreatePermission, requireCreatePermissionOnParent } from './require-create-permission.ts';

/** Retries when someone else moves the same item at the same time. */
const MAX_ATTEMPTS = 5;

/** The moved item, as loaded for the permission check. */
interface MovedItem extends ContentKey {
  title: string;
  organization_id: string;
  parent_id: string | null;
}

/** Checks permissions on the current and the target parent, then moves. */
export async function executeMove(
  { db, actor }: Pick<FastifyRequest, 'db' | 'actor'>,
  moved: MovedItem,
  body: ContentMove,
): Promise<void> {
  const { kind, id, organization_id: organizationId, parent_id: parentId } = moved;
  const target = toTarget(body, parentId);
  await requireCreatePermissionOnParent(db, actor, moved);
  if (target.parentId !== parentId) {
    await requireCreatePermission(db, actor, { organizationId, parentId: target.parentId });
  }
  const audit = {
    organizationId,
    actor,
    action: kind === 'space' ? 'moveSpace' : 'moveCollection',
    targetKind: kind,
    targetId: id,
    summary: `Moved the ${kind} “${moved.title}”.`,
    before: { parent: parentId },
    after: { parent: target.parentId, position: body.position },
  };
  await inTransaction(db, (trx) =>
    moveContent(trx, actor, { kind, id, organizationId, parentId, audit }, target),
  );
}

/** Runs a move with its checks; retries on {@link ConcurrentMoveError}. */
export async function retryConcurrentMove<Result>(move: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await move();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof ConcurrentMoveError)) throw error;
    }
  }
}

function toTarget({ parent, position }: ContentMove, currentParentId: string | null): ContentTarget {
  return {
    parentId: parent === undefined ? currentParentId : parent,
    before: position?.before && toKey(position.before),
    after: position?.after && toKey(position.after),
  };
}

function toKey(neighbor: ContentNeighbor): ContentKey {
  return neighbor.type === 'space'
    ? { kind: 'space', id: neighbor.space }
    : { kind: 'collection', id: neighbor.collection };
}
