import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pingOrganization } from '#api/generated/sdk.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { SideBySide } from '#src/components/layout/record.tsx';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { isSameItem, recentItemsOf } from '#src/domain/recent/recent-items.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { ItemList, OwnChangeRequests } from '#src/features/home/panels.tsx';
import { Tour } from '#src/features/home/tour.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { changeRequestCounts, overviewOf } from './-home/overview.ts';
import { GetStarted, NewestMembers, SiteList } from './-home/panels.tsx';

const AttentionList = lazyPart(async () => ({
  default: (await import('./-home/attention-list.tsx')).AttentionList,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/')({
  // Marks the member as active; the result does not affect the screen.
  loader: ({ params: path, preload }) => {
    if (!preload) void pingOrganization({ path }).catch(() => undefined);
  },
  component: Home,
});

/** The home screen: what needs attention first, beside it what was opened and added last. */
function Home() {
  const { organizationId } = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const overview = overviewOf(organization);
  const members = useQuery(overview.members);
  const spaces = useQuery(overview.spaces);
  const sites = useQuery(overview.sites);
  const changes = useQuery(changeRequestCounts(organizationId));
  // The content below waits for the content above, or it would jump.
  const isSettled = ![spaces, sites, members].some(({ isLoading }) => isLoading);
  const { recent, favorites } = useStore(recentItemsOf(organizationId));
  const others = recent.filter((item) => !favorites.some((favorite) => isSameItem(favorite, item)));
  return (
    <Page title={organization.title}>
      <Tour seesSites={isMoreThanGuest(organization)} />
      <SideBySide
        sideLabel="Overview"
        narrow="last"
        side={
          <div className="flex flex-col gap-6">
            {/* Wider windows have them in the sidebar. */}
            <ItemList
              title="Favorites"
              organizationId={organizationId}
              items={favorites}
              className="lg:hidden"
            />
            <ItemList title="Recently opened" organizationId={organizationId} items={others.slice(0, 6)} />
            {isMoreThanGuest(organization) && (
              <>
                <SiteList organizationId={organizationId} list={sites} />
                {!sites.isLoading && <NewestMembers organizationId={organizationId} list={members} />}
              </>
            )}
            {changes.data && isSettled && (
              <OwnChangeRequests organizationId={organizationId} counts={changes.data} />
            )}
          </div>
        }
      >
        <div aria-busy={!isSettled} className="flex flex-col gap-8">
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <AttentionList organization={organization}>
              {isSettled && (
                <GetStarted
                  organization={organization}
                  counts={{
                    spaces: spaces.data?.count,
                    sites: sites.data?.count,
                    members: members.data?.count,
                  }}
                />
              )}
            </AttentionList>
          </Suspense>
        </div>
      </SideBySide>
    </Page>
  );
}
