import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { getOrganizationOptions, listEmailDomainsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { AccessSwitches } from '#src/features/settings/access-switches.tsx';

const AccessForm = lazyPart(async () => ({
  default: (await import('#src/features/settings/access-form.tsx')).AccessForm,
}));

const SignInPolicySettings = lazyPart(async () => ({
  default: (await import('#src/features/settings/sign-in-policy-form.tsx')).SignInPolicySettings,
}));

const EmailDomainProofs = lazyPart(async () => ({
  default: (await import('#src/features/settings/email-domain-proofs.tsx')).EmailDomainProofs,
}));

const newMembersLabel = 'New members';

export const Route = createFileRoute('/_shell/o/$organizationId/settings/access')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => {
    const path = { organizationId };
    const { emailDomains, permissions } = await queryClient.ensureQueryData(getOrganizationOptions({ path }));
    if (!permissions.admin || emailDomains.length === 0) return;
    // Its failure is shown in its section.
    await queryClient.prefetchQuery(optional(listEmailDomainsOptions({ path })));
  },
  component: AccessSettings,
});

function AccessSettings() {
  const { organizationId } = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page tabs={<OrganizationSettingsTabs />} title="Access settings" layout="form">
      <AccessSwitches organization={organization} />
      <Suspense
        fallback={
          <Section title={newMembersLabel}>
            <FormSkeleton fields={['hint', 'hint']} />
          </Section>
        }
      >
        <Section title={newMembersLabel}>
          <AccessForm key={organizationId} organization={organization} />
        </Section>
        <EmailDomainProofs organization={organization} />
        <SignInPolicySettings organization={organization} />
      </Suspense>
    </Page>
  );
}
