import type { FastifyRequest } from 'fastify';
import type { Space } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { effectiveLevel, contentLevelOf } from '#server/access/roles.ts';
import { conflict, forbidden } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import { restorableSince } from '#server/content-tree/content-tree.queries.ts';
import { executeMove, retryConcurrentMove } from '#server/content-tree/execute-move.ts';
import {
  requireCreatePermission,
  requireCreatePermissionOnParent,
  requireTransferTarget,
} from '#server/content-tree/require-create-permission.ts';
import { DEFAULT_EMOJI } from '#server/content/pages/default-emoji.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { orRemoveDraft } from '#server/sites/remove-spaces.ts';
import { transferContent } from './content-transfer.queries.ts';
import {
  addSpace,
  deleteSpace,
  showDuplicate,
  restoreSpace,
  type SpaceChangeContext,
  updateSpace,
} from './space-changes.ts';
import { draftCopy } from './space-copy.queries.ts';
import {
  countSpaces,
  loadRestorableSpace,
  loadSpace,
  matchSpaces,
  selectSpacesWithLocation,
} from './spaces.queries.ts';
import {
  type SpaceRow,
  canManageSpace,
  DEFAULT_TITLE,
  parseEmoji,
  parseIcon,
  toSpaceWithUrlView,
} from './spaces.rules.ts';

const ADMIN_REQUIRED = 'You need the permission "admin" on this space.';

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
      query: selectSpacesWithLocation(db, viewer).where(matchSpaces(viewer, filter)),
      order: [
        { column: deleted ? 'spaces.deleted_at' : 'spaces.created_at', direction: 'desc' },
        { column: 'spaces.id', direction: 'desc' },
      ],
      count: () => countSpaces(db, viewer, filter),
    });
    const { role } = viewer;
    return toEnvelope(page, (row) =>
      toSpaceWithUrlView(row, { role, level: effectiveLevel(role, row) }, service),
    );
  },

  async createSpace(request) {
    const { params, body, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const container = { organizationId, parentId: body.parent ?? null };
    const level = await requireCreatePermission(db, actor, container);
    const space = {
      title: body.title ?? DEFAULT_TITLE,
      emoji: parseEmoji(body.emoji ?? DEFAULT_EMOJI),
      icon: parseIcon(body.icon ?? ''),
      editMode: body.editMode,
      writingView: body.writingView,
    };
    const id = await inTransaction(db, (trx) => addSpace(trx, { actor, viewer, level }, container, space));
    return viewSpace(request, id);
  },

  async getSpace(request) {
    return viewSpace(request, request.params.spaceId, request.query.shareKey);
  },

  async updateSpace(request) {
    const { params, body, db, clock } = request;
    const change = await loadForUpdate(request, params.spaceId);
    const changes = {
      title: body.title,
      emoji: body.emoji === undefined ? undefined : parseEmoji(body.emoji ?? ''),
      icon: body.icon === undefined ? undefined : parseIcon(body.icon ?? ''),
      edit_mode: body.editMode,
      writing_view: body.writingView,
      default_level: body.defaultLevel === undefined ? undefined : contentLevelOf(body.defaultLevel),
    };
    const precondition = {
      now: clock.now(),
      checkVersion: (updatedAt: Date) => assertIfMatch(request, updatedAt),
    };
    await inTransaction(db, (trx) => updateSpace(trx, change, changes, precondition));
    return viewSpace(request, params.spaceId);
  },

  async deleteSpace(request) {
    const change = await loadForUpdate(request, request.params.spaceId);
    await inTransaction(request.db, (trx) => deleteSpace(trx, change, request.clock.now()));
  },

  async duplicateSpace(request) {
    const { actor, db, clock, params } = request;
    const { row, viewer } = await loadSpace(db, actor, params.spaceId);
    const level = await requireCreatePermissionOnParent(db, actor, row);
    const container = { organizationId: row.organization_id, parentId: row.parent_id };
    const change = { space: row, actor, viewer, level };
    const id = await draftCopy(db, row.id, { createdBy: actor.user.id, now: clock.now() });
    await orRemoveDraft(db, id, () => inTransaction(db, (trx) => showDuplicate(trx, change, container, id)));
    return viewSpace(request, id);
  },

  async restoreSpace(request) {
    const { actor, db, clock, params } = request;
    const { row, viewer, level } = await loadRestorableSpace(db, actor, params.spaceId, clock.now());
    if (!canManageSpace(level)) throw forbidden(ADMIN_REQUIRED);
    if (!row.deleted_at) throw conflict('The space is not deleted.');
    await inTransaction(db, (trx) => restoreSpace(trx, { space: row, actor, viewer, level }));
    return viewSpace(request, row.id);
  },

  async moveSpace(request) {
    const { params, body } = request;
    return retryConcurrentMove(async () => {
      const { space } = await loadForUpdate(request, params.spaceId);
      await executeMove(request, { ...space, kind: 'space' }, body);
      return viewSpace(request, space.id);
    });
  },

  async transferSpace(request) {
    const { params, body, actor, db } = request;
    const { space } = await loadForUpdate(request, params.spaceId);
    await requireCreatePermissionOnParent(db, actor, space);
    const receiver = requireTransferTarget(actor, space.organization_id, body.organization);
    await inTransaction(db, (trx) => transferContent(trx, actor, { ...space, kind: 'space' }, receiver));
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

/** 404 where the caller cannot see the space, 403 where their level is too low. */
async function loadForUpdate(
  { db, actor }: Pick<FastifyRequest, 'db' | 'actor'>,
  spaceId: string,
): Promise<SpaceChangeContext & { space: SpaceRow }> {
  const { row, viewer, level } = await loadSpace(db, actor, spaceId);
  if (!canManageSpace(level)) throw forbidden(ADMIN_REQUIRED);
  return { space: row, actor, viewer, level };
}

/** The caller may have the share key of a site with this space. */
async function viewSpace(
  { db, actor, service }: Pick<FastifyRequest, 'db' | 'actor' | 'service'>,
  spaceId: string,
  shareKey?: string,
): Promise<Space> {
  const { row, viewer, level } = await loadSpace(db, actor, spaceId);
  return toSpaceWithUrlView(row, { role: viewer.role, level, shareKey }, service);
}
