import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { getOidcProviderOptions, getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Detail, Details, Section, SideBySide } from '#src/components/layout/record.tsx';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useOidcProviderDeletion } from '#src/features/saml/actions.ts';
import { ClientDetails, ProviderCheckList } from '#src/features/saml/details.tsx';
import { oidcChecksOf, testedStatus } from '#src/features/saml/provider-checks.ts';
import { TestButton } from '#src/features/saml/test-button.tsx';
import { trustsVerifiedDomainsLabel } from '#src/lib/shared-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Time } from '#src/ui/time.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso_/oidc/$oidcProviderId')({
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(getOidcProviderOptions({ path: params })),
  component: ProviderPage,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: details and checks in order of appearance
function ProviderPage() {
  const path = Route.useParams();
  const { organizationId } = path;
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: provider } = useSuspenseQuery({
    ...getOidcProviderOptions({ path }),
    // A sign-in in another tab can activate it.
    refetchOnWindowFocus: 'always',
  });
  const askToDelete = useOidcProviderDeletion(organization);
  const status = testedStatus(provider);
  const { defaultRole = null, defaultTeam, service } = provider;

  const remove = async () => {
    if (await askToDelete(provider))
      await navigate({ to: '/o/$organizationId/sso', params: path, replace: true });
  };

  return (
    <Page
      title={provider.label}
      layout="record"
      crumbs={[
        { label: 'Single sign-on', link: linkOptions({ to: '/o/$organizationId/sso', params: path }) },
        { label: provider.label },
      ]}
      badges={
        <Badge tone={status.tone} tip={status.meaning}>
          {status.label}
        </Badge>
      }
      actions={
        <>
          <DeleteMenu onDelete={() => void remove()} />
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/sso/oidc/$oidcProviderId/edit', params: path })}
            icon={<Pencil />}
          >
            Edit
          </LinkButton>
          <TestButton providerId={provider.id} />
        </>
      }
    >
      <SideBySide
        side={
          <Details>
            <Detail name="Issuer">{provider.issuer}</Detail>
            <Detail name="Client ID">{provider.clientID}</Detail>
            <Detail name="Client secret">Set. It’s never shown again.</Detail>
            <Detail name={trustsVerifiedDomainsLabel}>{provider.trustsVerifiedDomains ? 'Yes' : 'No'}</Detail>
            <Detail name="Default role" explanation={roleDescription(defaultRole)}>
              {roleName(defaultRole)}
            </Detail>
            <Detail name="Default team">{defaultTeam?.title ?? 'None'}</Detail>
            <Detail name="Created">
              <Time value={provider.createdAt} />
            </Detail>
          </Details>
        }
      >
        <Section title="Checks">
          <ProviderCheckList checks={oidcChecksOf(provider)} />
        </Section>
        <Section title="Service provider details">
          <ClientDetails service={service} />
        </Section>
      </SideBySide>
      <Outlet />
    </Page>
  );
}
