import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import {
  getOrganizationOptions,
  getSiteHostnameOptions,
  getSiteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { customizationOf } from '#src/features/site-customization/queries.ts';
import { DeleteSite, SiteSettingsForm } from '#src/features/sites/settings.tsx';
import { defaultChoices } from '#src/features/sites/site-choices.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/settings')({
  loader: async ({ context: { queryClient }, params }) => {
    const { sections, siteSpaces } = defaultChoices(params);
    const [HostnamePanel, customizationForms] = await Promise.all([
      loadHostnamePanel(queryClient, params),
      loadCustomizationForms(queryClient, params),
      loadPart(queryClient.ensureQueryData(sections)),
      loadPart(queryClient.ensureQueryData(siteSpaces)),
    ]);
    return { HostnamePanel, customizationForms };
  },
  component: Settings,
});

/** Loads what administrators see of the hostname, so that it moves nothing when it comes; undefined for others. */
async function loadHostnamePanel(queryClient: QueryClient, path: { organizationId: string; siteId: string }) {
  const { organizationId } = path;
  const { permissions } = await queryClient.ensureQueryData(
    getOrganizationOptions({ path: { organizationId } }),
  );
  if (!permissions.admin) return undefined;
  const [{ SiteHostnamePanel }, hostname] = await Promise.all([
    import('#src/features/sites/hostname.tsx'),
    // The panel shows why it failed.
    queryClient.fetchQuery(optional(getSiteHostnameOptions({ path }))).catch(() => undefined),
  ]);
  return hostname === null ? undefined : SiteHostnamePanel;
}

/** None at servers where sites have no such choices. */
async function loadCustomizationForms(
  queryClient: QueryClient,
  path: { organizationId: string; siteId: string },
) {
  const [{ AnnouncementForm }, { OtherHostsForm }, saved] = await Promise.all([
    import('#src/features/site-customization/announcement-form.tsx'),
    import('#src/features/site-customization/other-hosts-form.tsx'),
    // Not as an optional one: the screen of the appearance shows why it failed.
    queryClient.fetchQuery(customizationOf(path)).catch(() => undefined),
  ]);
  return saved && 'embedHosts' in saved ? [AnnouncementForm, OtherHostsForm] : [];
}

function Settings() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const { HostnamePanel, customizationForms } = Route.useLoaderData();
  return (
    <div className="layout-form">
      <PanelBoundary resetKey={site.id}>
        <SiteSettingsForm organization={organization} site={site} />
      </PanelBoundary>
      {HostnamePanel && (
        <PanelBoundary resetKey={site.id}>
          <HostnamePanel organizationId={organizationId} site={site} />
        </PanelBoundary>
      )}
      {customizationForms.map((Form) => (
        <PanelBoundary key={Form.name} resetKey={site.id}>
          <Form organization={organization} site={site} />
        </PanelBoundary>
      ))}
      <DeleteSite
        organization={organization}
        site={site}
        onDeleted={() => void navigate({ to: '/o/$organizationId/sites', params: { organizationId } })}
      />
    </div>
  );
}
