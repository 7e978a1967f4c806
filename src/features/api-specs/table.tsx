import { linkOptions, useRouter } from '@tanstack/react-router';
import { FileBraces, Link2, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiSpec } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Badge } from '#src/ui/badge.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { recheckDenialReason, useSpecActions } from './actions.ts';
import { specStatusOf } from './labels.ts';
import { slugToParam } from './queries.ts';

const columns: readonly Column<ApiSpec>[] = [
  { id: 'slug', header: 'Specification', cell: ({ slug }) => <span className="truncate">{slug}</span> },
  {
    id: 'state',
    header: 'Status',
    width: '9rem',
    phone: 'aside',
    cell: (spec) => {
      const { label, tone, meaning } = specStatusOf(spec);
      return (
        <Badge tone={tone} tip={meaning}>
          {label}
        </Badge>
      );
    },
  },
  {
    id: 'source',
    header: 'Source',
    grow: true,
    from: 'md',
    phone: 'hidden',
    cell: ({ sourceURL }) => sourceURL?.replace(/^https?:\/\//, '') ?? 'Uploaded',
    tip: ({ sourceURL }) => sourceURL,
  },
  timeColumn({
    id: 'read',
    header: 'Last fetched',
    time: ({ lastProcessedAt }) => lastProcessedAt,
    absent: 'Never',
    event: 'Fetched',
  }),
];

interface SpecsTableProps {
  organizationId: string;
  list: List<ApiSpec>;
  empty: ReactNode;
}

/** The API specifications with status and actions. */
export function SpecsTable({ organizationId, list, empty }: SpecsTableProps) {
  const { navigate } = useRouter();
  const { recheck, deleteSpec } = useSpecActions(organizationId);
  const paramsOf = ({ slug }: ApiSpec) => ({ organizationId, slug: slugToParam(slug) });
  const linkOf = (spec: ApiSpec) =>
    linkOptions({ to: '/o/$organizationId/api-specs/$slug', params: paramsOf(spec) });

  const menuOf = (spec: ApiSpec): MenuEntry[] => {
    const disabledReason = reasonUnless(spec.permissions.edit, permissionReasons.creator);
    return [
      { label: 'Open', icon: <FileBraces />, onSelect: () => void navigate(linkOf(spec)) },
      {
        label: 'Check for updates',
        icon: <RefreshCw />,
        disabledReason: recheckDenialReason(spec),
        onSelect: () => recheck(spec),
      },
      {
        label: 'Change source…',
        icon: <Link2 />,
        disabledReason,
        onSelect: () =>
          void navigate({ to: '/o/$organizationId/api-specs/$slug/source', params: paramsOf(spec) }),
      },
      'separator',
      {
        label: 'Delete…',
        icon: <Trash2 />,
        tone: 'danger',
        disabledReason,
        onSelect: () => void deleteSpec(spec),
      },
    ];
  };

  return (
    <DataTable
      label="API specifications"
      noun="specification"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ slug }) => slug}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
