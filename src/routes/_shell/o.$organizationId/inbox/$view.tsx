import { createFileRoute } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { loadList } from '#src/api/paging.ts';
import { ListSection } from '#src/components/table/list-section.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { findBucket } from '#src/features/change-requests/inbox/buckets.ts';
import { InboxScreen } from '#src/features/change-requests/inbox/inbox-screen.tsx';
import { BucketTabs, InboxToolbar } from '#src/features/change-requests/inbox/inbox-toolbar.tsx';
import { marksOf } from '#src/features/change-requests/inbox/marks.ts';
import {
  bucketCountsOf,
  inboxOf,
  type InboxSearch,
  parseInboxSearch,
  rowFilters,
} from '#src/features/change-requests/inbox/queries.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/inbox/$view')({
  validateSearch: parseInboxSearch,
  loaderDeps: ({ search }) => rowFilters(search),
  loader: async ({ context: { queryClient }, params: { organizationId, view }, deps, cause }) => {
    const rows = loadList(queryClient, inboxOf(organizationId, findBucket(view).value, deps), cause);
    void queryClient.prefetchQuery(bucketCountsOf(organizationId));
    await rows;
  },
  component: InboxPage,
  pendingComponent: PendingInbox,
});

function PendingInbox() {
  const { organizationId, view } = Route.useParams();
  return (
    <Page
      isLoading
      actions={null}
      title="Inbox"
      tabs={<BucketTabs organizationId={organizationId} view={findBucket(view).value} />}
    >
      <SkeletonRows />
    </Page>
  );
}

/** Change requests of all spaces, by what the user needs to do. */
function InboxPage() {
  const { organizationId, view } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const bucket = findBucket(view);
  const { q, space, sort } = search;
  const visibleSearchText = useDeferredValue(JSON.stringify({ q, space, sort }));
  const setSearch = (change: InboxSearch) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Page title="Inbox" tabs={<BucketTabs organizationId={organizationId} view={bucket.value} />}>
      <ListSection
        query={inboxOf(organizationId, bucket.value, parseInboxSearch(JSON.parse(visibleSearchText)))}
        isStale={false}
        filters={
          <InboxToolbar
            organizationId={organizationId}
            search={search}
            onSearch={setSearch}
            snoozedCount={0}
            unseen={[]}
            store={marksOf(organizationId)}
          />
        }
      >
        {(list) => (
          <InboxScreen
            key={view}
            organizationId={organizationId}
            bucket={bucket}
            list={list}
            search={search}
            onSearch={setSearch}
          />
        )}
      </ListSection>
    </Page>
  );
}
