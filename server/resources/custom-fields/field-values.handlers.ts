import { membershipOr404 } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { forbidden } from '#server/errors.ts';
import { readPage, toEnvelope } from '#server/lists.ts';
import { loadSpace } from '../spaces/load-content.ts';
import { canAdministrateSpace } from '../spaces/spaces.policy.ts';
import { toFieldView } from './custom-fields.view.ts';
import { changeValues } from './field-value-changes.ts';
import {
  countSpacesWithValues,
  listFieldsOfSpace,
  selectSpacesWithValues,
  valuesBySpace,
} from './field-values.queries.ts';

/** Values of custom fields. */
export const fieldValueHandlers = {
  async listSpaceCustomFields({ params, actor, db, service }) {
    const { row, viewer } = await loadSpace(db, actor, params.spaceId);
    const fields = await listFieldsOfSpace(db, row.organization_id, row.id);
    return fields.map(({ value, ...field }) => ({
      customField: toFieldView(field, viewer, service),
      ...(value !== null && { value }),
    }));
  },

  async updateSpaceCustomFields({ params, body, actor, db }) {
    const { row, level } = await loadSpace(db, actor, params.spaceId);
    if (!canAdministrateSpace(level)) throw forbidden('You need the permission "admin" on this space.');
    await inTransaction(db, (trx) => changeValues(trx, { space: row, actor }, body.values ?? {}));
  },

  async listCustomFieldValues(request) {
    const { params, query, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const title = query.title === '' ? undefined : query.title;
    const page = await readPage(request, {
      scope: { operation: 'listCustomFieldValues', organizationId, filters: [actor.user.id, title] },
      query: selectSpacesWithValues(db, viewer, title),
      order: [
        { column: 'spaces.title', direction: 'asc' },
        { column: 'spaces.id', direction: 'asc' },
      ],
      keysOf: (row) => [row.title, row.id],
      count: () => countSpacesWithValues(db, viewer, title),
    });
    const valuesOfSpace = await valuesBySpace(
      db,
      page.rows.map(({ id }) => id),
    );
    return toEnvelope(page, ({ can_edit: canEdit, ...space }) => ({
      space,
      values: valuesOfSpace.get(space.id) ?? {},
      canEdit,
    }));
  },
} satisfies Handlers<'listSpaceCustomFields' | 'updateSpaceCustomFields' | 'listCustomFieldValues'>;
