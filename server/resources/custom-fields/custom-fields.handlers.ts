import type { CustomField } from '#api/generated/types.gen.ts';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { badValue, conflict, forbidden, notFound } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { inTransaction, isUniqueViolation } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { canManageSpace } from '../spaces/spaces.rules.ts';
import {
  addField,
  countFields,
  findField,
  removeField,
  selectFields,
  updateField,
} from './custom-fields.queries.ts';
import { type FieldRow, canManageFields, parseOptions, toFieldView } from './custom-fields.rules.ts';
import {
  changeValues,
  countSpacesWithValues,
  listFieldsOfSpace,
  selectSpacesWithValues,
  getValuesBySpace,
} from './field-values.queries.ts';

const ADMIN_REQUIRED = 'You need the role "admin" in this organization to manage custom fields.';

/** Custom field definitions. */
export const customFieldHandlers = {
  async listCustomFields(request) {
    const { params, actor, db, service } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listCustomFields', organizationId, filters: [] },
      query: selectFields(db, organizationId),
      order: [{ column: 'custom_fields.name', direction: 'asc' }],
      keysOf: (row) => [row.name],
      count: () => countFields(db, organizationId),
    });
    return toEnvelope(page, (row) => toFieldView(row, viewer, service));
  },

  async createCustomField(request) {
    const { params, body, actor, db } = request;
    const { organizationId } = params;
    if (!canManageFields(membershipOr404(actor, organizationId))) throw forbidden(ADMIN_REQUIRED);
    validateName(body.name);
    const { name, type, title = null, description = null, placeholder = null } = body;
    const field = { type, title, description, placeholder, options: parseOptions(type, body.options) };
    try {
      await inTransaction(db, (trx) => addField(trx, { organizationId, name, actor }, field));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw conflict(`The name "${name}" is already taken.`, 'body.name');
    }
    return viewField(request, { organizationId, fieldName: name });
  },

  async getCustomField(request) {
    return viewField(request, request.params);
  },

  async updateCustomField(request) {
    const { params, body, actor, db, clock } = request;
    const { row, viewer } = await loadField(request, params);
    if (!canManageFields(viewer)) throw forbidden(ADMIN_REQUIRED);
    const change = { organizationId: params.organizationId, name: row.name, actor };
    const precondition = {
      now: clock.now(),
      checkVersion: (updatedAt: Date) => assertIfMatch(request, updatedAt),
    };
    await inTransaction(db, (trx) => updateField(trx, change, body, precondition));
    return viewField(request, request.params);
  },

  async deleteCustomField(request) {
    const { params, actor, db } = request;
    const { row, viewer } = await loadField(request, params);
    if (!canManageFields(viewer)) throw forbidden(ADMIN_REQUIRED);
    const change = { organizationId: params.organizationId, name: row.name, actor };
    await inTransaction(db, (trx) => removeField(trx, change));
  },
} satisfies Handlers<
  'listCustomFields' | 'createCustomField' | 'getCustomField' | 'updateCustomField' | 'deleteCustomField'
>;

/** JSON bodies with this name are rejected (prototype pollution), so no value could ever be set. */
function validateName(name: string): void {
  if (name === '__proto__')
    throw badValue('body.name', 'must not be "__proto__", which JSON bodies cannot contain');
}

type FieldRequest = Pick<OperationRequest<'getCustomField'>, 'actor' | 'db' | 'service'>;

type FieldPath = OperationRequest<'getCustomField'>['params'];

async function loadField(
  { actor, db }: FieldRequest,
  { organizationId, fieldName }: FieldPath,
): Promise<{ row: FieldRow; viewer: Membership }> {
  const viewer = membershipOr404(actor, organizationId);
  const row = await findField(db, organizationId, fieldName);
  if (!row) throw notFound('custom field');
  return { row, viewer };
}

async function viewField(request: FieldRequest, path: FieldPath): Promise<CustomField> {
  const { row, viewer } = await loadField(request, path);
  return toFieldView(row, viewer, request.service);
}

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
    if (!canManageSpace(level)) throw forbidden('You need the permission "admin" on this space.');
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
    const valuesOfSpace = await getValuesBySpace(
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
