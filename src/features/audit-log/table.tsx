import { linkOptions } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { listAuditLog } from '#api/generated/sdk.gen.ts';
import type { AuditEntry, Organization } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { formatChanges, formatValues, readableChanges } from './audit-values.ts';
import { type AuditSearch, toAuditQuery } from './queries.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'summary',
    header: 'Event',
    grow: true,
    cell: ({ summary }) => (
      <span dir="auto" className="min-w-0 truncate">
        {summary}
      </span>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    width: '16rem',
    from: 'lg',
    phone: 'hidden',
    cell: (entry) => {
      const [first, ...others] = readableChanges(entry);
      if (!first) return undefined;
      return (
        <>
          <span className="min-w-0 truncate">
            {first.field}: <span className="text-ink">{formatValues(first)}</span>
          </span>
          {others.length > 0 && (
            <span className="shrink-0">{`\u00A0and ${formatNumber(others.length)} more`}</span>
          )}
        </>
      );
    },
    tip: (entry) => formatChanges(entry) || undefined,
  },
  {
    id: 'actor',
    header: 'Actor',
    width: '12rem',
    cell: ({ actor }) => (
      <span className="flex min-w-0 items-center gap-2">
        {actor ? (
          <Avatar name={actor.displayName} src={actor.photoURL} size="small" />
        ) : (
          <Bot aria-hidden="true" className="size-5 p-0.5" />
        )}
        <bdi className="truncate">{actor?.displayName ?? 'System'}</bdi>
      </span>
    ),
  },
  timeColumn({ id: 'at', header: 'Time', width: '8.5rem', phone: 'aside', time: ({ at }) => at }),
];

interface AuditTableProps {
  organizationId: string;
  list: List<AuditEntry>;
  search: AuditSearch;
  empty: ReactNode;
}

export function AuditTable({ organizationId, list, search, empty }: AuditTableProps) {
  return (
    <DataTable
      label="Audit log"
      noun="entry"
      nouns="entries"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ summary }) => summary}
      rowLink={({ id }) =>
        linkOptions({
          to: '/o/$organizationId/audit-log',
          params: { organizationId },
          search: { ...search, entry: id },
        })
      }
      empty={empty}
    />
  );
}

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
