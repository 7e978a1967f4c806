import { useQuery } from '@tanstack/react-query';
import { linkOptions, useRouter } from '@tanstack/react-router';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organization, SamlProvider } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { certificateLabel, deleteDialogLabel, statusLabel } from '#src/lib/shared-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useProviderDeletion } from './actions.ts';
import { ProviderExpiry } from './expiry-badge.tsx';
import { providerStatus } from './provider-checks.ts';
import { loginsOf } from './queries.ts';

export function SignInList({ organization }: { organization: Organization }) {
  const { data, error, refetch } = useQuery(loginsOf(organization.id));
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="w-1/2" />;
  if (data.items.length === 0)
    return <p className="text-ink-soft">None. Members sign in without single sign-on.</p>;
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {organization.sso
          ? 'Single sign-on is enforced. Members sign in with one of these.'
          : 'Members can sign in with one of these or in other ways.'}{' '}
        Only complete providers are listed.
      </p>
      <ul aria-label="Sign-in options" className="divide-y divide-line rounded-lg border border-line">
        {data.items.map(({ id, label, startURL }) => (
          <li key={id} className="flex items-baseline gap-x-4 px-4 py-2.5">
            <bdi className="max-w-1/2 shrink-0 truncate font-medium">{label}</bdi>
            <a
              href={startURL}
              target="_blank"
              rel="noreferrer"
              className="link ml-auto min-w-0 truncate text-xs"
            >
              {startURL}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const columns: readonly Column<SamlProvider>[] = [
  {
    id: 'label',
    header: 'Provider',
    cell: ({ label }) => (
      <span dir="auto" className="truncate">
        {label}
      </span>
    ),
  },
  {
    id: 'status',
    header: statusLabel,
    width: '8rem',
    phone: 'aside',
    cell: (provider) => {
      const { label, tone, meaning } = providerStatus(provider);
      return (
        <Badge tone={tone} tip={meaning}>
          {label}
        </Badge>
      );
    },
  },
  {
    id: 'certificate',
    header: certificateLabel,
    width: '14rem',
    cell: ({ certificate }) => <ProviderExpiry certificate={certificate} />,
  },
  {
    id: 'newcomers',
    header: 'New users',
    grow: true,
    from: 'md',
    phone: 'hidden',
    cell: ({ defaultRole, defaultTeam }) => (
      <>
        {roleName(defaultRole ?? null)}
        {defaultTeam && (
          <>
            {' '}
            in <bdi>{defaultTeam.title}</bdi>
          </>
        )}
      </>
    ),
  },
];

interface ProvidersTableProps {
  organization: Organization;
  list: List<SamlProvider>;
  empty: ReactNode;
}

export function ProvidersTable({ organization, list, empty }: ProvidersTableProps) {
  const { navigate } = useRouter();
  const askToDelete = useProviderDeletion(organization);
  const paramsOf = ({ id }: SamlProvider) => ({ organizationId: organization.id, samlProviderId: id });
  const linkOf = (provider: SamlProvider) =>
    linkOptions({ to: '/o/$organizationId/sso/$samlProviderId', params: paramsOf(provider) });

  const menuOf = (provider: SamlProvider): MenuEntry[] => [
    { label: 'Open', icon: <KeyRound />, onSelect: () => void navigate(linkOf(provider)) },
    {
      label: 'Edit…',
      icon: <Pencil />,
      onSelect: () =>
        void navigate({ to: '/o/$organizationId/sso/$samlProviderId/edit', params: paramsOf(provider) }),
    },
    'separator',
    {
      label: deleteDialogLabel,
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => void askToDelete(provider),
    },
  ];

  return (
    <DataTable
      label="Identity providers"
      noun="identity provider"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ label }) => label}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
