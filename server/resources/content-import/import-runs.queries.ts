import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ImportReportKind, ImportState, ImportStep } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { hasLevel } from '#server/access/content-access.ts';
import { LEVEL } from '#server/access/roles.ts';
import { newId } from '#server/base/ids.ts';
import { deleteUnfinishedSources } from '#server/content/stored/import-sources.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { tellOfImport } from '#server/notifications/tell-of-import.ts';
import { enqueue, IMPORT_JOB } from '#server/queue/job-queue.ts';
import type { ImportRunRow, StoredImportRequest, StoredImportResult } from './import-runs.rules.ts';

/** Base query of runs, with who started them. */
export function selectRuns(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('content_imports')
    .leftJoin('users', 'users.id', 'content_imports.created_by')
    .select([
      'content_imports.id',
      'content_imports.organization_id',
      'content_imports.created_by',
      'content_imports.origin',
      'content_imports.problem',
      'content_imports.created_at',
      'content_imports.finished_at',
      'users.display_name',
      'users.email',
      'users.photo_url',
      sql<ImportRunRow['counts']>`(select coalesce(jsonb_object_agg(kind, total), '{}') from
        (select kind, count(*)::int as total from import_entries
          where import_id = content_imports.id group by kind) as kinds)`.as('counts'),
    ])
    .select((column) => [
      column.ref('content_imports.state').$castTo<ImportState>().as('state'),
      column.ref('content_imports.request').$castTo<StoredImportRequest>().as('request'),
      column.ref('content_imports.steps').$castTo<ImportStep[]>().as('steps'),
      column.ref('content_imports.recognized').$castTo<ImportRunRow['recognized']>().as('recognized'),
      column.ref('content_imports.result').$castTo<ImportRunRow['result']>().as('result'),
    ])
    .where('content_imports.organization_id', '=', organizationId);
}

/** SQL condition: whoever started a run sees it, who may change all that it has changed, and administrators. */
export function isRunVisible(viewer: Membership): RawBuilder<boolean> {
  if (isAdministrator(viewer)) return sql<boolean>`true`;
  return sql<boolean>`(content_imports.created_by = ${viewer.userId} or content_imports.space_ids <> '{}'
    and not exists (select from unnest(content_imports.space_ids) as changed (id)
      where not exists (select from spaces where spaces.id = changed.id and spaces.deleted_at is null
        and ${hasLevel(viewer, 'spaces', LEVEL.edit)})))`;
}

export function findRun(db: Kysely<Database>, organizationId: string, importId: string) {
  return selectRuns(db, organizationId).where('content_imports.id', '=', importId).executeTakeFirst();
}

/** Runs of an organization that are at work or wait for it, and those that wait for choices. */
export async function countUnfinished(trx: Transaction<Database>, organizationId: string) {
  // Else two that start at once would each count without the other.
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
  return trx
    .selectFrom('content_imports')
    .select([
      sql<number>`count(*) filter (where state <> 'planned')::int`.as('active'),
      sql<number>`count(*) filter (where state = 'planned')::int`.as('planned'),
    ])
    .where('organization_id', '=', organizationId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export interface NewRun {
  organizationId: string;
  userId: string;
  request: StoredImportRequest;
  origin: string;
  now: Date;
}

export async function insertRun(trx: Transaction<Database>, run: NewRun): Promise<string> {
  const id = newId();
  const { organizationId, userId, request, origin, now } = run;
  await trx
    .insertInto('content_imports')
    .values({
      id,
      organization_id: organizationId,
      created_by: userId,
      request: JSON.stringify(request),
      origin,
      recognized: null,
      result: null,
      problem: null,
      space_ids: request.spaceId === undefined ? [] : [request.spaceId],
      created_at: now,
      finished_at: null,
    })
    .execute();
  return id;
}

/** Queues the work of a run; returns the job's id. */
export async function enqueueRun(trx: Transaction<Database>, importId: string, runAt: Date): Promise<string> {
  const id = newId();
  await enqueue(trx, { id, kind: IMPORT_JOB, payload: { importId }, runAt });
  return id;
}

/** Locks a run; undefined if it was deleted. */
export async function lockRun(trx: Transaction<Database>, importId: string) {
  return trx
    .selectFrom('content_imports')
    .select((column) => ['id', column.ref('state').$castTo<ImportState>().as('state')])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

/** The run whose work begins, or begins again; undefined if nothing is to be done. */
export async function beginRun(db: Kysely<Database>, importId: string) {
  const begun = await db
    .updateTable('content_imports')
    .set({ state: 'running', steps: '[]' })
    .where('id', '=', importId)
    .where('state', 'in', ['waiting', 'running'])
    .returning((column) => [
      'id',
      'organization_id',
      'created_by',
      'origin',
      column.ref('request').$castTo<StoredImportRequest>().as('request'),
    ])
    .executeTakeFirst();
  if (!begun) return undefined;
  // Of an attempt that was interrupted. What it has fetched whole and stored is used again.
  await db.deleteFrom('import_entries').where('import_id', '=', importId).execute();
  await db.deleteFrom('import_changes').where('import_id', '=', importId).execute();
  await deleteUnfinishedSources(db, importId);
  return begun;
}

export type BegunRun = NonNullable<Awaited<ReturnType<typeof beginRun>>>;

/** Writes progress. False if the run was canceled. */
export async function writeSteps(
  db: Kysely<Database>,
  importId: string,
  steps: readonly ImportStep[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('content_imports')
    .set({ steps: JSON.stringify(steps) })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The run stops to be looked at. */
export async function planRun(
  db: Kysely<Database>,
  importId: string,
  recognized: NonNullable<ImportRunRow['recognized']>,
  state: 'running' | 'planned',
): Promise<void> {
  await db
    .updateTable('content_imports')
    .set({ recognized: JSON.stringify(recognized), state })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .execute();
}

export async function failRun(
  db: Kysely<Database>,
  importId: string,
  end: { problem: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const failed = await trx
      .updateTable('content_imports')
      .set({ state: 'failed', problem: end.problem, finished_at: end.now })
      .where('id', '=', importId)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (failed) await tellOfImport(trx, importId);
  });
}

/** In the transaction that writes the content. */
export async function finishRun(
  trx: Transaction<Database>,
  importId: string,
  end: { result: StoredImportResult; steps: readonly ImportStep[]; now: Date },
): Promise<void> {
  await trx
    .updateTable('content_imports')
    .set({
      state: 'done',
      result: JSON.stringify(end.result),
      steps: JSON.stringify(end.steps),
      space_ids: [...new Set(end.result.spaces.map(({ space }) => space))],
      finished_at: end.now,
    })
    .where('id', '=', importId)
    .execute();
  await tellOfImport(trx, importId);
}

/** Goes on with other choices, or ends. */
export async function updateRun(
  trx: Transaction<Database>,
  importId: string,
  change: { state: ImportState; request?: StoredImportRequest; finishedAt?: Date },
): Promise<void> {
  await trx
    .updateTable('content_imports')
    .set({
      state: change.state,
      ...(change.request && { request: JSON.stringify(change.request) }),
      ...(change.finishedAt && { finished_at: change.finishedAt }),
    })
    .where('id', '=', importId)
    .execute();
}

/** An entry of a report, as it is stored. */
export interface ReportRow {
  path: string;
  line?: number | undefined;
  kind: ImportReportKind;
  message: string;
}

/** Entries are written by so many: each has three texts. */
const ENTRY_BATCH = 2000;

/** Appends to the report of a run, behind `start` entries. */
export async function insertEntries(
  db: Kysely<Database>,
  importId: string,
  entries: readonly ReportRow[],
  start: number,
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRY_BATCH) {
    const rows = entries.slice(at, at + ENTRY_BATCH).map(({ path, line = null, kind, message }, index) => ({
      import_id: importId,
      position: start + at + index,
      path,
      line,
      kind,
      message,
    }));
    await db.insertInto('import_entries').values(rows).execute();
  }
}

export function selectEntries(db: Kysely<Database>, importId: string, kind?: ImportReportKind) {
  return db
    .selectFrom('import_entries')
    .select((column) => [
      'import_entries.position',
      'import_entries.path',
      'import_entries.line',
      'import_entries.message',
      column.ref('import_entries.kind').$castTo<ImportReportKind>().as('kind'),
    ])
    .where('import_entries.import_id', '=', importId)
    .$if(kind !== undefined, (query) => query.where('import_entries.kind', '=', kind ?? ''));
}
