import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, useParams, useNavigate } from '@tanstack/react-router';
import { SearchField } from '#src/components/table/search-field.tsx';
import { usePageReads } from '#src/domain/published/page-reads.tsx';
import { ImportDrop } from '#src/features/imports/import-drop.tsx';
import { PageSearch, PageTree, RevisionDetails } from '#src/features/spaces/pages.tsx';
import { pagesOf } from '#src/features/spaces/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { NoPages } from '#src/routes/_shell/o.$organizationId/-content/no-pages.tsx';

const validateSearch = searchParams({ q: textParam() });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/pages')({
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId } }) =>
    queryClient.ensureQueryData(pagesOf({ spaceId })),
  component: Pages,
});

/** The pages of a space: tree, open page and search. */
function Pages() {
  const { organizationId, spaceId } = Route.useParams();
  const { pageId } = useParams({ strict: false });
  const { q } = Route.useSearch();
  // Without `from`, so that `.` is the open tab, not the space.
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(pagesOf({ spaceId }));
  const readsOf = usePageReads({ organizationId, spaceId });
  const openImport = () =>
    void navigate({
      to: '/o/$organizationId/spaces/$spaceId/import',
      params: { organizationId, spaceId },
    });
  const isEmpty = data.pages.length === 0;
  return (
    <ImportDrop hint="Drop a folder, an archive or files to import them into this space." onDrop={openImport}>
      {isEmpty ? (
        <NoPages organizationId={organizationId} spaceId={spaceId} />
      ) : (
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-aside-main">
          <div className="lg:sticky lg:top-16 lg:max-h-below-bar lg:overflow-y-auto">
            <div className="rounded-lg border border-line">
              <SearchField
                label="Search pages"
                value={q ?? ''}
                onSearch={(text) =>
                  void navigate({
                    to: '.',
                    search: (old) => ({ ...old, q: text || undefined }),
                    replace: true,
                  })
                }
                className="m-1.5"
              />
              <PageTree
                key={spaceId}
                pages={data.pages}
                open={pageId}
                readsOf={readsOf}
                onOpen={(id) =>
                  void navigate({
                    to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
                    params: { organizationId, spaceId, pageId: id },
                  })
                }
              />
            </div>
            <RevisionDetails key={spaceId} scope={{ spaceId }} />
          </div>
          <div className="max-w-prose min-w-0">
            {q === undefined ? (
              <Outlet />
            ) : (
              <PageSearch organizationId={organizationId} spaceId={spaceId} query={q} />
            )}
          </div>
        </div>
      )}
    </ImportDrop>
  );
}
