import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadPart } from '#src/api/parts.ts';
import { EditInDraftButton } from '#src/features/change-requests/edit-page-link.tsx';
import { PageThreads, usePageThreads } from '#src/features/comments/page-threads.tsx';
import { PageWithLinks } from '#src/features/spaces/page-view.tsx';
import { linksOfPage, pageWithDocument } from '#src/features/spaces/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, pageId } }) =>
    Promise.all([
      queryClient.ensureQueryData(pageWithDocument({ spaceId }, pageId)),
      loadPart(queryClient.ensureInfiniteQueryData(linksOfPage({ spaceId }, pageId))),
    ]),
  component: SpacePageView,
});

/** A page of the space, with its links and comments. */
function SpacePageView() {
  const { organizationId, spaceId, pageId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const context = { organizationId, spaceId, canComment: space.permissions.comment };
  const { threads } = usePageThreads(context, pageId);
  return (
    <>
      <PageWithLinks
        organizationId={organizationId}
        scope={{ spaceId }}
        pageId={pageId}
        actions={
          <EditInDraftButton
            organizationId={organizationId}
            space={space}
            pageId={pageId}
            onAhead={() =>
              void import('#src/features/page-editor/field-choice.ts')
                .then((field) => field.loadChosenField())
                .catch(() => undefined)
            }
          />
        }
      />
      <PageThreads key={pageId} context={context} pageId={pageId} threads={threads} pageExists />
    </>
  );
}
