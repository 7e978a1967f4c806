import { linkOptions } from '@tanstack/react-router';
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Space } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { Section } from '#src/components/layout/record.tsx';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { levelLabels } from '#src/domain/roles/level-labels.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Time } from '#src/ui/time.tsx';
import { spacesOfCollection } from './queries.ts';

const columns: readonly Column<Space>[] = [
  {
    id: 'title',
    header: 'Space',
    cell: (space) => (
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden="true">{space.emoji}</span>
        <span dir="auto" className="truncate font-medium">
          {space.title}
        </span>
      </span>
    ),
  },
  {
    id: 'level',
    header: 'Default access',
    width: '9.5rem',
    cell: (space) => levelLabels(space.defaultLevel, 'collection').name,
  },
  {
    id: 'requests',
    header: 'Open changes',
    width: '7rem',
    align: 'end',
    phone: 'hidden',
    cell: (space) => formatNumber(space.changeRequestsOpen),
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '9rem',
    phone: 'hidden',
    cell: (space) => <Time value={space.updatedAt} />,
  },
];

interface CollectionSpacesProps {
  organizationId: string;
  collectionId: string;
  /** Nothing is shown without spaces: there are collections instead. */
  hidesNone: boolean;
  /** The action of the empty state. */
  create: ReactNode;
}

export function CollectionSpaces({ organizationId, collectionId, hidesNone, create }: CollectionSpacesProps) {
  const list = useList(spacesOfCollection(collectionId));
  if (hidesNone && list.total === 0) return null;
  return (
    <Section title="Spaces">
      <DataTable
        label="Spaces"
        noun="space"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowLink={({ id: spaceId }) =>
          linkOptions({ to: '/o/$organizationId/spaces/$spaceId', params: { organizationId, spaceId } })
        }
        empty={
          <EmptyState
            icon={<FolderOpen />}
            title="No spaces yet"
            action={create}
            className="rounded-lg border border-line"
          >
            Spaces in a collection can inherit its default access.
          </EmptyState>
        }
      />
    </Section>
  );
}
