import { linkOptions } from '@tanstack/react-router';
import { File as FileIcon, Image as ImageIcon, Paperclip } from 'lucide-react';
import type { File } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { isDisplayableImage } from './labels.ts';

const columns: readonly Column<File>[] = [
  {
    id: 'name',
    header: 'File',
    cell: ({ name, contentType }) => {
      const Icon = isDisplayableImage(contentType) ? ImageIcon : FileIcon;
      return (
        <span className="flex min-w-0 items-center gap-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          <bdi className="truncate font-medium">{name}</bdi>
        </span>
      );
    },
  },
  {
    id: 'size',
    header: 'Size',
    width: '7rem',
    align: 'end',
    phone: 'aside',
    cell: ({ size }) => formatSize(size),
  },
  { id: 'type', header: 'Type', width: '14rem', phone: 'hidden', cell: ({ contentType }) => contentType },
  {
    id: 'dimensions',
    header: 'Dimensions',
    width: '9rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ dimensions }) =>
      dimensions && `${formatNumber(dimensions.width)} × ${formatNumber(dimensions.height)}`,
  },
];

interface FilesTableProps {
  organizationId: string;
  spaceId: string;
  list: List<File>;
}

export function FilesTable({ organizationId, spaceId, list }: FilesTableProps) {
  return (
    <DataTable
      label="Files"
      noun="file"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowLink={({ id: fileId }) =>
        linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/files/$fileId',
          params: { organizationId, spaceId, fileId },
        })
      }
      empty={
        <EmptyState
          icon={<Paperclip />}
          title="No files yet"
          action={
            <LinkButton
              link={linkOptions({
                to: '/o/$organizationId/spaces/$spaceId/import',
                params: { organizationId, spaceId },
              })}
            >
              Import
            </LinkButton>
          }
          className="rounded-lg border border-line"
        >
          Images and attachments of pages appear here, used or not.
        </EmptyState>
      }
    />
  );
}
