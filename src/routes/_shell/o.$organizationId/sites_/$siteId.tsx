import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, linkOptions, Outlet, useRouter } from '@tanstack/react-router';
import {
  getOrganizationOptions,
  getSiteOptions,
  listSitesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { OpenPublished } from '#src/domain/published/open-published.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { visibilityOf } from '#src/features/sites/labels.ts';
import { PublishButton } from '#src/features/sites/publish-button.tsx';
import { PublishedBadge } from '#src/features/sites/published-badge.tsx';
import { Badge } from '#src/ui/badge.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { scrollToSelectedTab, tabRow } from '#src/ui/tabs.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId')({
  staticData: { hasScreens: true },
  loader: ({ context: { queryClient }, params: path }) =>
    queryClient.ensureQueryData(getSiteOptions({ path })),
  component: SitePage,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: heading and tabs in order of appearance
function SitePage() {
  const path = Route.useParams();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const { name, meaning } = visibilityOf(site.visibility);

  const otherSites = async (): Promise<MenuEntry[]> => {
    const sites = listSitesOptions({ path: { organizationId }, query: { limit: 100 } });
    const { items } = await queryClient.ensureQueryData(sites);
    return items.map(({ id, title }) => ({
      label: title,
      checked: id === site.id,
      onSelect: () =>
        void router.navigate({
          to: '/o/$organizationId/sites/$siteId',
          params: { organizationId, siteId: id },
        }),
    }));
  };

  const can = useCan();
  return (
    <Page
      title={site.title}
      crumbs={[
        {
          label: 'Sites',
          link: linkOptions({ to: '/o/$organizationId/sites', params: { organizationId } }),
        },
        { label: site.title, siblings: otherSites },
      ]}
      badges={
        <>
          <PublishedBadge published={site.published} />
          <Badge tip={meaning || undefined}>{name}</Badge>
        </>
      }
      actions={
        <>
          {site.published && site.urls.published && (
            <OpenPublished url={site.urls.published} label="Open" site={path} />
          )}
          <PublishButton organization={organization} site={site} />
        </>
      }
      tabs={
        <nav aria-label="Site" className={tabRow} ref={scrollToSelectedTab}>
          <Link to="/o/$organizationId/sites/$siteId/structure" params={path} className="tab">
            Structure
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/visitors" params={path} className="tab">
            Visitors
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/published" params={path} className="tab">
            Published
          </Link>
          {can('getSiteCustomization') !== false && (
            <Link to="/o/$organizationId/sites/$siteId/appearance" params={path} className="tab">
              Appearance
            </Link>
          )}
          {can('listSiteRedirects') !== false && (
            <Link to="/o/$organizationId/sites/$siteId/redirects" params={path} className="tab">
              Redirects
            </Link>
          )}
          <Link to="/o/$organizationId/sites/$siteId/settings" params={path} className="tab">
            Settings
          </Link>
        </nav>
      }
    >
      <Outlet />
    </Page>
  );
}
