import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Comment } from '#api/generated/types.gen.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { EditPageLink } from '#src/features/change-requests/edit-page-link.tsx';
import { isUnfinished } from '#src/features/change-requests/labels.ts';
import { useBlockLines } from '#src/features/change-requests/views/block-lines.ts';
import { changedFrom, comparePages, titleOf } from '#src/features/change-requests/views/changed-pages.ts';
import { textFileOf, useLinkPaths } from '#src/features/change-requests/views/file-addresses.ts';
import { useReviewedRevision } from '#src/features/change-requests/views/own-review.ts';
import { PageDifference, useShownText } from '#src/features/change-requests/views/page-difference.tsx';
import { openPlace } from '#src/features/change-requests/views/place.ts';
import { treeOf, useSides, differenceViewParams } from '#src/features/change-requests/views/sides.ts';
import { PageThreads, isOnBlock, usePageThreads } from '#src/features/comments/page-threads.tsx';
import { SuggestionActionsContext } from '#src/features/comments/suggestions/apply-suggestions.ts';
import { isOnLines, usePageSuggestions } from '#src/features/comments/suggestions/use-page-suggestions.tsx';
import { passageParam } from '#src/lib/compare/passage.ts';
import { searchParams } from '#src/lib/search-params.ts';
import { withBlockThreads } from '#src/routes/_shell/o.$organizationId/-change-request/block-threads.tsx';
import { contentLinks } from '#src/routes/_shell/o.$organizationId/-change-request/content-links.tsx';
import { loadPageDifference } from '#src/routes/_shell/o.$organizationId/-change-request/load-page-difference.ts';
import { suggestionDenialReason } from '#src/routes/_shell/o.$organizationId/-change-request/suggestion-denial.ts';
import { useEditorAhead } from '#src/routes/_shell/o.$organizationId/-change-request/use-editor-ahead.ts';
import { useGathering } from '#src/routes/_shell/o.$organizationId/-change-request/use-gathering.ts';
import { useSuggestionActions } from '#src/routes/_shell/o.$organizationId/-change-request/use-suggestion-actions.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** `passage`: the selected passage of the published page, for a suggestion. */
const validateSearch = searchParams({ ...differenceViewParams, passage: passageParam });

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/diff/$pageId',
)({
  validateSearch,
  loaderDeps: ({ search: { base, view, passage } }) => ({ base, view, hasPassage: passage !== undefined }),
  loader: ({ context: { queryClient }, params, deps }) => loadPageDifference(queryClient, params, deps),
  // Each page has separate drafts.
  remountDeps: ({ params }) => [params.pageId],
  component: PageDiff,
});

/** The differences of one page, with its comments. */
// oxlint-disable-next-line max-lines-per-function -- connects the tools of a page to its difference; each tool is a hook of a feature
function PageDiff() {
  const { organizationId, spaceId, changeRequest: changeRequestId, pageId } = Route.useParams();
  const { passage, ...choice } = Route.useSearch();
  const source = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const [place] = useState(() => openPlace(pageId));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const path = { spaceId, changeRequestId };
  const { changeRequest, base, next } = useSides(path, choice.base ?? 'start', useReviewedRevision(path));
  const [{ data: before }, { data: after }] = useSuspenseQueries({ queries: [treeOf(base), treeOf(next)] });
  const compared = comparePages(before, after);
  const change = compared.byId.get(pageId);
  const nextPage = change?.next?.page;
  const review = useGathering(changeRequest, space);
  const context = { organizationId, ...path, canComment: space.permissions.comment, review };
  const { threads, renderBelowLine, ...blockTools } = usePageThreads(context, pageId);
  const { isSource, hasSuggestions } = useShownText(change, base, next, choice.view);
  const blockLines = useBlockLines(next, nextPage?.id, isSource && threads.some(isOnBlock));
  const isInText = (thread: Comment) =>
    (hasSuggestions && isOnLines(thread)) ||
    (isOnBlock(thread) && (!isSource || blockLines.has(thread.target.node?.id ?? '')));
  const suggestions = usePageSuggestions({
    context,
    pageId,
    revision: changeRequest.revision,
    documentId: nextPage?.documentId,
    threads,
    passage: passage && source !== undefined ? { ...passage, source } : undefined,
    canSelect: nextPage?.type === 'document' && isUnfinished(changeRequest),
    disabledReason: suggestionDenialReason(changeRequest, space),
  });
  const paths = useLinkPaths(
    path,
    textFileOf(nextPage ?? change?.base?.page),
    { next: after, base: before },
    isSource || threads.some(isOnLines),
  );
  const suggestionActions = useSuggestionActions(path, changeRequest, space);
  const requestEditor = useEditorAhead(spaceId, changeRequest, pageId);
  if (!change) {
    return (
      <EmptyState icon={<FileDiff />} title="Page not found">
        The page is not in the space or the change request.
      </EmptyState>
    );
  }

  return (
    <SuggestionActionsContext value={suggestionActions}>
      <LinkPathsContext value={paths}>
        <PageDifference
          organizationId={organizationId}
          path={path}
          changeRequestId={changeRequest.id}
          change={change}
          base={base}
          next={next}
          nameOf={(id) => {
            const comparedPage = compared.byId.get(id);
            return comparedPage ? titleOf(comparedPage) : id;
          }}
          place={place}
          choice={choice}
          onChoose={(chosen) => void navigate({ search: (old) => ({ ...old, ...chosen }), replace: true })}
          actions={
            nextPage?.type === 'document' && (
              <EditPageLink
                params={{ organizationId, spaceId, changeRequest: changeRequestId, pageId }}
                space={space}
                changeRequest={changeRequest}
                isInChanges
                onAhead={requestEditor}
              />
            )
          }
          isOnlyChange={compared.changed.every(({ id }) => id === pageId)}
          onStep={(step) => {
            const to = changedFrom(compared, pageId, step);
            if (to) void navigate({ to: '.', params: (old) => ({ ...old, pageId: to.id }), search: true });
          }}
          renderLink={contentLinks({ organizationId, spaceId })}
          {...blockTools}
          {...suggestions}
          lineTools={withBlockThreads(
            suggestions.lineTools,
            blockLines,
            blockTools.commentedBlocks,
            renderBelowLine,
          )}
        />
        <PageThreads
          context={context}
          pageId={pageId}
          threads={threads.filter((thread) => !isInText(thread))}
          countInText={threads.filter(isInText).length}
          pageExists={nextPage !== undefined}
          pageTitle={nextPage?.title}
        />
      </LinkPathsContext>
    </SuggestionActionsContext>
  );
}
