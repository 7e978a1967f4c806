import type { AuditEntry } from '#server/generated/types.gen.ts';
import { toUserView } from '../users/users.view.ts';
import type { AuditRow } from './audit-log.queries.ts';

/** An entry of the audit log. Of a person whose account is gone the id is left. */
export function toAuditView(row: AuditRow): AuditEntry {
  return {
    object: 'audit-entry',
    id: row.id,
    at: row.at.toISOString(),
    ...(row.actor_id !== null && { actor: actorOf(row, row.actor_id) }),
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id },
    summary: row.summary,
    ...(row.before && { before: row.before }),
    ...(row.after && { after: row.after }),
  };
}

function actorOf({ display_name, email, photo_url }: AuditRow, id: string): AuditEntry['actor'] {
  if (display_name === null || email === null) {
    return { object: 'user', id, displayName: 'Deleted account', urls: {} };
  }
  return toUserView({ id, display_name, email, photo_url });
}
