import type { Kysely } from 'kysely';
import { hashId } from '#server/content/pages/storage.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { insertRows } from '../model/bulk-insert.ts';

/** The context of all writers of a large organization. */
export interface ScaleContext {
  db: Kysely<Database>;
  /** The number of this large organization; part of every id. */
  organizationNumber: number;
  organizationId: string;
  now: Date;
  report: (line: string) => void;
}

const BATCH_SIZE = 4000;

/** The id of the n-th item of a kind. */
export function scaleId(
  { organizationNumber }: Pick<ScaleContext, 'organizationNumber'>,
  kind: string,
  index: number,
): string {
  return hashId(`scale/${organizationNumber}/${kind}/${index}`);
}

/** Creates and inserts rows for 0 … count − 1 in batches, so that memory stays small. */
export async function insertBatches<Table extends keyof Database & string>(
  { db, report }: ScaleContext,
  table: Table,
  count: number,
  createRows: (index: number) => readonly Row<Table>[],
): Promise<void> {
  const started = Date.now();
  let writtenCount = 0;
  let rows: Row<Table>[] = [];
  const flush = async () => {
    await insertRows(db, table, rows, BATCH_SIZE);
    writtenCount += rows.length;
    rows = [];
  };
  for (let index = 0; index < count; index += 1) {
    rows.push(...createRows(index));
    if (rows.length >= BATCH_SIZE) await flush();
  }
  await flush();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (writtenCount > 0) report(`${table}: ${writtenCount.toLocaleString('en')} rows in ${seconds} s`);
}

export function daysBefore({ now }: Pick<ScaleContext, 'now'>, days: number): Date {
  return new Date(now.getTime() - Math.round(days * 86_400_000));
}
