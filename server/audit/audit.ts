import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { collectIds, namesAsJson } from '#server/audit/audit-names.ts';
import { newId } from '#server/base/ids.ts';
import { afterCommit } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';

/**
 * The columns of a row that a change mentions, for the audit log. Columns that are undefined in `changes` are left out.
 */
export function pickChangedColumns(changes: object, row: object): Record<string, unknown> {
  const changed = new Map<string, unknown>(Object.entries(changes));
  return Object.fromEntries(Object.entries(row).filter(([column]) => changed.get(column) !== undefined));
}

/** The author of a change: a caller, or what is known of them. */
export interface AuditActor {
  readonly user: { readonly id: string };
}

/** One change, written to the audit log in the change's own transaction. */
export interface AuditEntry {
  organizationId: string;
  /** Null for the server itself. */
  actor: AuditActor | null;
  /** The operation id: `updateMember`. */
  action: string;
  /** The resource: `member`, `site-section`. */
  targetKind: string;
  targetId: string;
  /** One sentence: "Changed the role of Ada Lovelace to reviewer." */
  summary: string;
  before?: unknown;
  after?: unknown;
  /** The change request of the target; without it, the target. */
  changeRequestId?: string | undefined;
  /** The space that the target belongs to; without it, that of the change request, or the target. */
  spaceId?: string | undefined;
  /** The names of the ids in `before` and `after`; without them they are looked up. */
  names?: Readonly<Record<string, string>>;
}

/**
 * Writes the audit entry of a change in the transaction of the change. After the commit it invalidates cached counts, which
 * wakes the readers of events.
 */
export async function recordAudit(trx: Transaction<Database>, entry: AuditEntry): Promise<void> {
  await trx.insertInto('audit_log').values(toRow(entry)).execute();
  afterCommit(trx, () => invalidateCounts(entry.organizationId));
}

/** Like `recordAudit` for several entries; at least one. */
export async function recordAudits(
  trx: Transaction<Database>,
  entries: readonly AuditEntry[],
): Promise<void> {
  await trx.insertInto('audit_log').values(entries.map(toRow)).execute();
  afterCommit(trx, () => {
    for (const { organizationId } of entries) invalidateCounts(organizationId);
  });
}

/**
 * Like `recordAudit`, as a part of the next statement: `withAudit(trx, entry).updateTable(…)`. Saves a round trip,
 * which matters for moves.
 */
export function withAudit(trx: Transaction<Database>, entry: AuditEntry) {
  afterCommit(trx, () => invalidateCounts(entry.organizationId));
  return auditedStatement(trx, entry);
}

/**
 * Like `withAudit` for a change that is this statement alone, so that it needs no transaction around it. The caller
 * invalidates cached counts afterwards.
 */
export function auditedStatement(db: Kysely<Database>, entry: AuditEntry) {
  return db.with('audited', (on) => on.insertInto('audit_log').values(toRow(entry)));
}

/** An entry of which no name has to be looked up. */
export type NamedAuditEntry = AuditEntry & Required<Pick<AuditEntry, 'names'>>;

/**
 * Like `withAudit` for a change of at most one row that may find nothing to change: `change` is a statement with
 * `returning`; its row is selected. The caller invalidates cached counts after the commit.
 */
export function auditedChange<Changed>(
  entry: NamedAuditEntry,
  change: RawBuilder<Changed>,
): RawBuilder<Changed> {
  const row = toRow(entry);
  return sql<Changed>`
    with changed as (${change}),
    audited as (
      insert into audit_log
        (id, organization_id, actor_id, action, target_kind, target_id, summary, before, after, names, space_id)
      select ${row.id}, ${row.organization_id}, ${row.actor_id}, ${row.action}, ${row.target_kind}, ${row.target_id},
        ${row.summary}, ${row.before}, ${row.after}, ${row.names},
        ${row.space_id}
      from changed)
    select * from changed`;
}

function toRow(entry: AuditEntry) {
  const ids = collectIds([entry.before, entry.after]);
  const changeRequestId = entry.targetKind === 'change-request' ? entry.targetId : entry.changeRequestId;
  return {
    space_id: spaceOf(entry, changeRequestId),
    change_request_id: changeRequestId ?? null,
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
    names: ids.length === 0 ? null : namesOf(entry, ids),
  };
}

/** Resolved in the same statement, as the names are. */
function spaceOf({ spaceId, targetKind, targetId }: AuditEntry, changeRequestId: string | undefined) {
  if (spaceId !== undefined) return spaceId;
  if (targetKind === 'space') return targetId;
  if (changeRequestId === undefined) return null;
  return sql<string>`(select space_id from change_requests where id = ${changeRequestId})`;
}

function namesOf({ organizationId, names }: AuditEntry, ids: readonly string[]) {
  return names ? JSON.stringify(names) : namesAsJson(organizationId, ids);
}
