import type { AuditEntry } from '#api/generated/types.gen.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { collectIds } from '#server/audit/audit-names.ts';
import type { AuditRow } from './audit-log.queries.ts';

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
