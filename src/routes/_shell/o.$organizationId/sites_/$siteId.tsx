import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet, useChildMatches, useRouter } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import {
  getOrganizationOptions,
  getSiteOptions,
  listSitesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { type ScreenTab, ScreenTabs } from '#src/components/layout/screen-tabs.tsx';
import { useSubscriptionMenu } from '#src/domain/notifications/subscription-entries.tsx';
import { LazyPeopleHere } from '#src/domain/presence/lazy-people-here.tsx';
import { OpenPublished } from '#src/domain/published/open-published.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { visibilityOf } from '#src/features/sites/labels.ts';
import { PublishButton } from '#src/features/sites/publish-button.tsx';
import { PublishedBadge } from '#src/features/sites/published-badge.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId')({
  staticData: { hasScreens: true },
  loader: ({ context: { queryClient }, params: path }) =>
    queryClient.ensureQueryData(getSiteOptions({ path })),
  component: SitePage,
});

function SitePage() {
  const path = Route.useParams();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const subscriptionEntries = useSubscriptionMenu(organizationId, {
    kind: 'site',
    id: site.id,
    title: site.title,
  });
  // Its entries come later than the screen, and must not move what is beside their button.
  const canFollow = useCan('listSubscriptions') ?? true;
  const { name, meaning } = visibilityOf(site.visibility);
  const isStructure = useChildMatches({
    select: (matches) => matches[0]?.routeId.endsWith('/structure') === true,
  });

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
          {isStructure && <LazyPeopleHere subject={`site:${site.id}`} />}
        </>
      }
      actions={
        <>
          {canFollow && (
            <MenuIconButton label="More actions" align="end" entries={subscriptionEntries}>
              <Ellipsis />
            </MenuIconButton>
          )}
          {site.published && site.urls.published && (
            <OpenPublished url={site.urls.published} label="Open" site={path} />
          )}
          <PublishButton organization={organization} site={site} />
        </>
      }
      tabs={<ScreenTabs label="Site" tabs={tabsOf(path)} />}
    >
      <Outlet />
    </Page>
  );
}

const tabsOf = (params: { organizationId: string; siteId: string }): ScreenTab[] => [
  { label: 'Structure', link: linkOptions({ to: '/o/$organizationId/sites/$siteId/structure', params }) },
  { label: 'Visitors', link: linkOptions({ to: '/o/$organizationId/sites/$siteId/visitors', params }) },
  { label: 'Published', link: linkOptions({ to: '/o/$organizationId/sites/$siteId/published', params }) },
  {
    label: 'Insights',
    link: linkOptions({ to: '/o/$organizationId/sites/$siteId/insights', params }),
    needs: 'aggregateSiteEvents',
  },
  {
    label: 'Appearance',
    link: linkOptions({ to: '/o/$organizationId/sites/$siteId/appearance', params }),
    needs: 'getSiteCustomization',
  },
  {
    label: 'Redirects',
    link: linkOptions({ to: '/o/$organizationId/sites/$siteId/redirects', params }),
    needs: 'listSiteRedirects',
  },
  {
    label: 'Git',
    link: linkOptions({ to: '/o/$organizationId/sites/$siteId/git', params }),
    needs: 'getSiteGit',
  },
  { label: 'Settings', link: linkOptions({ to: '/o/$organizationId/sites/$siteId/settings', params }) },
];
