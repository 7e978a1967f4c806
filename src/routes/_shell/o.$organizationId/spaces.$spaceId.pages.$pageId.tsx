import { createFileRoute } from '@tanstack/react-router';
import { linksOfPage, pageWithText } from '#src/features/spaces/page-query.ts';
import { PageWithLinks } from '#src/features/spaces/page-with-links.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, pageId } }) =>
    Promise.all([
      queryClient.ensureQueryData(pageWithText({ spaceId }, pageId)),
      queryClient.ensureInfiniteQueryData(linksOfPage({ spaceId }, pageId)),
    ]),
  component: OnePage,
  pendingComponent: SkeletonRows,
});

function OnePage() {
  const { organizationId, spaceId, pageId } = Route.useParams();
  return <PageWithLinks organizationId={organizationId} place={{ spaceId }} pageId={pageId} />;
}
