import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { supports, useSupports } from '#src/api/extensions.ts';
import { useList } from '#src/api/paging.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { OidcProviders } from '#src/features/saml/oidc-providers.tsx';
import { loginsOf, oidcProvidersOf, providersOf } from '#src/features/saml/queries.ts';
import { ProvidersTable, SignInList } from '#src/features/saml/table.tsx';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { singleSignOnLabel } from '#src/lib/shared-labels.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const purpose = 'Identity providers (SAML, OpenID Connect) that members sign in with.';
const samlPurpose = 'Identity providers (SAML) that members sign in with.';

const validateSearch = searchParams({ provider: textParam(40) });

export const Route = createFileRoute('/_shell/o/$organizationId/sso')({
  validateSearch,
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    void queryClient.prefetchQuery(loginsOf(organizationId));
    const options = getOrganizationOptions({ path: { organizationId } });
    const { permissions } = await queryClient.ensureQueryData(options);
    if (!permissions.admin) return;
    const loadOidcProviders = async () => {
      // Its failure is shown in its section.
      if (await supports(queryClient, 'listOidcProviders'))
        await queryClient.prefetchQuery(oidcProvidersOf(organizationId));
    };
    await Promise.all([
      queryClient.ensureInfiniteQueryData(providersOf(organizationId)),
      loadOidcProviders(),
    ]);
  },
  component: SingleSignOn,
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title={singleSignOnLabel} description={purpose}>
      <SkeletonRows rows={3} />
    </Page>
  ),
});

function SingleSignOn() {
  const { organizationId } = Route.useParams();
  const { provider: openId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { admin } = organization.permissions;
  const disabledReason = reasonUnless(admin, permissionReasons.administrator);
  const hasOidc = useSupports('listOidcProviders') !== false;
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
      title={singleSignOnLabel}
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
      <OidcProviders
        organization={organization}
        openId={openId}
        onOpen={(provider) =>
          void navigate({ to: '.', search: { provider }, replace: true, resetScroll: false })
        }
      />
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
  // Loaded by the route, where the server has them.
  const { data: oidc } = useQuery({ ...oidcProvidersOf(organization.id), enabled: false });
  const hasOidc = (oidc?.items.length ?? 0) > 0;
  return (
    <ProvidersTable
      organization={organization}
      list={list}
      empty={
        <EmptyState
          icon={<KeyRound />}
          title={hasOidc ? 'No SAML providers' : 'No identity providers yet'}
          action={create}
        >
          {hasOidc
            ? 'Members sign in through the OpenID Connect providers below.'
            : 'Members sign in with their company account and lose access when it’s closed.'}
        </EmptyState>
      }
    />
  );
}
