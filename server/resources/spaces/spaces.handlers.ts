import type { FastifyRequest } from 'fastify';
import { membershipOr404 } from '#server/access/actor.ts';
import { levelFrom } from '#server/access/content-level.ts';
import { requireArranging, requireArrangingAround, requireReceiver } from '#server/content-tree/arranging.ts';
import { carryOutMove, untilSettled } from '#server/content-tree/carry-out-move.ts';
import {
  countSpaces,
  loadRestorableSpace,
  loadSpace,
  matchSpaces,
  restorableSince,
  selectPlacedSpaces,
  type SpaceRow,
} from './spaces.queries.ts';
import { canAdministrateSpace, readEmoji, toPlacedSpaceView } from './spaces.rules.ts';
import { contentLevelOf } from '#server/access/roles.ts';
import type { Handlers } from '#server/contract.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { conflict, forbidden } from '#server/errors.ts';
import { requireMatch } from '#server/etag.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { readPage, toEnvelope } from '#server/lists.ts';
import {
  addSpace,
  deleteSpace,
  duplicateSpace,
  restoreSpace,
  type SpaceChange,
  transferSpace,
  updateSettings,
} from './space-changes.ts';

const NEED_ADMIN = 'You need the permission "admin" on this space.';
/** What stands for a new space until somebody chooses something better. */
const FIRST_EMOJI = '📄';
const FIRST_TITLE = 'Untitled';

/** Spaces. */
export const spaceHandlers = {
  async listSpaces(request) {
    const { params, query, actor, db, clock, service } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const { deleted = false, title } = query;
    const filter = {
      organizationId,
      deletedSince: deleted ? restorableSince(clock.now()) : undefined,
      title: title === '' ? undefined : title,
    };
    const page = await readPage(request, {
      scope: { operation: 'listSpaces', organizationId, filters: [actor.user.id, deleted, filter.title] },
      query: selectPlacedSpaces(db, viewer).where(matchSpaces(viewer, filter)),
      order: [
        { column: deleted ? 'spaces.deleted_at' : 'spaces.created_at', direction: 'desc' },
        { column: 'spaces.id', direction: 'desc' },
      ],
      count: () => countSpaces(db, viewer, filter),
    });
    const { role } = viewer;
    return toEnvelope(page, (row) => toPlacedSpaceView(row, { role, level: levelFrom(role, row) }, service));
  },

  async createSpace(request) {
    const { params, body, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const container = { organizationId, parentId: body.parent ?? null };
    const level = await requireArranging(db, actor, container);
    const space = {
      title: body.title ?? FIRST_TITLE,
      emoji: readEmoji(body.emoji ?? FIRST_EMOJI),
      editMode: body.editMode,
    };
    const id = await inTransaction(db, (trx) => addSpace(trx, { actor, viewer, level }, container, space));
    return viewSpace(request, id);
  },

  async getSpace(request) {
    return viewSpace(request, request.params.spaceId, request.query.shareKey);
  },

  async updateSpace(request) {
    const { params, body, db, clock } = request;
    const change = await loadChange(request, params.spaceId);
    const changes = {
      title: body.title,
      emoji: body.emoji === undefined ? undefined : readEmoji(body.emoji),
      edit_mode: body.editMode,
      default_level: body.defaultLevel === undefined ? undefined : contentLevelOf(body.defaultLevel),
    };
    const at = { now: clock.now(), check: (updatedAt: Date) => requireMatch(request, updatedAt) };
    await inTransaction(db, (trx) => updateSettings(trx, change, changes, at));
    return viewSpace(request, params.spaceId);
  },

  async deleteSpace(request) {
    const change = await loadChange(request, request.params.spaceId);
    await inTransaction(request.db, (trx) => deleteSpace(trx, change, request.clock.now()));
  },

  async duplicateSpace(request) {
    const { actor, db, params } = request;
    const { row, viewer } = await loadSpace(db, actor, params.spaceId);
    const level = await requireArrangingAround(db, actor, row);
    const container = { organizationId: row.organization_id, parentId: row.parent_id };
    const change = { space: row, actor, viewer, level };
    const id = await inTransaction(db, (trx) => duplicateSpace(trx, change, container));
    return viewSpace(request, id);
  },

  async restoreSpace(request) {
    const { actor, db, clock, params } = request;
    const { row, viewer, level } = await loadRestorableSpace(db, actor, params.spaceId, clock.now());
    if (!canAdministrateSpace(level)) throw forbidden(NEED_ADMIN);
    if (!row.deleted_at) throw conflict('The space is not deleted.');
    await inTransaction(db, (trx) => restoreSpace(trx, { space: row, actor, viewer, level }));
    return viewSpace(request, row.id);
  },

  async moveSpace(request) {
    const { params, body } = request;
    return untilSettled(async () => {
      const { space } = await loadChange(request, params.spaceId);
      await carryOutMove(request, { ...space, kind: 'space' }, body);
      return viewSpace(request, space.id);
    });
  },

  async transferSpace(request) {
    const { params, body, actor, db } = request;
    const change = await loadChange(request, params.spaceId);
    await requireArrangingAround(db, actor, change.space);
    const receiver = requireReceiver(actor, change.space.organization_id, body.organization);
    await inTransaction(db, (trx) => transferSpace(trx, change, receiver));
    return viewSpace(request, params.spaceId);
  },
} satisfies Handlers<
  | 'listSpaces'
  | 'createSpace'
  | 'getSpace'
  | 'updateSpace'
  | 'deleteSpace'
  | 'duplicateSpace'
  | 'restoreSpace'
  | 'moveSpace'
  | 'transferSpace'
>;

/** A space that the caller may change: 404 where the caller does not know it, 403 where the level is too low. */
async function loadChange(
  { db, actor }: Pick<FastifyRequest, 'db' | 'actor'>,
  spaceId: string,
): Promise<SpaceChange & { space: SpaceRow }> {
  const { row, viewer, level } = await loadSpace(db, actor, spaceId);
  if (!canAdministrateSpace(level)) throw forbidden(NEED_ADMIN);
  return { space: row, actor, viewer, level };
}

/** A space as it is now, for the caller, who may hold the key of a site that shows it. */
async function viewSpace(
  { db, actor, service }: Pick<FastifyRequest, 'db' | 'actor' | 'service'>,
  spaceId: string,
  shareKey?: string,
): Promise<Space> {
  const { row, viewer, level } = await loadSpace(db, actor, spaceId);
  return toPlacedSpaceView(row, { role: viewer.role, level, shareKey }, service);
}
