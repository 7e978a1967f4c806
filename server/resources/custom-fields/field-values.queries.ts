import { type Kysely, sql, type Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/schema.ts';
import type { CustomFieldValue } from '#api/generated/types.gen.ts';
import { containsPattern } from '#server/lists.ts';
import { hasLevel, visibleSpaces } from '#server/access/content-access.ts';
import { selectFields } from './custom-fields.queries.ts';

/** The custom fields of a space's organization in the order of their names, with the value that the space has, or null. */
export function listFieldsOfSpace(db: Kysely<Database>, organizationId: string, spaceId: string) {
  return selectFields(db, organizationId)
    .leftJoin('custom_field_values as v', (join) =>
      join.onRef('v.custom_field_id', '=', 'custom_fields.id').on('v.space_id', '=', spaceId),
    )
    .select((column) => column.ref('v.value').$castTo<CustomFieldValue | null>().as('value'))
    .orderBy('custom_fields.name')
    .execute();
}

/**
 * The fields of an organization that have one of these names, with the value of a space, held so that neither their
 * options nor they themselves change until the transaction ends.
 */
export function holdFields(trx: Transaction<Database>, organizationId: string, names: readonly string[]) {
  return selectFields(trx, organizationId)
    .where(sql<boolean>`custom_fields.name = any(${names}::text[])`)
    .orderBy('custom_fields.name')
    .forShare()
    .execute();
}

/** Values by the names of their fields. */
export type ValuesByName = Record<string, CustomFieldValue>;

/** The values of some spaces, in one query. Spaces without any are left out. */
export async function valuesBySpace(
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

/** Gives a space values in fields, by the fields' ids. */
export async function writeValues(
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

/** Takes the values of a space in fields away, by the fields' ids. */
export async function clearValues(
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

/** The spaces of an organization that a member sees, with whether the member may change their values. */
export function selectSpacesWithValues(db: Kysely<Database>, viewer: Membership, title: string | undefined) {
  return matching(db, viewer, title).select([
    'spaces.id',
    'spaces.title',
    'spaces.emoji',
    hasLevel(viewer, 'spaces', LEVEL.create).as('can_edit'),
  ]);
}

/** How many spaces `selectSpacesWithValues` finds. */
export async function countSpacesWithValues(
  db: Kysely<Database>,
  viewer: Membership,
  title: string | undefined,
): Promise<number> {
  const { total } = await matching(db, viewer, title)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function matching(db: Kysely<Database>, viewer: Membership, title: string | undefined) {
  return visibleSpaces(db, viewer, viewer.organizationId).$if(title !== undefined, (spaces) =>
    spaces.where(sql<boolean>`search_key(spaces.title) like ${containsPattern(title ?? '')}`),
  );
}
