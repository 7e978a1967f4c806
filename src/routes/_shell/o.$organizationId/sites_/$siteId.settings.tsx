import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { DeleteSite, SiteSettingsForm } from '#src/features/sites/settings.tsx';
import { defaultChoices } from '#src/features/sites/site-choices.ts';

const SiteHostnamePanel = lazy(async () => ({
  default: (await import('#src/features/sites/hostname.tsx')).SiteHostnamePanel,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/settings')({
  loader: ({ context: { queryClient }, params }) => {
    const { sections, siteSpaces } = defaultChoices(params);
    return Promise.all([queryClient.ensureQueryData(sections), queryClient.ensureQueryData(siteSpaces)]);
  },
  component: Settings,
});

function Settings() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const hasHostnames = useSupports('getSiteHostname') === true && organization.permissions.admin;
  return (
    <div className="layout-form flex flex-col gap-8">
      <SiteSettingsForm organization={organization} site={site} />
      {hasHostnames && (
        <Suspense>
          <SiteHostnamePanel organizationId={organizationId} site={site} />
        </Suspense>
      )}
      <DeleteSite
        organization={organization}
        site={site}
        onDeleted={() => void navigate({ to: '/o/$organizationId/sites', params: { organizationId } })}
      />
    </div>
  );
}
