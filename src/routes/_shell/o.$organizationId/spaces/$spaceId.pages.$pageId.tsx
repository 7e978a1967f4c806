import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadWithPart } from '#src/api/parts.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { EditInDraftButton } from '#src/features/change-requests/edit-page-link.tsx';
import { PageThreads, usePageThreads } from '#src/features/comments/page-threads.tsx';
import { PageWithLinks } from '#src/features/spaces/page-view.tsx';
import { linksOfPage, pageWithDocument } from '#src/features/spaces/queries.ts';
import { passageParam } from '#src/lib/compare/passage.ts';
import { choiceParam, countParam, searchParams } from '#src/lib/search-params.ts';

/**
 * `change`: whether the person is asked where a change belongs. `passage`: the selected passage of the
 * published page for it. `line`: the line of the text where it begins.
 */
const validateSearch = searchParams({
  change: choiceParam(['new']),
  passage: passageParam,
  line: countParam(),
});

const ProposeChange = lazyPart(async () => ({
  default: (await import('#src/routes/_shell/o.$organizationId/-change-request/propose-change.tsx'))
    .ProposeChange,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages/$pageId')({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId, pageId } }) =>
    loadWithPart(
      queryClient,
      queryClient.ensureQueryData(pageWithDocument({ spaceId }, pageId)),
      'listSpacePageLinks',
      queryClient.ensureInfiniteQueryData(linksOfPage({ spaceId }, pageId)),
    ),
  component: SpacePageView,
});

/** A page of the space, with its links and comments. */
function SpacePageView() {
  const { organizationId, spaceId, pageId } = Route.useParams();
  const { change, passage, line } = Route.useSearch();
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
              void import('#src/features/page-editor/field/field-choice.ts')
                .then((field) => field.loadChosenField(space.writingView))
                .catch(() => undefined)
            }
          />
        }
      />
      <PageThreads key={pageId} context={context} pageId={pageId} threads={threads} pageExists />
      <Suspense>
        {change && (
          <ProposeChange
            organizationId={organizationId}
            space={space}
            pageId={pageId}
            passage={passage}
            line={line}
          />
        )}
      </Suspense>
    </>
  );
}
