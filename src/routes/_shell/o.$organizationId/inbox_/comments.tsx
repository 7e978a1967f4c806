import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Page } from '#src/domain/shell/page.tsx';
import { CommentThreads } from '#src/features/comments/comment-threads.tsx';
import { threadsOf } from '#src/features/comments/queries.ts';
import { filterOf, threadParams } from '#src/features/comments/thread-search.ts';
import { contentOptions } from '#src/features/content/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';

const validateSearch = searchParams({ ...threadParams, comment: textParam(64) });

export const Route = createFileRoute('/_shell/o/$organizationId/inbox_/comments')({
  validateSearch,
  loaderDeps: ({ search: { comment: _open, ...filter } }) => filter,
  loader: async ({ context: { queryClient }, params: { organizationId }, deps }) => {
    // Titles for the filter, which come later at a slow server.
    void queryClient.prefetchQuery(contentOptions(queryClient, organizationId));
    const scope = { of: 'organization', organizationId } as const;
    await queryClient.ensureInfiniteQueryData(threadsOf(scope, filterOf(deps)));
  },
  component: InboxComments,
});

/** Comments of all spaces and change requests, with keyboard navigation. */
function InboxComments() {
  const { organizationId } = Route.useParams();
  const { comment, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: content } = useQuery(contentOptions(useQueryClient(), organizationId));
  const items = content ? [...content.nodes.values()] : [];
  const spaces = new Map(items.flatMap(({ kind, id, title }) => (kind === 'space' ? [[id, title]] : [])));
  return (
    <Page title="Comments">
      <CommentThreads
        organizationId={organizationId}
        scope={{ of: 'organization', organizationId }}
        search={search}
        onSearch={(next) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true })}
        active={comment}
        onActive={(id) =>
          void navigate({ search: (old) => ({ ...old, comment: id }), replace: true, resetScroll: false })
        }
        spaces={spaces}
      />
    </Page>
  );
}
