import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { columnsIn } from '#server/audit-changes.ts';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import { countOf } from '#server/count-of.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { laterThan } from '#server/etag.ts';
import type { CustomFieldUpdate } from '#api/generated/types.gen.ts';
import {
  changeField,
  deleteField,
  dropLostOptions,
  type FieldRow,
  lockField,
} from './custom-fields.queries.ts';
import { readNewOptions } from './field-definition.ts';

/** Who changes which field. */
export interface FieldChange {
  organizationId: string;
  name: string;
  actor: Actor;
}

/** What a new field is. */
export type NewField = Pick<
  Row<'custom_fields'>,
  'type' | 'title' | 'description' | 'placeholder' | 'options'
>;

/** Defines a field. A name that is taken makes the unique index refuse it. */
export async function addField(
  trx: Transaction<Database>,
  change: FieldChange,
  field: NewField,
): Promise<void> {
  const id = newId();
  const { organizationId, name } = change;
  await trx
    .insertInto('custom_fields')
    .values({ id, organization_id: organizationId, name, ...field })
    .execute();
  await audit(trx, change, id, {
    action: 'createCustomField',
    summary: `Defined the custom field ${name}.`,
    after: { name, ...field },
  });
}

/**
 * Changes a definition; `check` is called with the time of its last change while it is locked. Values lose the options
 * that the field loses, and the audit row says how many did.
 */
export async function updateField(
  trx: Transaction<Database>,
  change: FieldChange,
  body: CustomFieldUpdate,
  at: { now: Date; check: (updatedAt: Date) => void },
): Promise<void> {
  const before = await lockOr404(trx, change);
  at.check(before.updated_at);
  const { title, description, placeholder } = body;
  const options = readNewOptions(before.type, body.options);
  const changes = { title, description, placeholder, options };
  await changeField(trx, before.id, { ...changes, updated_at: laterThan(before.updated_at, at.now) });
  const lost = options && (await dropLostOptions(trx, before.id, { type: before.type, options }));
  await audit(trx, change, before.id, {
    action: 'updateCustomField',
    summary: `Changed the custom field ${before.name}.`,
    before: columnsIn(changes, before),
    after: { ...changes, ...(lost && { valuesCleared: lost.cleared, valuesShortened: lost.shortened }) },
  });
}

/** Deletes a definition with the values of all spaces, which the audit row counts. */
export async function removeField(trx: Transaction<Database>, change: FieldChange): Promise<void> {
  const before = await lockOr404(trx, change);
  const { name, type, title, description, placeholder, options } = before;
  const values = await deleteField(trx, before.id);
  await audit(trx, change, before.id, {
    action: 'deleteCustomField',
    summary: `Deleted the custom field ${name} and its values in ${countOf(values, 'space')}.`,
    before: { name, type, title, description, placeholder, options, values },
  });
}

async function lockOr404(trx: Transaction<Database>, change: FieldChange): Promise<FieldRow> {
  const field = await lockField(trx, change.organizationId, change.name);
  if (!field) throw notFound('custom field');
  return field;
}

function audit(
  trx: Transaction<Database>,
  { organizationId, actor }: FieldChange,
  targetId: string,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'custom-field', targetId, ...entry });
}
