import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { badValue, forbidden, notFound } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import {
  addTranslation,
  changeTranslation,
  countTranslations,
  findTranslation,
  removeTranslation,
  selectTranslations,
  type TranslationRow,
} from './translations.queries.ts';
import {
  canManageTranslations,
  parseInstructions,
  parseTranslation,
  toTranslationView,
} from './translations.rules.ts';

const ADMIN_REQUIRED = 'You need the role "admin" in this organization to manage translation settings.';

export const translationHandlers = {
  async listTranslations(request) {
    const { params, actor, db, service } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listTranslations', organizationId, filters: [] },
      query: selectTranslations(db, organizationId),
      order: [
        { column: 'translations.created_at', direction: 'desc' },
        { column: 'translations.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countTranslations(db, organizationId),
    });
    return toEnvelope(page, (row) => toTranslationView(row, viewer, service));
  },

  async createTranslation({ params, body, actor, db, service }) {
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    if (!canManageTranslations(viewer)) throw forbidden(ADMIN_REQUIRED);
    const settings = parseTranslation(body);
    const row = await inTransaction(db, async (trx) => {
      const { source } = settings;
      const space = source && (await loadSpace(trx, actor, source.space)).row;
      if (space && space.organization_id !== organizationId) throw notFound('space');
      return addTranslation(trx, { organizationId, actor }, settings);
    });
    return toTranslationView(row, viewer, service);
  },

  async getTranslation(request) {
    const { row, viewer } = await loadTranslation(request);
    return toTranslationView(row, viewer, request.service);
  },

  async updateTranslation(request) {
    const { params, body, actor, db, clock, service } = request;
    const { viewer } = await loadTranslation(request);
    if (!canManageTranslations(viewer)) throw forbidden(ADMIN_REQUIRED);
    const precondition = {
      now: clock.now(),
      checkVersion: (updatedAt: Date) => assertIfMatch(request, updatedAt),
    };
    const fields = { title: body.title, instructions: parseInstructions(body.instructions) };
    if (fields.title === undefined && !fields.instructions)
      throw badValue('body.title', 'is required without instructions');
    const row = await inTransaction(db, (trx) =>
      changeTranslation(trx, { ...params, actor }, fields, precondition),
    );
    return toTranslationView(row, viewer, service);
  },

  async deleteTranslation(request) {
    const { params, actor, db } = request;
    const { viewer } = await loadTranslation(request);
    if (!canManageTranslations(viewer)) throw forbidden(ADMIN_REQUIRED);
    await inTransaction(db, (trx) => removeTranslation(trx, { ...params, actor }));
  },
} satisfies Handlers<
  'listTranslations' | 'createTranslation' | 'getTranslation' | 'updateTranslation' | 'deleteTranslation'
>;

/** The settings of the path and the caller's membership; 404 where the caller may not see them. */
async function loadTranslation({
  params,
  actor,
  db,
}: Pick<OperationRequest<'getTranslation'>, 'params' | 'actor' | 'db'>): Promise<{
  row: TranslationRow;
  viewer: Membership;
}> {
  const viewer = membershipOr404(actor, params.organizationId);
  const row = await findTranslation(db, params.organizationId, params.translationSettingsId);
  if (!row) throw notFound('translation');
  return { row, viewer };
}
