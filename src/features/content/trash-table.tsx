import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Space } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { useDeleteContent } from './actions.ts';
import { timeLeft } from './trash.ts';

function columnsWith(restore: (space: Space) => void): readonly Column<Space>[] {
  return [
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
    timeColumn({ id: 'deleted', header: 'Deleted', time: ({ deletedAt }) => deletedAt, event: 'Deleted' }),
    {
      id: 'left',
      header: 'Time left',
      width: '9rem',
      cell: (space) => {
        const { text, isShort } = timeLeft(space.deletedAt ?? space.updatedAt, new Date());
        return isShort ? <Badge tone="warning">{text}</Badge> : text;
      },
      after: () => 'left',
    },
    {
      id: 'restore',
      header: 'Restore',
      headerHidden: true,
      width: '8rem',
      align: 'end',
      phone: 'aside',
      cell: (space) => (
        <Button
          size="small"
          icon={<RotateCcw />}
          aria-label={`Restore ${space.title}`}
          onClick={() => restore(space)}
        >
          Restore
        </Button>
      ),
    },
  ];
}

interface TrashTableProps {
  organizationId: string;
  list: List<Space>;
  /** Shown instead of the table when the trash is empty. */
  empty: ReactNode;
}

/** Deleted spaces with time left and a restore button. */
export function TrashTable({ organizationId, list, empty }: TrashTableProps) {
  const { restore } = useDeleteContent(organizationId);
  const [columns] = useState(() => columnsWith((space) => void restore(space).catch(toastFailure)));
  return (
    <DataTable
      label="Deleted spaces"
      noun="deleted space"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      empty={empty}
    />
  );
}
