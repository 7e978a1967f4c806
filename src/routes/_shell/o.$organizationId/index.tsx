import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pingOrganization } from '#api/generated/sdk.gen.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { recentItemsOf } from '#src/domain/recent/recent-items.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { ChangeRequestBar, Panel, ItemList } from '#src/features/home/panels.tsx';
import { changeRequestsLabel, inboxLabel, sitesLabel } from '#src/lib/shared-labels.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { changeRequestCounts, overviewOf } from './-home/overview.ts';
import { MemberRow, NewestRows, SiteRow, Tiles } from './-home/panels.tsx';

// Few users need certificate parsing, so it loads last.
const CertificateWarnings = lazy(async () => ({
  default: (await import('#src/features/saml/certificate-warnings.tsx')).CertificateWarnings,
}));

const AttentionList = lazy(async () => ({
  default: (await import('./-home/attention-list.tsx')).AttentionList,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/')({
  // Marks the member as active; the result does not affect the screen.
  loader: ({ params: path, preload }) => {
    if (!preload) void pingOrganization({ path }).catch(() => undefined);
  },
  component: Home,
});

/** The home screen: what needs attention, counts and newest entries. */
function Home() {
  const path = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path }));
  const overview = overviewOf(organization);
  const members = useQuery(overview.members);
  const teams = useQuery(overview.teams);
  const sites = useQuery(overview.sites);
  const changes = useQuery(changeRequestCounts(organization.id));
  const { recent, favorites } = useStore(recentItemsOf(organization.id));
  return (
    <Page title={organization.title}>
      {organization.permissions.admin && (
        <Suspense>
          <CertificateWarnings organizationId={organization.id} />
        </Suspense>
      )}
      <div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
        <Suspense fallback={<Skeleton className="h-32" />}>
          <AttentionList organization={organization} />
        </Suspense>
        <div className="flex min-w-0 flex-col gap-4">
          {changes.data && (
            <Panel
              title={changeRequestsLabel}
              more={
                <Link to="/o/$organizationId/inbox" params={path} className="link text-xs">
                  {inboxLabel}
                </Link>
              }
            >
              <ChangeRequestBar organizationId={organization.id} counts={changes.data} />
            </Panel>
          )}
          <Panel title="Favorites">
            <ItemList
              organizationId={organization.id}
              items={favorites}
              empty="Star spaces, collections, sites and change requests to list them here. Saved in this browser."
            />
          </Panel>
          <Panel title="Recently opened">
            <ItemList
              organizationId={organization.id}
              items={recent.slice(0, 6)}
              empty="Recently opened items appear here. Saved in this browser."
            />
          </Panel>
        </div>
      </div>
      <Tiles
        organization={organization}
        counts={{
          '/o/$organizationId/members': members.data?.count,
          '/o/$organizationId/teams': teams.data?.count,
          '/o/$organizationId/sites': sites.data?.count,
        }}
      />
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        {isMoreThanGuest(organization) && (
          <>
            <Panel
              title={sitesLabel}
              more={
                <Link to="/o/$organizationId/sites" params={path} className="link text-xs">
                  All sites
                </Link>
              }
            >
              <NewestRows list={sites}>
                {(site) => <SiteRow key={site.id} site={site} path={path} />}
              </NewestRows>
            </Panel>
            <Panel
              title="Newest members"
              more={
                <Link to="/o/$organizationId/members" params={path} className="link text-xs">
                  All members
                </Link>
              }
            >
              <NewestRows list={members}>
                {(member) => <MemberRow key={member.id} member={member} path={path} />}
              </NewestRows>
            </Panel>
          </>
        )}
      </div>
    </Page>
  );
}
