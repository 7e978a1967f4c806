import { type Kysely, sql, type Transaction } from 'kysely';
import type { CustomFieldType, CustomFieldUpdate, CustomFieldValue } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { pickChangedColumns, type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import {
  type FieldKind,
  parseOptionsUpdate,
  removeUnknownOptions,
  type FieldRow,
} from './custom-fields.rules.ts';

/** Base query. */
export function selectFields(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('custom_fields')
    .select((column) => [
      'custom_fields.id',
      'custom_fields.organization_id',
      'custom_fields.name',
      'custom_fields.title',
      'custom_fields.description',
      'custom_fields.placeholder',
      'custom_fields.options',
      'custom_fields.created_at',
      'custom_fields.updated_at',
      column.ref('custom_fields.type').$castTo<CustomFieldType>().as('type'),
    ])
    .where('custom_fields.organization_id', '=', organizationId);
}

export function findField(
  db: Kysely<Database>,
  organizationId: string,
  name: string,
): Promise<FieldRow | undefined> {
  return selectFields(db, organizationId).where('custom_fields.name', '=', name).executeTakeFirst();
}

export async function countFields(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('custom_fields')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Like `findField`; blocks changes of the field and of its values until the transaction ends. */
function lockField(
  trx: Transaction<Database>,
  organizationId: string,
  name: string,
): Promise<FieldRow | undefined> {
  return selectFields(trx, organizationId)
    .where('custom_fields.name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

export type FieldChanges = Partial<
  Pick<Row<'custom_fields'>, 'title' | 'description' | 'placeholder' | 'updated_at'>
> & { options?: string[] | undefined };

/** undefined leaves a column unchanged. */
async function changeField(
  trx: Transaction<Database>,
  fieldId: string,
  changes: FieldChanges,
): Promise<void> {
  await trx.updateTable('custom_fields').set(changes).where('id', '=', fieldId).execute();
}

/** Values that were cleared, and lists that lost some items. */
export interface RemovedOptionCounts {
  cleared: number;
  shortened: number;
}

/** Removes options that a locked select field no longer has from the values of all spaces. */
async function removeOptionsFromValues(
  trx: Transaction<Database>,
  fieldId: string,
  kind: FieldKind,
): Promise<RemovedOptionCounts> {
  const rows = await trx
    .selectFrom('custom_field_values')
    .select((column) => ['space_id', column.ref('value').$castTo<CustomFieldValue>().as('value')])
    .where('custom_field_id', '=', fieldId)
    .execute();
  const updated = rows.map(({ space_id, value }) => ({
    space_id,
    value,
    left: removeUnknownOptions(kind, value),
  }));
  const cleared = updated
    .filter(({ left: remaining }) => remaining === undefined)
    .map(({ space_id }) => space_id);
  if (cleared.length > 0) await deleteValues(trx, fieldId, cleared);
  const shortened = updated.filter(
    ({ value, left: remaining }) => Array.isArray(remaining) && remaining.length < lengthOf(value),
  );
  if (shortened.length > 0) {
    const ids = shortened.map(({ space_id }) => space_id);
    const values = shortened.map(({ left: remaining }) => JSON.stringify(remaining));
    await sql`
      update custom_field_values v set value = n.value::jsonb
      from unnest(${ids}::text[], ${values}::text[]) as n(space_id, value)
      where v.custom_field_id = ${fieldId} and v.space_id = n.space_id`.execute(trx);
  }
  return { cleared: cleared.length, shortened: shortened.length };
}

/** Deletes a field with its values; returns their number. */
async function deleteField(trx: Transaction<Database>, fieldId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('custom_field_values')
    .where('custom_field_id', '=', fieldId)
    .executeTakeFirst();
  await trx.deleteFrom('custom_fields').where('id', '=', fieldId).execute();
  return Number(numDeletedRows);
}

function deleteValues(trx: Transaction<Database>, fieldId: string, spaceIds: string[]) {
  return trx
    .deleteFrom('custom_field_values')
    .where('custom_field_id', '=', fieldId)
    .where(sql<boolean>`space_id = any(${spaceIds}::text[])`)
    .execute();
}

function lengthOf(value: CustomFieldValue): number {
  return Array.isArray(value) ? value.length : 0;
}

export interface FieldChangeContext {
  organizationId: string;
  name: string;
  actor: Actor;
}

export type NewField = Pick<
  Row<'custom_fields'>,
  'type' | 'title' | 'description' | 'placeholder' | 'options'
>;

/** Fails with a unique violation where the name is taken. */
export async function addField(
  trx: Transaction<Database>,
  change: FieldChangeContext,
  field: NewField,
): Promise<void> {
  const id = newId();
  const { organizationId, name } = change;
  await trx
    .insertInto('custom_fields')
    .values({ id, organization_id: organizationId, name, ...field })
    .execute();
  await auditField(trx, change, id, {
    action: 'createCustomField',
    summary: `Created the custom field “${name}”.`,
    after: { name, ...field },
  });
}

/**
 * Updates a definition. `checkVersion` gets `updatedAt` under the lock. Removed options are also removed from values;
 * the audit entry counts them.
 */
export async function updateField(
  trx: Transaction<Database>,
  change: FieldChangeContext,
  body: CustomFieldUpdate,
  precondition: { now: Date; checkVersion: (updatedAt: Date) => void },
): Promise<void> {
  const before = await lockOr404(trx, change);
  precondition.checkVersion(before.updated_at);
  const { title, description, placeholder } = body;
  const options = parseOptionsUpdate(before.type, body.options);
  const changes = { title, description, placeholder, options };
  await changeField(trx, before.id, {
    ...changes,
    updated_at: laterThan(before.updated_at, precondition.now),
  });
  const lost = options && (await removeOptionsFromValues(trx, before.id, { type: before.type, options }));
  await auditField(trx, change, before.id, {
    action: 'updateCustomField',
    summary: `Changed the custom field “${before.name}”.`,
    before: pickChangedColumns(changes, before),
    after: { ...changes, ...(lost && { valuesCleared: lost.cleared, valuesShortened: lost.shortened }) },
  });
}

/** Deletes a definition with its values; the audit entry counts them. */
export async function removeField(trx: Transaction<Database>, change: FieldChangeContext): Promise<void> {
  const before = await lockOr404(trx, change);
  const { name, type, title, description, placeholder, options } = before;
  const values = await deleteField(trx, before.id);
  await auditField(trx, change, before.id, {
    action: 'deleteCustomField',
    summary: `Deleted the custom field “${name}” and its values in ${countOf(values, 'space')}.`,
    before: { name, type, title, description, placeholder, options, values },
  });
}

async function lockOr404(trx: Transaction<Database>, change: FieldChangeContext): Promise<FieldRow> {
  const field = await lockField(trx, change.organizationId, change.name);
  if (!field) throw notFound('custom field');
  return field;
}

function auditField(
  trx: Transaction<Database>,
  { organizationId, actor }: FieldChangeContext,
  targetId: string,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'custom-field', targetId, ...entry });
}
