import { linkOptions } from '@tanstack/react-router';
import { FolderInput } from 'lucide-react';
import type { ContentImportRun } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Time } from '#src/ui/time.tsx';
import { stateLabel } from './labels.ts';
import { importsOf } from './queries.ts';

const columns: readonly Column<ContentImportRun>[] = [
  {
    id: 'from',
    header: 'Source',
    cell: ({ from, spaces }) => (
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{from}</bdi>
        <span className="block truncate text-xs text-ink-soft">
          {spaces.map(({ title }) => title).join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '10rem',
    phone: 'aside',
    cell: ({ state }) => {
      const { name, tone } = stateLabel(state);
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
  {
    id: 'pages',
    header: 'Imported',
    width: '7rem',
    align: 'end',
    from: 'md',
    phone: 'hidden',
    cell: ({ importedResources }) =>
      importedResources === undefined ? undefined : formatNumber(importedResources),
  },
  {
    id: 'begun',
    header: 'Begun',
    width: '8rem',
    phone: 'meta',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

/** The imports of an organization. */
export function RunList({ organizationId }: { organizationId: string }) {
  return (
    <DataTable
      label="Imports"
      noun="import"
      list={useList(importsOf(organizationId))}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ from }) => from}
      rowLink={({ id }) =>
        linkOptions({ to: '/o/$organizationId/imports/$importId', params: { organizationId, importId: id } })
      }
      empty={
        <EmptyState icon={<FolderInput />} title="No imports yet" className="rounded-lg border border-line">
          Bring documentation from this computer, a website or a repository.
        </EmptyState>
      }
    />
  );
}
