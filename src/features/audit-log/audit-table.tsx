import { linkOptions } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { Person } from '#src/components/people/person.tsx';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Time } from '#src/ui/time.tsx';
import { formatChanges } from './audit-changes.ts';
import type { AuditSearch } from './audit-search.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'summary',
    header: 'Event',
    cell: ({ summary }) => (
      <span dir="auto" className="min-w-0 truncate">
        {summary}
      </span>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    width: '30%',
    from: 'lg',
    phone: 'hidden',
    cell: (entry) => <span className="block truncate text-ink-soft">{formatChanges(entry)}</span>,
  },
  {
    id: 'actor',
    header: 'Actor',
    width: '14rem',
    cell: ({ actor }) =>
      actor ? (
        <span className="flex min-w-0 items-center gap-2">
          <Person user={actor} />
        </span>
      ) : (
        <span className="flex items-center gap-2 text-ink-soft">
          <Bot aria-hidden="true" className="size-4" /> System
        </span>
      ),
  },
  { id: 'at', header: 'Time', width: '8.5rem', phone: 'aside', cell: ({ at }) => <Time value={at} /> },
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
