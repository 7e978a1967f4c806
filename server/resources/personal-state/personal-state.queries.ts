import { type Kysely, sql, type Transaction } from 'kysely';
import type { PersonalStateEntryUpdate, PersonalStateKind } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { conflict } from '#server/base/errors.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { KINDS, MAX_ENTRIES } from './personal-state.rules.ts';

type Owner = Pick<Membership, 'organizationId' | 'userId'>;

const selectEntries = (db: Kysely<Database>, { organizationId, userId }: Owner) =>
  db
    .selectFrom('personal_states')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId);

/** Those written last first. */
export function readEntries(db: Kysely<Database>, owner: Owner): Promise<Row<'personal_states'>[]> {
  return selectEntries(db, owner)
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('kind')
    .orderBy('subject')
    .execute();
}

/** Throws 409 for more than a person can keep. */
export async function writeEntries(
  trx: Transaction<Database>,
  owner: Owner,
  entries: readonly PersonalStateEntryUpdate[],
  now: Date,
): Promise<void> {
  // The person's other tabs wait here, so that the limits hold.
  await trx
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', owner.organizationId)
    .where('user_id', '=', owner.userId)
    .forNoKeyUpdate()
    .execute();
  const deleted = entries.filter(({ value }) => value === null);
  const written = entries.filter(({ value }) => value !== null);
  if (deleted.length > 0) await deleteEntries(trx, owner, deleted);
  if (written.length === 0) return;
  await upsertEntries(trx, owner, written, now);
  await assertLimits(trx, owner, new Set(written.map(({ kind }) => kind)));
}

async function deleteEntries(
  trx: Transaction<Database>,
  { organizationId, userId }: Owner,
  entries: readonly PersonalStateEntryUpdate[],
): Promise<void> {
  const [kinds, subjects] = [entries.map(({ kind }) => kind), entries.map(({ subject }) => subject)];
  await sql`
    delete from personal_states entry
    using unnest(${kinds}::text[], ${subjects}::text[]) as deleted (kind, subject)
    where entry.organization_id = ${organizationId} and entry.user_id = ${userId}
      and entry.kind = deleted.kind and entry.subject = deleted.subject`.execute(trx);
}

async function upsertEntries(
  trx: Transaction<Database>,
  { organizationId, userId }: Owner,
  entries: readonly PersonalStateEntryUpdate[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('personal_states')
    .values(
      entries.map(({ kind, subject, value }) => ({
        organization_id: organizationId,
        user_id: userId,
        kind,
        subject,
        value: JSON.stringify(value),
        updated_at: now,
      })),
    )
    .onConflict((row) =>
      row.columns(['organization_id', 'user_id', 'kind', 'subject']).doUpdateSet((excluded) => ({
        value: excluded.ref('excluded.value'),
        updated_at: excluded.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

/** Deletes the oldest marks beyond the limit; throws 409 for more than can be kept of a written kind. */
async function assertLimits(
  trx: Transaction<Database>,
  owner: Owner,
  kinds: ReadonlySet<PersonalStateKind>,
): Promise<void> {
  const counts = await selectEntries(trx, owner)
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .groupBy('kind')
    .execute();
  for (const { kind, count } of counts) {
    const { kept } = KINDS[kind];
    if (kept && kinds.has(kind) && count > kept.max)
      throw conflict(
        `You can have ${kept.max} ${kept.name} in an organization. Delete one first.`,
        'body.entries',
      );
  }
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total > MAX_ENTRIES) await deleteOldestMarks(trx, owner, total - MAX_ENTRIES);
}

async function deleteOldestMarks(
  trx: Transaction<Database>,
  { organizationId, userId }: Owner,
  count: number,
): Promise<void> {
  const marks = Object.entries(KINDS).flatMap(([kind, { kept }]) => (kept ? [] : [kind]));
  await sql`
    delete from personal_states entry using (
      select kind, subject from personal_states
      where organization_id = ${organizationId} and user_id = ${userId} and kind = any(${marks}::text[])
      order by updated_at, kind, subject limit ${count}
    ) oldest
    where entry.organization_id = ${organizationId} and entry.user_id = ${userId}
      and entry.kind = oldest.kind and entry.subject = oldest.subject`.execute(trx);
}
