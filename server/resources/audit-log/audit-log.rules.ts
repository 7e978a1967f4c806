import type { AuditEntry } from '#api/generated/types.gen.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { collectIds } from '#server/audit/audit-names.ts';
import { badValue } from '#server/errors.ts';
import type { AuditRow } from './audit-log.queries.ts';

/** The range that both the database and four-digit ISO strings support. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** Parses a time of a query; throws 400 for leap seconds and years outside 1 to 9999. */
export function parseTime(path: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (time.getTime() >= EARLIEST && time.getTime() <= LATEST) return time;
  throw badValue(path, 'must be a time between the years 1 and 9999');
}

/**
 * Actors whose account was deleted keep their id.
 *
 * @param known names of ids, for entries that were written without them
 */
export function toAuditView(row: AuditRow, known: ReadonlyMap<string, string>): AuditEntry {
  const ids = collectIds([row.before, row.after]);
  const names = Object.fromEntries(
    ids.flatMap((id) => {
      const name = row.names?.[id] ?? known.get(id);
      return name === undefined ? [] : [[id, name]];
    }),
  );
  return {
    object: 'audit-entry',
    id: row.id,
    at: row.at.toISOString(),
    ...(row.actor_id !== null && { actor: toAuthorView(row.actor_id, row) }),
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id },
    summary: row.summary,
    ...(row.before && { before: row.before }),
    ...(row.after && { after: row.after }),
    ...(Object.keys(names).length > 0 && { names }),
  };
}
