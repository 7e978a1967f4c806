import { type Kysely, sql, type Transaction } from 'kysely';
import type { CustomFieldValue, CustomFieldValueUpdate } from '#api/generated/types.gen.ts';
import type { Actor, Membership } from '#server/access/actor.ts';
import { hasLevel, visibleSpaces } from '#server/access/content-access.ts';
import { LEVEL } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { badValues, notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { containsPattern } from '#server/lists/lists.ts';
import { lockSpace } from '../spaces/spaces.queries.ts';
import type { SpaceRow } from '../spaces/spaces.rules.ts';
import { selectFields } from './custom-fields.queries.ts';
import { type FieldRow, type FieldKind, validateValue } from './custom-fields.rules.ts';

/** All custom fields of the organization by name, with the space's value or null. */
export function listFieldsOfSpace(db: Kysely<Database>, organizationId: string, spaceId: string) {
  return selectFields(db, organizationId)
    .leftJoin('custom_field_values as v', (join) =>
      join.onRef('v.custom_field_id', '=', 'custom_fields.id').on('v.space_id', '=', spaceId),
    )
    .select((column) => column.ref('v.value').$castTo<CustomFieldValue | null>().as('value'))
    .orderBy('custom_fields.name')
    .execute();
}

/** The named fields, locked so that neither they nor their options change until the transaction ends. */
function lockFieldsForShare(trx: Transaction<Database>, organizationId: string, names: readonly string[]) {
  return selectFields(trx, organizationId)
    .where(sql<boolean>`custom_fields.name = any(${names}::text[])`)
    .orderBy('custom_fields.name')
    .forShare()
    .execute();
}

/** By field name. */
export type ValuesByName = Record<string, CustomFieldValue>;

/** One query; spaces without values are missing. */
export async function getValuesBySpace(
  db: Kysely<Database>,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, ValuesByName>> {
  const rows = await db
    .selectFrom('custom_field_values as v')
    .innerJoin('custom_fields as f', 'f.id', 'v.custom_field_id')
    .select((column) => [
      'v.space_id',
      sql<ValuesByName>`jsonb_object_agg(f.name, ${column.ref('v.value')})`.as('values'),
    ])
    .where(sql<boolean>`v.space_id = any(${spaceIds}::text[])`)
    .groupBy('v.space_id')
    .execute();
  return new Map(rows.map(({ space_id, values }) => [space_id, values]));
}

/** By field id. */
async function upsertValues(
  trx: Transaction<Database>,
  spaceId: string,
  values: readonly { fieldId: string; value: CustomFieldValue }[],
): Promise<void> {
  if (values.length === 0) return;
  await trx
    .insertInto('custom_field_values')
    .values(
      values.map(({ fieldId, value }) => ({
        space_id: spaceId,
        custom_field_id: fieldId,
        value: JSON.stringify(value),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'custom_field_id'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
}

/** By field id. */
async function deleteSpaceValues(
  trx: Transaction<Database>,
  spaceId: string,
  fieldIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('custom_field_values')
    .where('space_id', '=', spaceId)
    .where(sql<boolean>`custom_field_id = any(${fieldIds}::text[])`)
    .execute();
}

/** Visible spaces; `can_edit`: whether the member may change their values. */
export function selectSpacesWithValues(db: Kysely<Database>, viewer: Membership, title: string | undefined) {
  return selectMatchingSpaces(db, viewer, title).select([
    'spaces.id',
    'spaces.title',
    'spaces.emoji',
    hasLevel(viewer, 'spaces', LEVEL.create).as('can_edit'),
  ]);
}

export async function countSpacesWithValues(
  db: Kysely<Database>,
  viewer: Membership,
  title: string | undefined,
): Promise<number> {
  const { total } = await selectMatchingSpaces(db, viewer, title)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function selectMatchingSpaces(db: Kysely<Database>, viewer: Membership, title: string | undefined) {
  return visibleSpaces(db, viewer, viewer.organizationId).$if(title !== undefined, (spaces) =>
    spaces.where(sql<boolean>`search_key(spaces.title) like ${containsPattern(title ?? '')}`),
  );
}

export interface ValueChangeContext {
  space: Pick<SpaceRow, 'id' | 'organization_id' | 'title'>;
  actor: Actor;
}

type Updates = Record<string, CustomFieldValueUpdate>;

/** Writes values by field name, all or none; 400 lists every invalid one. */
export async function changeValues(
  trx: Transaction<Database>,
  { space, actor }: ValueChangeContext,
  updates: Updates,
): Promise<void> {
  if (!(await lockSpace(trx, space.organization_id, space.id))) throw notFound('space');
  const names = Object.keys(updates);
  const fields = await lockFieldsForShare(trx, space.organization_id, names);
  validateValues(fields, updates);
  if (names.length === 0) return;
  const before = new Map(Object.entries((await getValuesBySpace(trx, [space.id])).get(space.id) ?? {}));
  const rows = fields.flatMap(({ id, name }) => {
    const value = updates[name]?.value;
    return value === undefined ? [] : [{ fieldId: id, value }];
  });
  const cleared = fields.filter(({ name }) => updates[name]?.value === undefined);
  await upsertValues(trx, space.id, rows);
  await deleteSpaceValues(
    trx,
    space.id,
    cleared.map(({ id }) => id),
  );
  await recordAudit(trx, {
    organizationId: space.organization_id,
    actor,
    action: 'updateSpaceCustomFields',
    targetKind: 'space',
    targetId: space.id,
    summary: `Changed custom fields of the space “${space.title}”: ${names.join(', ')}.`,
    before: Object.fromEntries(names.map((name) => [name, before.get(name) ?? null])),
    after: Object.fromEntries(names.map((name) => [name, updates[name]?.value ?? null])),
  });
}

function validateValues(fields: readonly FieldRow[], updates: Updates): void {
  const byName = new Map<string, FieldKind>(fields.map((field) => [field.name, field]));
  const problems = Object.entries(updates).flatMap(([name, { value }]) => {
    const path = `body.values.${name}`;
    const field = byName.get(name);
    if (!field) return [{ path, problem: 'is not a custom field of this organization' }];
    if (value === undefined) return [];
    return validateValue(field, value).map(({ path: place, problem }) => ({
      path: `${path}.value${place}`,
      problem,
    }));
  });
  if (problems.length > 0) throw badValues(problems);
}
