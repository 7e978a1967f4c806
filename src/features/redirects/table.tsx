import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SiteRedirect } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useDeleteRedirect } from './actions.ts';
import type { SitePath } from './queries.ts';

const columns: readonly Column<SiteRedirect>[] = [
  {
    id: 'source',
    header: 'From',
    cell: ({ source }) => <code className="truncate">{source}</code>,
    tip: ({ source }) => source,
  },
  {
    id: 'target',
    header: 'To',
    grow: true,
    phone: 'meta',
    cell: ({ target, appendRest }) => (
      <code className="truncate">{appendRest ? `${target} + rest` : target}</code>
    ),
    tip: ({ target }) => target,
  },
  {
    id: 'status',
    header: 'Type',
    width: '7rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ status }) => (status === 301 ? 'Permanent' : 'Temporary'),
  },
  timeColumn({
    id: 'updated',
    header: 'Updated',
    from: 'md',
    phone: 'hidden',
    time: ({ updatedAt }) => updatedAt,
  }),
];

interface RedirectsTableProps {
  path: SitePath;
  list: List<SiteRedirect>;
  disabledReason: string | undefined;
  onEdit: (redirect: SiteRedirect) => void;
  empty: ReactNode;
}

/** The redirects of a site with their actions. */
export function RedirectsTable({ path, list, disabledReason, onEdit, empty }: RedirectsTableProps) {
  const deleteRedirect = useDeleteRedirect(path);
  const menuOf = (redirect: SiteRedirect): MenuEntry[] => [
    { label: 'Edit…', icon: <Pencil />, disabledReason, onSelect: () => onEdit(redirect) },
    'separator',
    {
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason,
      onSelect: () => void deleteRedirect(redirect),
    },
  ];
  return (
    <DataTable
      label="Redirects"
      noun="redirect"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ source }) => source}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
