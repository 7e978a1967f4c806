import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { getOrganizationOptions, getSamlProviderOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useProviderDeletion } from '#src/features/saml/actions.ts';
import { CertificateCards } from '#src/features/saml/certificate-cards.tsx';
import { ProviderCheckList, ServiceProviderDetails } from '#src/features/saml/details.tsx';
import { checksOf, isComplete, providerStatus } from '#src/features/saml/provider-checks.ts';
import { deleteDialogLabel, noneLabel, singleSignOnLabel } from '#src/lib/shared-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonStyle } from '#src/ui/button.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso_/$samlProviderId')({
  loader: ({ context: { queryClient }, params }) =>
    queryClient.ensureQueryData(getSamlProviderOptions({ path: params })),
  component: ProviderPage,
});

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
      layout="form"
      crumbs={[
        { label: singleSignOnLabel, link: linkOptions({ to: '/o/$organizationId/sso', params: path }) },
        { label: provider.label },
      ]}
      badges={
        <Badge tone={status.tone} tip={status.meaning}>
          {status.label}
        </Badge>
      }
      actions={
        <>
          <Button tone="quiet-danger" icon={<Trash2 />} onClick={() => void remove()}>
            {deleteDialogLabel}
          </Button>
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/sso/$samlProviderId/edit', params: path })}
            icon={<Pencil />}
          >
            Edit
          </LinkButton>
          {isComplete(provider) ? (
            <a
              href={service.startURL}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle('primary')}
              data-tip="Opens a sign-in in a new tab. This tab stays signed in."
            >
              <ExternalLink />
              Test sign-in
            </a>
          ) : (
            <Button
              tone="primary"
              icon={<ExternalLink />}
              disabledReason="Complete the missing settings below first."
            >
              Test sign-in
            </Button>
          )}
        </>
      }
    >
      <Section title="Checks">
        <ProviderCheckList checks={checksOf(provider)} />
      </Section>
      <Section title="Service provider details">
        <ServiceProviderDetails service={service} />
      </Section>
      <Section title="Identity provider details">
        <dl className="mb-3 flex flex-col gap-2">
          <DetailItem name="IdP SSO URL">{provider.ssoURL}</DetailItem>
          <DetailItem name="IdP entity ID">{provider.entityID}</DetailItem>
        </dl>
        <CertificateCards current={provider.certificate} />
      </Section>
      <Section title="New users">
        <dl className="flex flex-col gap-2">
          <DetailItem name="Default role">
            {roleName(defaultRole)}. {roleDescription(defaultRole)}
          </DetailItem>
          <DetailItem name="Default team">{defaultTeam?.title ?? noneLabel}</DetailItem>
        </dl>
      </Section>
      <Outlet />
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 first:mt-0">
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children ?? <span className="text-ink-soft">Not set</span>}</dd>
    </div>
  );
}
