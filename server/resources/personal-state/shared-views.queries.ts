import { type Kysely, sql, type Transaction } from 'kysely';
import type { SharedViewCreate, SharedViewUpdate } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { MAX_SHARED_VIEWS, type SharedViewRow } from './shared-views.rules.ts';

interface SharedViewChange {
  organizationId: string;
  actor: Actor;
  now: Date;
}

/** With who shared each. */
export function selectSharedViews(db: Kysely<Database>, organizationId: string, screen?: string) {
  const query = db
    .selectFrom('shared_views')
    .leftJoin('users', 'users.id', 'shared_views.created_by')
    .selectAll('shared_views')
    .select(['users.display_name', 'users.email', 'users.photo_url'])
    .where('shared_views.organization_id', '=', organizationId);
  return screen === undefined ? query : query.where('shared_views.screen', '=', screen);
}

/** Throws 404. */
export async function findSharedView(
  db: Kysely<Database>,
  { organizationId, sharedViewId }: { organizationId: string; sharedViewId: string },
): Promise<SharedViewRow> {
  const row = await selectSharedViews(db, organizationId)
    .where('shared_views.id', '=', sharedViewId)
    .executeTakeFirst();
  if (!row) throw notFound('shared view');
  return row;
}

export async function countSharedViews(
  db: Kysely<Database>,
  organizationId: string,
  screen?: string,
): Promise<number> {
  let query = db
    .selectFrom('shared_views')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId);
  if (screen !== undefined) query = query.where('screen', '=', screen);
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function addSharedView(
  trx: Transaction<Database>,
  change: SharedViewChange,
  { screen, name, search }: SharedViewCreate,
): Promise<string> {
  const { organizationId, actor, now } = change;
  // The others wait here, so that the count holds.
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
  if ((await countSharedViews(trx, organizationId)) >= MAX_SHARED_VIEWS)
    throw conflict(`An organization can have ${MAX_SHARED_VIEWS} shared views. Delete one first.`);
  const row = await trx
    .insertInto('shared_views')
    .values({
      id: newId(),
      organization_id: organizationId,
      screen,
      name,
      search,
      created_by: actor.user.id,
      created_at: now,
      updated_at: now,
    })
    .onConflict((each) => each.columns(['organization_id', 'screen', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw nameTaken(name);
  await auditView(trx, change, row.id, {
    action: 'createSharedView',
    summary: `Shared the view “${name}”.`,
    after: { screen, name, search },
  });
  return row.id;
}

const nameTaken = (name: string) =>
  conflict(`A shared view of this list has the name “${name}” already.`, 'body.name');

/** `checkRow` gets it under the lock. */
export async function changeSharedView(
  trx: Transaction<Database>,
  change: SharedViewChange & { sharedViewId: string },
  { name, search }: SharedViewUpdate,
  checkRow: (row: Row<'shared_views'>) => void,
): Promise<void> {
  const row = await lockSharedView(trx, change);
  checkRow(row);
  if (name !== undefined && name !== row.name) {
    const namesake = await trx
      .selectFrom('shared_views')
      .select('id')
      .where('organization_id', '=', row.organization_id)
      .where('screen', '=', row.screen)
      .where('name', '=', name)
      .executeTakeFirst();
    if (namesake) throw nameTaken(name);
  }
  const next = { name: name ?? row.name, search: search ?? row.search };
  await trx
    .updateTable('shared_views')
    .set({ ...next, updated_at: laterThan(row.updated_at, change.now) })
    .where('id', '=', row.id)
    .execute();
  await auditView(trx, change, row.id, {
    action: 'updateSharedView',
    summary:
      next.name === row.name
        ? `Changed the shared view “${row.name}”.`
        : `Renamed the shared view “${row.name}” to “${next.name}”.`,
    before: { name: row.name, search: row.search },
    after: next,
  });
}

export async function removeSharedView(
  trx: Transaction<Database>,
  change: SharedViewChange & { sharedViewId: string },
): Promise<void> {
  const { id, screen, name, search } = await lockSharedView(trx, change);
  await trx.deleteFrom('shared_views').where('id', '=', id).execute();
  await auditView(trx, change, id, {
    action: 'deleteSharedView',
    summary: `Deleted the shared view “${name}”.`,
    before: { screen, name, search },
  });
}

/** The organization first, as those who add do: names and the count hold until the end. Throws 404. */
async function lockSharedView(
  trx: Transaction<Database>,
  { organizationId, sharedViewId }: { organizationId: string; sharedViewId: string },
): Promise<Row<'shared_views'>> {
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
  const row = await trx
    .selectFrom('shared_views')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', sharedViewId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('shared view');
  return row;
}

function auditView(
  trx: Transaction<Database>,
  { organizationId, actor }: SharedViewChange,
  targetId: string,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, { organizationId, actor, targetKind: 'shared-view', targetId, ...entry });
}
