import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** The report of a run as CSV, with a name for its file; undefined if there is no such run. */
export async function readReport(
  db: Kysely<Database>,
  importId: string,
): Promise<{ name: string; csv: string } | undefined> {
  const run = await db
    .selectFrom('content_imports')
    .select('created_at')
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!run) return undefined;
  const rows = await db
    .selectFrom('import_entries')
    .select(['path', 'line', 'kind', 'message'])
    .where('import_id', '=', importId)
    .orderBy('position')
    .execute();
  const lines = rows.map(({ path, line, kind, message }) => [path, String(line ?? ''), kind, message]);
  const csv = [['path', 'line', 'kind', 'message'], ...lines]
    .map((cells) => cells.map(toCell).join(','))
    .join('\r\n');
  const day = run.created_at.toISOString().slice(0, 10);
  // With a byte order mark, or spreadsheets take another encoding.
  return { name: `import-${day}.csv`, csv: `\uFEFF${csv}\r\n` };
}

/** A cell of CSV. What a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
