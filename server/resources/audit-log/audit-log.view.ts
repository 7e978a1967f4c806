import type { AuditEntry } from '#server/generated/types.gen.ts';
import { toAuthorView } from '../users/users.view.ts';
import type { AuditRow } from './audit-log.queries.ts';

/** An entry of the audit log. Of a person whose account is gone the id is left. */
export function toAuditView(row: AuditRow): AuditEntry {
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
  };
}
