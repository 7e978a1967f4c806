import { listAuditLog } from '#api/generated/sdk.gen.ts';
import type { AuditEntry, Organization } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { formatChanges } from './audit-changes.ts';
import { type AuditSearch, toAuditQuery } from './audit-search.ts';

export function exportAuditLog({ id, title }: Organization, search: AuditSearch): void {
  const path = { organizationId: id };
  exportList<AuditEntry>({
    title: `Audit log of ${title}`,
    noun: 'entry',
    nouns: 'entries',
    fetchPage: async (page, signal) =>
      (await listAuditLog({ path, query: { ...toAuditQuery(search), ...page }, signal, throwOnError: true }))
        .data,
    headings: ['time', 'actor', 'email', 'action', 'event', 'target type', 'target id', 'changes'],
    toRows: (entries) => entries.map(toRow),
  });
}

function toRow(entry: AuditEntry): string[] {
  const { at, actor, action, summary, target } = entry;
  const who = [actor?.displayName ?? 'System', actor?.email ?? ''];
  return [at, ...who, action, summary, target.kind, target.id, formatChanges(entry)];
}
