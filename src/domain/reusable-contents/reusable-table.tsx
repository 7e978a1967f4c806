import type { LinkProps } from '@tanstack/react-router';
import { Blocks } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import type { MenuEntries } from '#src/ui/menu.ts';

/** A reusable content in a list. */
export interface ReusableRow extends Pick<ReusableContent, 'id' | 'title' | 'git' | 'pageCount'> {
  /** What a change request did to it. */
  change?: { name: string; tone: Tone };
  isDeleted?: boolean;
}

const columns: readonly Column<ReusableRow>[] = [
  {
    id: 'title',
    header: 'Reusable content',
    cell: ({ title, isDeleted }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Blocks aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        <bdi className={isDeleted ? 'truncate line-through' : 'truncate font-medium'}>{title}</bdi>
      </span>
    ),
  },
  {
    id: 'path',
    header: 'Path',
    grow: true,
    from: 'md',
    phone: 'hidden',
    cell: ({ git }) => git?.path !== undefined && <code className="truncate text-xs">{git.path}</code>,
    tip: ({ git }) => git?.path,
  },
  {
    id: 'pages',
    header: 'Pages',
    width: '6rem',
    align: 'end',
    phone: 'meta',
    cell: ({ pageCount }) => pageCount !== undefined && formatNumber(pageCount),
    after: ({ pageCount }) => (pageCount === 1 ? 'page' : 'pages'),
  },
];

const withChanges: readonly Column<ReusableRow>[] = [
  ...columns,
  {
    id: 'change',
    header: 'Change',
    width: '9rem',
    phone: 'aside',
    cell: ({ change }) => change && <Badge tone={change.tone}>{change.name}</Badge>,
  },
];

interface ReusableTableProps {
  list: List<ReusableRow>;
  rowLink: (id: string) => LinkProps;
  /** Of a change request, which may have changed some. */
  hasChanges?: boolean;
  menuOf?: ((row: ReusableRow) => MenuEntries) | undefined;
  empty: ReactNode;
}

/** Reusable contents, each with the number of pages that show it. */
export function ReusableTable({ list, rowLink, hasChanges = false, menuOf, empty }: ReusableTableProps) {
  return (
    <DataTable
      label="Reusable content"
      noun="item"
      list={list}
      columns={hasChanges ? withChanges : columns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      rowLink={({ id }) => rowLink(id)}
      {...(menuOf && { rowMenu: menuOf })}
      empty={empty}
    />
  );
}
