import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { PageThreads } from '#src/features/comments/page-threads.tsx';
import { usePageThreads } from '#src/features/comments/use-page-threads.tsx';
import { linksOfPage, pageWithText } from '#src/features/spaces/page-query.ts';
import { PageWithLinks } from '#src/features/spaces/page-with-links.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, pageId } }) =>
    Promise.all([
      queryClient.ensureQueryData(pageWithText({ spaceId }, pageId)),
      queryClient.ensureInfiniteQueryData(linksOfPage({ spaceId }, pageId)),
    ]),
  component: OnePage,
});

/** One page as it is read, with its links and what is said about it. */
function OnePage() {
  const { organizationId, spaceId, pageId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const place = { organizationId, spaceId, canComment: space.permissions.comment };
  const { threads } = usePageThreads(place, pageId);
  return (
    <>
      <PageWithLinks organizationId={organizationId} place={{ spaceId }} pageId={pageId} />
      <PageThreads key={pageId} place={place} pageId={pageId} threads={threads} isThere />
    </>
  );
}
