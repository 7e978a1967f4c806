import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { IndexedOperation } from '../../specifications/operation-index.ts';
import { runTask, TaskLimitError } from '../../tasks/run-task.ts';
import { loadSpecDocuments, readOutline } from './spec-page.ts';

/** Increase this when operations are indexed differently; those of older versions are then read again. */
export const OPERATIONS_VERSION = 3;

/** Indexes and outlines the current versions of all specifications that are not indexed yet, one after another. */
export async function catchUpOperations(db: Kysely<Database>): Promise<void> {
  for (;;) {
    const version = await db
      .selectFrom('api_spec_versions')
      .innerJoin('api_specs', 'api_specs.last_version_id', 'api_spec_versions.id')
      .select(['api_spec_versions.id', 'api_specs.organization_id'])
      .where('operations_version', '<', OPERATIONS_VERSION)
      .orderBy('api_spec_versions.id')
      .limit(1)
      .executeTakeFirst();
    if (!version) return;
    const specification = (await loadSpecDocuments(db, version.id)) ?? '{}';
    const operations = await readOperations(specification, version.organization_id);
    await readOutline(db, version.organization_id, version.id);
    await storeOperations(db, version.id, operations);
  }
}

/** One that takes too long has none. */
async function readOperations(specification: string, organizationId: string): Promise<IndexedOperation[]> {
  try {
    return await runTask('indexOperations', { specification }, { organizationId });
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return [];
  }
}

async function storeOperations(
  db: Kysely<Database>,
  versionId: string,
  operations: readonly IndexedOperation[],
): Promise<void> {
  const rows = operations.map((operation, position) => ({ ...operation, position }));
  await inTransaction(db, async (trx) => {
    // Other servers that do the same wait here; a deleted version has no row.
    const version = await trx
      .updateTable('api_spec_versions')
      .set({ operations_version: OPERATIONS_VERSION })
      .where('id', '=', versionId)
      .returning('id')
      .executeTakeFirst();
    if (!version) return;
    await trx.deleteFrom('api_spec_operations').where('version_id', '=', versionId).execute();
    await sql`
      insert into api_spec_operations (version_id, position, anchor, title, body, words)
      select ${versionId}, position, anchor, title, body, words::tsvector
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as operation (position int, anchor text, title text, body text, words text)`.execute(trx);
  });
}
