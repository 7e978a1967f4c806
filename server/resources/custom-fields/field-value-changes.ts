import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { badValues, notFound } from '#server/errors.ts';
import type { CustomFieldValueUpdate } from '#api/generated/types.gen.ts';
import { lockSpace, type SpaceRow } from '../spaces/spaces.queries.ts';
import type { FieldRow } from './custom-fields.queries.ts';
import { type FieldKind, problemsOfValue } from './field-value.ts';
import { clearValues, holdFields, valuesBySpace, writeValues } from './field-values.queries.ts';

/** Who gives which space values. */
export interface ValueChange {
  space: Pick<SpaceRow, 'id' | 'organization_id' | 'title'>;
  actor: Actor;
}

type Updates = Record<string, CustomFieldValueUpdate>;

/** Writes values by the names of their fields, all of them or none; 400 names every one that a field does not take. */
export async function changeValues(
  trx: Transaction<Database>,
  { space, actor }: ValueChange,
  updates: Updates,
): Promise<void> {
  if (!(await lockSpace(trx, space.organization_id, space.id))) throw notFound('space');
  const names = Object.keys(updates);
  const fields = await holdFields(trx, space.organization_id, names);
  refuseProblems(fields, updates);
  if (names.length === 0) return;
  const before = new Map(Object.entries((await valuesBySpace(trx, [space.id])).get(space.id) ?? {}));
  const written = fields.flatMap(({ id, name }) => {
    const value = updates[name]?.value;
    return value === undefined ? [] : [{ fieldId: id, value }];
  });
  const cleared = fields.filter(({ name }) => updates[name]?.value === undefined);
  await writeValues(trx, space.id, written);
  await clearValues(
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
    summary: `Changed custom fields of the space ${space.title}: ${names.join(', ')}.`,
    before: Object.fromEntries(names.map((name) => [name, before.get(name) ?? null])),
    after: Object.fromEntries(names.map((name) => [name, updates[name]?.value ?? null])),
  });
}

function refuseProblems(fields: readonly FieldRow[], updates: Updates): void {
  const byName = new Map<string, FieldKind>(fields.map((field) => [field.name, field]));
  const problems = Object.entries(updates).flatMap(([name, { value }]) => {
    const path = `body.values.${name}`;
    const field = byName.get(name);
    if (!field) return [{ path, problem: 'names no custom field of this organization' }];
    if (value === undefined) return [];
    return problemsOfValue(field, value).map(({ place, problem }) => ({
      path: `${path}.value${place}`,
      problem,
    }));
  });
  if (problems.length > 0) throw badValues(problems);
}
