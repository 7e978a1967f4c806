import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '#server/database/tables/schema.ts';

/**
 * Inserts complete rows into one table, a few megabytes per statement. The rows are sent as one JSON parameter and the
 * column types come from the table: no limit on parameters, and compiling costs the same for one row as for ten
 * thousand. jsonb columns are given as values. All rows must have the same keys. Existing texts are skipped, because
 * equal texts share a row of `documents`; in other tables a duplicate id is an error.
 */
export async function insertRows<Table extends keyof Database & string>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Row<Table>[],
  batchSize = 5000,
): Promise<void> {
  const ifPresent = table === 'documents' ? sql`on conflict do nothing` : sql``;
  for (let start = 0; start < rows.length; start += batchSize) {
    const part = rows.slice(start, start + batchSize);
    const columns = sql.join(Object.keys(part[0] ?? {}).map((name) => sql.ref(name)));
    const record = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(part, bytesAsHex)}::json)`;
    const insert = sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${record} ${ifPresent}`;
    await insert.execute(db);
  }
}

/** Formats bytes for a bytea column; JSON.stringify has already called the buffer's toJSON. */
function bytesAsHex(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value;
}
