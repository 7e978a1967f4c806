import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { FileDiff } from 'lucide-react';
import { comparePages } from '#src/features/change-requests/views/changed-pages.ts';
import { ChangesTree, ReviewProgress } from '#src/features/change-requests/views/changes-tree.tsx';
import {
  changesOf,
  loadSides,
  treeOf,
  useSides,
  differenceViewParams,
} from '#src/features/change-requests/views/sides.ts';
import { searchParams } from '#src/lib/search-params.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';

const validateSearch = searchParams(differenceViewParams);

export const Route = createFileRoute(
  '/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/diff',
)({
  validateSearch,
  loaderDeps: ({ search: { base } }) => ({ base }),
  loader: async ({ context: { queryClient }, params, deps: { base = 'start' } }) => {
    const { spaceId, changeRequest: changeRequestId } = params;
    const path = { spaceId, changeRequestId };
    const sides = await loadSides(queryClient, path, base);
    await Promise.all([
      queryClient.ensureQueryData(treeOf(sides.base)),
      queryClient.ensureQueryData(treeOf(sides.next)),
      queryClient.ensureQueryData(changesOf(path)),
    ]);
  },
  component: Changes,
});

/** The changes of a change request: tree and open page. */
function Changes() {
  const { organizationId, spaceId, changeRequest: number } = Route.useParams();
  const { pageId } = useParams({ strict: false });
  const { base = 'start', tree } = Route.useSearch();
  // Without `from`, so that `.` is the open page, not the tree.
  const navigate = useNavigate();
  const path = { spaceId, changeRequestId: number };
  const { changeRequest, hasRevisions, ...sides } = useSides(path, base);
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [treeOf(sides.base), treeOf(sides.next)],
  });
  const changedFileCount = useSuspenseQuery(changesOf(path)).data.changes.filter(({ file }) => file).length;
  const compared = comparePages(before, after);
  const params = { organizationId, spaceId, changeRequest: number };
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-16">
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          {hasRevisions ? (
            <SegmentedControl
              label="Compare with"
              value={base}
              options={[
                { value: 'start', label: 'Original' },
                { value: 'main', label: 'Current' },
              ]}
              onChange={(next) =>
                void navigate({
                  to: '.',
                  search: (old) => ({ ...old, base: next === 'main' ? next : undefined }),
                  replace: true,
                })
              }
            />
          ) : (
            <p className="text-xs text-ink-soft">
              Compared with the current space because this server does not provide the original
              {changeRequest.outdated && ', so newer changes in the space are included'}.
            </p>
          )}
          <LabelledCheckbox
            label="Show unchanged pages"
            checked={tree === 'all'}
            onChange={({ target }) =>
              void navigate({
                to: '.',
                search: (old) => ({ ...old, tree: target.checked ? 'all' : undefined }),
                replace: true,
              })
            }
          />
        </div>
        <ReviewProgress compared={compared} changeRequestId={changeRequest.id} />
        {compared.changed.length === 0 && tree !== 'all' ? (
          <EmptyState
            icon={<FileDiff />}
            title="No changed pages"
            className="rounded-lg border border-line py-6"
          >
            {changedFileCount > 0
              ? 'Only files changed.'
              : 'Pages edited in this change request appear here.'}
          </EmptyState>
        ) : (
          <div className="rounded-lg border border-line">
            <ChangesTree
              key={`${changeRequest.id} ${changeRequest.revision} ${base}`}
              compared={compared}
              changeRequestId={changeRequest.id}
              showsUnchanged={tree === 'all'}
              open={pageId}
              onOpen={(id) =>
                void navigate({
                  to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
                  params: { ...params, pageId: id },
                  search: true,
                })
              }
            />
          </div>
        )}
        {changedFileCount > 0 && (
          <p className="mt-2">
            <Link
              to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files"
              params={params}
              className="link"
            >
              {formatCount(changedFileCount, 'changed file')}
            </Link>
          </p>
        )}
      </div>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
