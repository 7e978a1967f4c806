import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { collectIds, namesAsJson } from '#server/audit/audit-names.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { afterCommit } from '#server/database/transaction.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';

/**
 * The columns of a row that a change mentions, for the audit log. Columns that are undefined in `changes` are left out.
 */
export function pickChangedColumns(changes: object, row: object): Record<string, unknown> {
  const changed = new Map<string, unknown>(Object.entries(changes));
  return Object.fromEntries(Object.entries(row).filter(([column]) => changed.get(column) !== undefined));
}

export interface AuditEntry {
  organizationId: string;
  /** The author; null for the server itself. */
  actor: Pick<Actor, 'user'> | null;
  /** The operation id: `updateMember`. */
  action: string;
  /** The resource: `member`, `site-section`. */
  targetKind: string;
  targetId: string;
  /** One sentence: "Changed the role of Ada Lovelace to reviewer." */
  summary: string;
  before?: unknown;
  after?: unknown;
}

/** Writes the audit entry of a change in the transaction of the change, and invalidates cached counts. */
export async function recordAudit(trx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await trx.insertInto('audit_log').values(toRow(entry)).execute();
  afterCommit(trx, () => invalidateCounts(entry.organizationId));
}

/**
 * Like `recordAudit`, as a part of the next statement: `withAudit(trx, entry).updateTable(…)`. Saves a round trip,
 * which matters for moves.
 */
export function withAudit(trx: Transaction<Database>, entry: AuditEntry) {
  afterCommit(trx, () => invalidateCounts(entry.organizationId));
  return trx.with('audited', (db) => db.insertInto('audit_log').values(toRow(entry)));
}

function toRow(entry: AuditEntry) {
  const ids = collectIds([entry.before, entry.after]);
  return {
    id: newId(),
    organization_id: entry.organizationId,
    actor_id: entry.actor?.user.id ?? null,
    action: entry.action,
    target_kind: entry.targetKind,
    target_id: entry.targetId,
    summary: entry.summary,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    // Resolved in the same statement, so that it costs no round trip.
    names: ids.length === 0 ? null : namesAsJson(entry.organizationId, ids),
  };
}
