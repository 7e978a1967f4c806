import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { CommentThreads } from '#src/features/comments/comment-threads.tsx';
import { threadsOf } from '#src/features/comments/queries.ts';
import { filterOf, threadParams } from '#src/features/comments/thread-search.ts';
import { searchParams } from '#src/lib/search-params.ts';

const validateSearch = searchParams(threadParams);

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/comments/{-$commentId}')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { spaceId }, deps }) =>
    queryClient.ensureInfiniteQueryData(threadsOf({ of: 'space', spaceId }, filterOf(deps))),
  component: Comments,
});

/** Comments on a space and its pages, without change requests. */
function Comments() {
  const { organizationId, spaceId, commentId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  return (
    <CommentThreads
      organizationId={organizationId}
      scope={{ of: 'space', spaceId }}
      search={search}
      onSearch={(next) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true })}
      active={commentId}
      onActive={(id) =>
        void navigate({
          to: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}',
          params: { organizationId, spaceId, commentId: id },
          search: true,
          replace: true,
          resetScroll: false,
        })
      }
      context={{ organizationId, spaceId, canComment: space.permissions.comment }}
    />
  );
}
