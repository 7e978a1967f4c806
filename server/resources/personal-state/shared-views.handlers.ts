import type { Membership } from '#server/access/actor.ts';
import { badValue, forbidden } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import {
  addSharedView,
  changeSharedView,
  countSharedViews,
  findSharedView,
  removeSharedView,
  selectSharedViews,
} from './shared-views.queries.ts';
import {
  canEditSharedView,
  requireViewReader,
  type SharedViewRow,
  toSharedViewView,
} from './shared-views.rules.ts';

/** Filters and order of lists under a name, for the members of an organization. */
export const sharedViewHandlers = {
  async listSharedViews(request) {
    const { params, query, actor, db, service } = request;
    const { organizationId } = params;
    const viewer = requireViewReader(actor, organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listSharedViews', organizationId, filters: [query.screen] },
      query: selectSharedViews(db, organizationId, query.screen),
      order: [
        { column: 'shared_views.created_at', direction: 'desc' },
        { column: 'shared_views.id', direction: 'desc' },
      ],
      count: () => countSharedViews(db, organizationId, query.screen),
    });
    return toEnvelope(page, (row) => toSharedViewView(row, viewer, service));
  },

  async createSharedView({ params, body, actor, db, clock, service }) {
    const { organizationId } = params;
    const viewer = requireViewReader(actor, organizationId);
    const row = await inTransaction(db, async (trx) => {
      const sharedViewId = await addSharedView(trx, { organizationId, actor, now: clock.now() }, body);
      return findSharedView(trx, { organizationId, sharedViewId });
    });
    return toSharedViewView(row, viewer, service);
  },

  async getSharedView({ params, actor, db, service }) {
    const viewer = requireViewReader(actor, params.organizationId);
    return toSharedViewView(await findSharedView(db, params), viewer, service);
  },

  async updateSharedView(request) {
    const { params, body, actor, db, clock, service } = request;
    const viewer = requireViewReader(actor, params.organizationId);
    requireEditor(viewer, await findSharedView(db, params));
    if (body.name === undefined && body.search === undefined)
      throw badValue('body.name', 'is required without filters');
    const row = await inTransaction(db, async (trx) => {
      await changeSharedView(trx, { ...params, actor, now: clock.now() }, body, ({ updated_at }) =>
        assertIfMatch(request, updated_at),
      );
      return findSharedView(trx, params);
    });
    return toSharedViewView(row, viewer, service);
  },

  async deleteSharedView({ params, actor, db, clock }) {
    const viewer = requireViewReader(actor, params.organizationId);
    requireEditor(viewer, await findSharedView(db, params));
    await inTransaction(db, (trx) => removeSharedView(trx, { ...params, actor, now: clock.now() }));
  },
} satisfies Handlers<
  'listSharedViews' | 'createSharedView' | 'getSharedView' | 'updateSharedView' | 'deleteSharedView'
>;

function requireEditor(viewer: Membership, row: SharedViewRow): void {
  if (!canEditSharedView(viewer, row))
    throw forbidden('Only who shared a view and administrators can change it.');
}
