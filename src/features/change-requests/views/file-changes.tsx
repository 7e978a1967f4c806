import { linkOptions } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import type { ChangedFile, ContentChange } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { formatNumber } from '#src/lib/counts.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

export interface FileChange extends ChangedFile {
  changeType: string;
}

const changeTypeLabels: Record<string, [name: string, tone: Tone]> = {
  file_created: ['+ Added', 'success'],
  file_edited: ['~ Replaced', 'info'],
  file_deleted: ['− Deleted', 'danger'],
  file_unchanged: ['Unchanged', 'neutral'],
};

/** Label of a file change, with a sign. */
export function fileChangeLabel(became: string): [name: string, tone: Tone] {
  return new Map(Object.entries(changeTypeLabels)).get(became) ?? [became, 'neutral'];
}

/** The file changes of a change request. */
export function fileChanges(changes: readonly ContentChange[]): FileChange[] {
  return changes.flatMap(({ type, file }) => (file ? [{ ...file, changeType: type }] : []));
}

const columns: readonly Column<FileChange>[] = [
  {
    id: 'name',
    header: 'File',
    cell: ({ name, changeType }) => (
      <bdi className={changeType === 'file_deleted' ? 'truncate line-through' : 'truncate font-medium'}>
        {name}
      </bdi>
    ),
  },
  { id: 'type', header: 'Type', width: '14rem', phone: 'hidden', cell: ({ contentType }) => contentType },
  {
    id: 'size',
    header: 'Size (bytes)',
    width: '8rem',
    align: 'end',
    phone: 'hidden',
    cell: ({ size }) => size !== undefined && formatNumber(size),
  },
  {
    id: 'became',
    header: 'Change',
    width: '9rem',
    phone: 'aside',
    cell: ({ changeType }) => {
      const [name, tone] = fileChangeLabel(changeType);
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
];

interface FileChangesProps {
  organizationId: string;
  spaceId: string;
  changeRequest: string;
  /** "Changed files". */
  label: string;
  list: List<FileChange>;
  /** Lists all files, not only changed ones. */
  show?: 'all' | undefined;
}

/** Files of a change request with their changes; one opens in a panel. */
export function FileChanges({ label, list, show, ...params }: FileChangesProps) {
  return (
    <DataTable
      label={label}
      noun="file"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowLink={({ id }) =>
        linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files',
          params,
          search: { file: id, show },
        })
      }
      empty={
        <EmptyState icon={<Paperclip />} title="No changed files" className="rounded-lg border border-line">
          Images and attachments that this change request adds, replaces or deletes appear here.
        </EmptyState>
      }
    />
  );
}
