import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { getOrganizationOptions, getSamlProviderOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Detail, Details, Section, SideBySide } from '#src/components/layout/record.tsx';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useProviderDeletion } from '#src/features/saml/actions.ts';
import { CertificateCards } from '#src/features/saml/certificate-cards.tsx';
import { ProviderCheckList, ServiceProviderDetails } from '#src/features/saml/details.tsx';
import { MetadataSource } from '#src/features/saml/metadata-source.tsx';
import { checksOf, isComplete, providerStatus } from '#src/features/saml/provider-checks.ts';
import { TestButton } from '#src/features/saml/test-button.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Time } from '#src/ui/time.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso_/$samlProviderId')({
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(getSamlProviderOptions({ path: params })),
  component: ProviderPage,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: details, checks and settings in order of appearance
function ProviderPage() {
  const path = Route.useParams();
  const { organizationId } = path;
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: provider } = useSuspenseQuery({
    ...getSamlProviderOptions({ path }),
    // A test sign-in in another tab can activate it.
    refetchOnWindowFocus: 'always',
  });
  const askToDelete = useProviderDeletion(organization);
  const status = providerStatus(provider);
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
            link={linkOptions({ to: '/o/$organizationId/sso/$samlProviderId/edit', params: path })}
            icon={<Pencil />}
          >
            Edit
          </LinkButton>
          <TestButton
            providerId={provider.id}
            disabledReason={!isComplete(provider) && 'Complete the missing settings below first.'}
          />
        </>
      }
    >
      <SideBySide
        side={
          <Details>
            <Detail name="IdP SSO URL">{provider.ssoURL ?? <NotSet />}</Detail>
            <Detail name="IdP entity ID">{provider.entityID ?? <NotSet />}</Detail>
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
          <ProviderCheckList checks={checksOf(provider)} />
        </Section>
        {provider.metadata && (
          <Section title="Metadata">
            <MetadataSource
              organizationId={organizationId}
              provider={provider}
              metadata={provider.metadata}
            />
          </Section>
        )}
        <Section title="Service provider details">
          <ServiceProviderDetails service={service} />
        </Section>
        <Section title="Identity provider details">
          <CertificateCards current={provider.certificate} />
        </Section>
      </SideBySide>
      <Outlet />
    </Page>
  );
}

const NotSet = () => <span className="text-ink-soft">Not set</span>;
