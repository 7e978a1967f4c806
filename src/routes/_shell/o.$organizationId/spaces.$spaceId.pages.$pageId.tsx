import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useList } from '#src/api/paging.ts';
import { LinkList } from '#src/features/spaces/link-list.tsx';
import { linksOfPage, pageWithText } from '#src/features/spaces/page-query.ts';
import { PageView } from '#src/features/spaces/page-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, pageId } }) =>
    Promise.all([
      queryClient.ensureQueryData(pageWithText(spaceId, pageId)),
      queryClient.ensureInfiniteQueryData(linksOfPage(spaceId, pageId)),
    ]),
  component: OnePage,
  pendingComponent: SkeletonRows,
});

/** One page with its text and its links. */
function OnePage() {
  const { organizationId, spaceId, pageId } = Route.useParams();
  const { data: page } = useSuspenseQuery(pageWithText(spaceId, pageId));
  const links = useList(linksOfPage(spaceId, pageId));
  return (
    <>
      <PageView key={pageId} organizationId={organizationId} spaceId={spaceId} page={page} />
      <section aria-labelledby="page-links" className="mt-10 border-t border-line pt-4">
        <h3 id="page-links" className="mb-2 font-semibold">
          Links on this page
        </h3>
        <LinkList links={links} />
      </section>
    </>
  );
}
