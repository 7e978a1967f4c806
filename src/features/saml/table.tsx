import { useQuery } from '@tanstack/react-query';
import { linkOptions, useRouter } from '@tanstack/react-router';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OidcProvider, Organization, SamlProvider } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useOidcProviderDeletion, useProviderDeletion } from './actions.ts';
import { ProviderExpiry } from './expiry-badge.tsx';
import { providerStatus, testedStatus } from './provider-checks.ts';
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

/** A row of the table: a provider of either kind. */
export type ProviderRow = { kind: 'saml'; provider: SamlProvider } | { kind: 'oidc'; provider: OidcProvider };

const kindNames: Record<ProviderRow['kind'], string> = { saml: 'SAML', oidc: 'OpenID Connect' };

const columns: readonly Column<ProviderRow>[] = [
  {
    id: 'label',
    header: 'Provider',
    cell: ({ provider }) => (
      <span dir="auto" className="truncate">
        {provider.label}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '9rem',
    cell: ({ kind }) => kindNames[kind],
  },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    phone: 'aside',
    cell: (row) => {
      const { label, tone, meaning } =
        row.kind === 'saml' ? providerStatus(row.provider) : testedStatus(row.provider);
      return (
        <Badge tone={tone} tip={meaning}>
          {label}
        </Badge>
      );
    },
  },
  {
    id: 'certificate',
    header: 'Certificate',
    width: '14rem',
    cell: ({ kind, provider }) => kind === 'saml' && <ProviderExpiry certificate={provider.certificate} />,
  },
  {
    id: 'newcomers',
    header: 'New users',
    grow: true,
    from: 'md',
    phone: 'hidden',
    cell: ({ provider: { defaultRole, defaultTeam } }) => (
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
  list: List<ProviderRow>;
  empty: ReactNode;
}

/** The identity providers of both kinds. */
export function ProvidersTable({ organization, list, empty }: ProvidersTableProps) {
  const { navigate } = useRouter();
  const askToDelete = useProviderDeletion(organization);
  const askToDeleteOidc = useOidcProviderDeletion(organization);
  const organizationId = organization.id;
  const linksOf = ({ kind, provider: { id } }: ProviderRow) =>
    kind === 'saml'
      ? {
          open: linkOptions({
            to: '/o/$organizationId/sso/$samlProviderId',
            params: { organizationId, samlProviderId: id },
          }),
          edit: linkOptions({
            to: '/o/$organizationId/sso/$samlProviderId/edit',
            params: { organizationId, samlProviderId: id },
          }),
        }
      : {
          open: linkOptions({
            to: '/o/$organizationId/sso/oidc/$oidcProviderId',
            params: { organizationId, oidcProviderId: id },
          }),
          edit: linkOptions({
            to: '/o/$organizationId/sso/oidc/$oidcProviderId/edit',
            params: { organizationId, oidcProviderId: id },
          }),
        };
  const remove = (row: ProviderRow) =>
    row.kind === 'saml' ? askToDelete(row.provider) : askToDeleteOidc(row.provider);

  const menuOf = (row: ProviderRow): MenuEntry[] => [
    { label: 'Open', icon: <KeyRound />, onSelect: () => void navigate(linksOf(row).open) },
    { label: 'Edit…', icon: <Pencil />, onSelect: () => void navigate(linksOf(row).edit) },
    'separator',
    { label: 'Delete…', icon: <Trash2 />, tone: 'danger', onSelect: () => void remove(row) },
  ];

  return (
    <DataTable
      label="Identity providers"
      noun="identity provider"
      list={list}
      columns={columns}
      rowId={({ provider }) => provider.id}
      rowName={({ provider }) => provider.label}
      rowLink={(row) => linksOf(row).open}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
