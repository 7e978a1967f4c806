import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { OidcProvider, Organization, SamlProvider } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { loginsOf, oidcProvidersOf, providersOf, useHasOidc } from '#src/features/saml/queries.ts';
import { type ProviderRow, ProvidersTable, SignInList } from '#src/features/saml/table.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const purpose = 'Identity providers (SAML, OpenID Connect) that members sign in with.';
const samlPurpose = 'Identity providers (SAML) that members sign in with.';

export const Route = createFileRoute('/_shell/o/$organizationId/sso')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    void queryClient.prefetchQuery(loginsOf(organizationId));
    const options = getOrganizationOptions({ path: { organizationId } });
    const { permissions } = await queryClient.ensureQueryData(options);
    if (!permissions.admin) return;
    await Promise.all([
      queryClient.ensureInfiniteQueryData(providersOf(organizationId)),
      // Its failure is shown above the table.
      queryClient.prefetchQuery(oidcProvidersOf(organizationId)),
    ]);
  },
  component: SingleSignOn,
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title="Single sign-on" description={purpose}>
      <SkeletonRows rows={3} />
    </Page>
  ),
});

function SingleSignOn() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { admin } = organization.permissions;
  const disabledReason = reasonUnless(admin, permissionReasons.administrator);
  const hasOidc = useHasOidc() !== false;
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/sso/new' });
      return admin ? [{ label: 'New identity provider', keys: 'n', icon: <Plus />, run }] : [];
    }, [admin, navigate]),
  );
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/sso/new', params: { organizationId } })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New identity provider
    </LinkButton>
  );
  return (
    <Page
      tabs={<OrganizationSettingsTabs />}
      title="Single sign-on"
      description={hasOidc ? purpose : samlPurpose}
      actions={create('primary')}
    >
      {admin ? (
        <Providers organization={organization} create={create('neutral')} />
      ) : (
        <Callout>
          Only administrators can see identity providers. All members see the sign-in options below.
        </Callout>
      )}
      <section aria-labelledby="sign-ins" className="mt-8 max-w-3xl">
        <h2 id="sign-ins" className="mb-1 text-base font-semibold">
          On the sign-in page
        </h2>
        <SignInList organization={organization} />
      </section>
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}

function Providers({ organization, create }: { organization: Organization; create: ReactNode }) {
  const list = useList(providersOf(organization.id));
  const {
    data: oidc,
    error,
    refetch,
  } = useQuery({
    ...oidcProvidersOf(organization.id),
    // A sign-in in another tab can activate one.
    refetchOnWindowFocus: 'always',
  });
  const rows = useMemo(() => newestFirst(list.items, oidc?.items ?? []), [list.items, oidc]);
  const total = list.total + (oidc?.items.length ?? 0);
  return (
    <>
      {error && (
        <div className="mb-4">
          <FetchFailure error={error} onRetry={refetch} />
        </div>
      )}
      <ProvidersTable
        organization={organization}
        list={{ ...list, items: rows, total }}
        empty={
          !error && (
            <EmptyState icon={<KeyRound />} title="No identity providers yet" action={create}>
              Members sign in with their company account and lose access when it’s closed.
            </EmptyState>
          )
        }
      />
      {oidc?.next && (
        <p className="mt-2 text-ink-soft">Only the newest 100 OpenID Connect providers are shown.</p>
      )}
    </>
  );
}

function newestFirst(saml: readonly SamlProvider[], oidc: readonly OidcProvider[]): ProviderRow[] {
  const rows: ProviderRow[] = [
    ...saml.map((provider) => ({ kind: 'saml' as const, provider })),
    ...oidc.map((provider) => ({ kind: 'oidc' as const, provider })),
  ];
  return rows.toSorted((a, b) => (b.provider.createdAt ?? '').localeCompare(a.provider.createdAt ?? ''));
}
