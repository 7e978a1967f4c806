import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { CommentThreads } from '#src/features/comments/comment-threads.tsx';
import { threadsOf } from '#src/features/comments/queries.ts';
import { SuggestionActionsContext } from '#src/features/comments/suggestions/apply-suggestions.ts';
import { filterOf, threadParams } from '#src/features/comments/thread-search.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { useSuggestionActions } from '#src/routes/_shell/o.$organizationId/-change-request/use-suggestion-actions.ts';

const validateSearch = searchParams({ ...threadParams, comment: textParam(64) });

const scopeOf = ({ spaceId, changeRequest }: { spaceId: string; changeRequest: string }) =>
  ({ of: 'changeRequest', spaceId, changeRequestId: changeRequest }) as const;

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/comments',
)({
  validateSearch,
  loaderDeps: ({ search: { comment: _open, ...filter } }) => filter,
  loader: ({ context: { queryClient }, params, deps }) =>
    queryClient.ensureInfiniteQueryData(threadsOf(scopeOf(params), filterOf(deps))),
  component: Comments,
});

/** The comments on a change request. */
function Comments() {
  const params = Route.useParams();
  const { organizationId, spaceId } = params;
  const { comment, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const canComment = space.permissions.comment;
  const path = { spaceId, changeRequestId: params.changeRequest };
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const suggestionActions = useSuggestionActions(path, changeRequest, space);
  return (
    <SuggestionActionsContext value={suggestionActions}>
      <CommentThreads
        organizationId={organizationId}
        scope={scopeOf(params)}
        search={search}
        onSearch={(next) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true })}
        active={comment}
        onActive={(id) =>
          void navigate({ search: (old) => ({ ...old, comment: id }), replace: true, resetScroll: false })
        }
        context={{ organizationId, ...path, canComment }}
      />
    </SuggestionActionsContext>
  );
}
