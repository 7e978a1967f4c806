import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';

/**
 * Inserts complete rows into one table, a few megabytes per statement.
 *
 * The rows travel as one JSON parameter and the database takes the columns' types from the table itself: there is
 * no limit on parameters, and compiling the statement costs the same for one row as for ten thousand. jsonb columns
 * are given as values. Every row must have the same keys. A text that is there already stays, for equal texts share one
 * row of `documents`; in every other table a second row of the same id is an error.
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
    const record = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(part, bytesAsHex)}::jsonb)`;
    const insert = sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${record} ${ifPresent}`;
    await insert.execute(db);
  }
}

/** Writes bytes the way a bytea column reads them; JSON.stringify has already called the buffer's own toJSON. */
function bytesAsHex(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value;
}
