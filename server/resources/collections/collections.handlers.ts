import type { FastifyRequest } from 'fastify';
import type { Collection } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { effectiveLevel, contentLevelOf } from '#server/access/roles.ts';
import { forbidden } from '#server/base/errors.ts';
import { executeMove, retryConcurrentMove } from '#server/content-tree/execute-move.ts';
import {
  type CollectionRow,
  loadCollection,
  requireCreatePermission,
  requireCreatePermissionOnParent,
  requireTransferTarget,
} from '#server/content-tree/require-create-permission.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { transferContent } from '../spaces/content-transfer.queries.ts';
import { countSpaces, matchSpaces, selectSpacesWithLocation } from '../spaces/spaces.queries.ts';
import { toSpaceWithUrlView } from '../spaces/spaces.rules.ts';
import {
  addCollection,
  type CollectionChangeContext,
  countCollections,
  deleteCollection,
  selectListedCollections,
  updateCollection,
} from './collections.queries.ts';
import { canManageCollection, toCollectionView } from './collections.rules.ts';

const ADMIN_REQUIRED = 'You need the permission "admin" on this collection.';
const DEFAULT_TITLE = 'Untitled';

export const collectionHandlers = {
  async listCollections(request) {
    const { params, query, actor, db, service } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const filter = { organizationId, nested: query.nested ?? true };
    const page = await readPage(request, {
      scope: { operation: 'listCollections', organizationId, filters: [actor.user.id, filter.nested] },
      query: selectListedCollections(db, viewer, filter),
      order: [
        { column: 'listed.parent_key', direction: 'asc' },
        { column: 'listed.rank', direction: 'asc' },
        { column: 'listed.id', direction: 'asc' },
      ],
      count: () => countCollections(db, viewer, filter),
    });
    return toEnvelope(page, (row) => toCollectionView(row, effectiveLevel(viewer.role, row), service));
  },

  async createCollection(request) {
    const { params, body, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const container = { organizationId, parentId: body.parent ?? null };
    const level = await requireCreatePermission(db, actor, container);
    const title = body.title ?? DEFAULT_TITLE;
    const id = await inTransaction(db, (trx) =>
      addCollection(trx, { actor, viewer, level }, container, title),
    );
    return viewCollection(request, id);
  },

  async getCollection(request) {
    return viewCollection(request, request.params.collectionId);
  },

  async updateCollection(request) {
    const { params, body, db, clock } = request;
    const change = await loadForUpdate(request, params.collectionId);
    const changes = {
      title: body.title,
      // An empty description means none.
      description: body.description === '' ? null : body.description,
      default_level: body.defaultLevel === undefined ? undefined : contentLevelOf(body.defaultLevel),
    };
    await inTransaction(db, (trx) => updateCollection(trx, change, changes, clock.now()));
    return viewCollection(request, params.collectionId);
  },

  async deleteCollection(request) {
    const { actor, db, clock, params } = request;
    const change = await loadForUpdate(request, params.collectionId);
    await requireCreatePermissionOnParent(db, actor, change.collection);
    await inTransaction(db, (trx) => deleteCollection(trx, change, clock.now()));
  },

  async listCollectionSpaces(request) {
    const { params, actor, db, service } = request;
    const { row, viewer } = await loadCollection(db, actor, params.collectionId);
    const organizationId = row.organization_id;
    const filter = { organizationId, parentId: row.id };
    const page = await readPage(request, {
      scope: { operation: 'listCollectionSpaces', organizationId, filters: [actor.user.id, row.id] },
      query: selectSpacesWithLocation(db, viewer).where(matchSpaces(viewer, filter)),
      order: [
        { column: 'spaces.rank', direction: 'asc' },
        { column: 'spaces.id', direction: 'asc' },
      ],
      count: () => countSpaces(db, viewer, filter),
    });
    const { role } = viewer;
    return toEnvelope(page, (space) =>
      toSpaceWithUrlView(space, { role, level: effectiveLevel(role, space) }, service),
    );
  },

  async moveCollection(request) {
    const { params, body } = request;
    return retryConcurrentMove(async () => {
      const { collection } = await loadForUpdate(request, params.collectionId);
      await executeMove(request, { ...collection, kind: 'collection' }, body);
      return viewCollection(request, collection.id);
    });
  },

  async transferCollection(request) {
    const { params, body, actor, db } = request;
    const { collection } = await loadForUpdate(request, params.collectionId);
    await requireCreatePermissionOnParent(db, actor, collection);
    const receiver = requireTransferTarget(actor, collection.organization_id, body.organization);
    await inTransaction(db, (trx) =>
      transferContent(trx, actor, { ...collection, kind: 'collection' }, receiver),
    );
    return viewCollection(request, params.collectionId);
  },
} satisfies Handlers<
  | 'listCollections'
  | 'createCollection'
  | 'getCollection'
  | 'updateCollection'
  | 'deleteCollection'
  | 'listCollectionSpaces'
  | 'moveCollection'
  | 'transferCollection'
>;

/** 404 where the caller cannot see the collection, 403 where their level is too low. */
async function loadForUpdate(
  { db, actor }: Pick<FastifyRequest, 'db' | 'actor'>,
  collectionId: string,
): Promise<CollectionChangeContext & { collection: CollectionRow }> {
  const { row, viewer, level } = await loadCollection(db, actor, collectionId);
  if (!canManageCollection(level)) throw forbidden(ADMIN_REQUIRED);
  return { collection: row, actor, viewer, level };
}

async function viewCollection(
  { db, actor, service }: Pick<FastifyRequest, 'db' | 'actor' | 'service'>,
  collectionId: string,
): Promise<Collection> {
  const { row, level } = await loadCollection(db, actor, collectionId);
  return toCollectionView(row, level, service);
}
