import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { PageChange } from '#src/features/change-requests/differences/compare-trees.ts';
import { EditPageLink } from '#src/features/change-requests/edit-page-link.tsx';
import { changedFrom, comparePages, titleOf } from '#src/features/change-requests/views/changed-pages.ts';
import { PageDifference, useIsSource } from '#src/features/change-requests/views/page-difference.tsx';
import {
  blocksCompared,
  isVeryLong,
  linesCompared,
  pageSides,
} from '#src/features/change-requests/views/page-sides.ts';
import { openPlace } from '#src/features/change-requests/views/place.ts';
import {
  pageOf,
  loadSides,
  treeOf,
  useSides,
  differenceViewParams,
} from '#src/features/change-requests/views/sides.ts';
import { PageThreads, isOnBlock, usePageThreads } from '#src/features/comments/page-threads.tsx';
import { SuggestionActionsContext } from '#src/features/comments/suggestions/apply-suggestions.ts';
import { isOnLines, usePageSuggestions } from '#src/features/comments/suggestions/use-page-suggestions.tsx';
import { searchParams } from '#src/lib/search-params.ts';
import { documentContext } from '#src/routes/_shell/o.$organizationId/-change-request/document-context.tsx';
import { useEditorAhead } from '#src/routes/_shell/o.$organizationId/-change-request/use-editor-ahead.ts';
import {
  suggestionDenialReason,
  useSuggestionActions,
} from '#src/routes/_shell/o.$organizationId/-change-request/use-suggestion-actions.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams(differenceViewParams);

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/diff/$pageId',
)({
  validateSearch,
  loaderDeps: ({ search: { base, view } }) => ({ base, view }),
  loader: async ({ context: { queryClient }, params, deps }) => {
    const { spaceId, changeRequest: changeRequestId, pageId } = params;
    const { base, next } = await loadSides(queryClient, { spaceId, changeRequestId }, deps.base ?? 'start');
    const [before, after] = await Promise.all([
      queryClient.ensureQueryData(treeOf(base)),
      queryClient.ensureQueryData(treeOf(next)),
    ]);
    const compared = comparePages(before, after);
    const compare = async (change: PageChange | undefined) => {
      if (!change) return;
      const format = deps.view === 'source' ? 'markdown' : 'document';
      const texts = await Promise.all([
        queryClient.ensureQueryData(pageOf(base, change.base?.page.id, format)),
        queryClient.ensureQueryData(pageOf(next, change.next?.page.id, format)),
      ]);
      const sides = pageSides(change, base, ...texts);
      // Compared before rendering: a placeholder would appear for a third of a second and then push the comments down.
      if (format === 'markdown') await queryClient.ensureQueryData(linesCompared(sides));
      else if (!isVeryLong(sides)) await queryClient.ensureQueryData(blocksCompared(sides));
    };
    await compare(compared.byId.get(pageId));
    // Prefetches the next page. Errors are shown when it is opened.
    compare(changedFrom(compared, pageId, 1)).catch(() => undefined);
  },
  // Each page has drafts of its own.
  remountDeps: ({ params }) => [params.pageId],
  component: PageDiff,
});

/** The differences of one page, with its comments. */
function PageDiff() {
  const { organizationId, spaceId, changeRequest: changeRequestId, pageId } = Route.useParams();
  const choice = Route.useSearch();
  const navigate = Route.useNavigate();
  const [place] = useState(() => openPlace(pageId));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const path = { spaceId, changeRequestId };
  const { changeRequest, base, next } = useSides(path, choice.base ?? 'start');
  const [{ data: before }, { data: after }] = useSuspenseQueries({ queries: [treeOf(base), treeOf(next)] });
  const compared = comparePages(before, after);
  const change = compared.byId.get(pageId);
  const nextPage = change?.next?.page;
  const context = { organizationId, ...path, canComment: space.permissions.comment };
  const { threads, ...blockTools } = usePageThreads(context, pageId);
  const isSource = useIsSource(change, base, next, choice.view);
  const suggestions = usePageSuggestions({
    context,
    pageId,
    revision: changeRequest.revision,
    documentId: nextPage?.documentId,
    threads,
    canSelect: nextPage?.type === 'document',
    disabledReason: suggestionDenialReason(changeRequest, space),
  });
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
      <PageDifference
        path={path}
        changeRequestId={changeRequest.id}
        change={change}
        base={base}
        next={next}
        nameOf={(id) => {
          const named = compared.byId.get(id);
          return named ? titleOf(named) : id;
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
        context={documentContext({ organizationId, spaceId })}
        {...blockTools}
        {...suggestions}
      />
      <PageThreads
        context={context}
        pageId={pageId}
        threads={threads.filter((thread) => !(isSource ? isOnLines(thread) : isOnBlock(thread)))}
        pageExists={nextPage !== undefined}
      />
    </SuggestionActionsContext>
  );
}
