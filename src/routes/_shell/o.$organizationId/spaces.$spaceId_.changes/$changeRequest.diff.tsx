import { useQuery, useSuspenseQueries } from '@tanstack/react-query';
import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { loadPart } from '#src/api/parts.ts';
import { comparePages } from '#src/features/change-requests/views/changed-pages.ts';
import { ChangesTree, ReviewProgress } from '#src/features/change-requests/views/changes-tree.tsx';
import { useReviewedRevision } from '#src/features/change-requests/views/own-review.ts';
import {
  changesOf,
  comparisonBases,
  loadSides,
  treeOf,
  useSides,
  differenceViewParams,
  type DifferenceViewOptions,
} from '#src/features/change-requests/views/sides.ts';
import {
  BaseControl,
  OfferedBases,
  OpenChangedPages,
  UnchangedToggle,
} from '#src/features/change-requests/views/view-controls.tsx';
import { searchParams } from '#src/lib/search-params.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { OtherChanges, otherChanges } from '../-change-request/other-changes.tsx';

const validateSearch = searchParams(differenceViewParams);

const withoutReview = comparisonBases.filter((base) => base !== 'review');

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
      loadPart(queryClient.ensureQueryData(changesOf(path))),
    ]);
  },
  component: Changes,
});

/** The changes of a change request: tree and open page. */
// oxlint-disable-next-line max-lines-per-function -- the page list and its two places, beside the page or in a dialog, share every value of the screen
function Changes() {
  const { organizationId, spaceId, changeRequest: number } = Route.useParams();
  const { pageId } = useParams({ strict: false });
  const { base = 'start', tree } = Route.useSearch();
  // Without `from`, so that `.` is the open page, not the tree.
  const navigate = useNavigate();
  const path = { spaceId, changeRequestId: number };
  const reviewedRevision = useReviewedRevision(path);
  const { changeRequest, hasRevisions, ...sides } = useSides(path, base, reviewedRevision);
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [treeOf(sides.base), treeOf(sides.next)],
  });
  // Without its answer, other changes are not listed.
  const { data: content } = useQuery(changesOf(path));
  const others = otherChanges(content?.changes ?? []);
  const compared = comparePages(before, after);
  const params = { organizationId, spaceId, changeRequest: number };
  const isNarrow = useMatches('(width < 64rem)');
  const [isListOpen, setListOpen] = useState(false);
  const setSearch = (change: DifferenceViewOptions) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  const empty = compared.changed.length === 0 && tree !== 'all' && (
    <EmptyState icon={<FileDiff />} title="No changed pages">
      {others.count > 0 ? 'Only other content changed.' : 'Pages edited in this change request appear here.'}
    </EmptyState>
  );
  const pages = (
    <>
      <div className="difference-toolbar justify-between">
        {hasRevisions ? (
          <BaseControl choice={{ base }} onChoose={setSearch} />
        ) : (
          <span className="font-medium">Changed pages</span>
        )}
        <UnchangedToggle value={tree} onChange={(next) => setSearch({ tree: next })} />
      </div>
      {!hasRevisions && (
        <p className="mb-2 text-xs text-ink-soft">
          Compared with the current space because this server does not provide the original
          {changeRequest.outdated && ', so newer changes in the space are included'}.
        </p>
      )}
      <ReviewProgress compared={compared} changeRequestId={changeRequest.id} />
      {empty || (
        <div className="rounded-lg border border-line">
          <ChangesTree
            key={`${changeRequest.id} ${base}`}
            compared={compared}
            changeRequestId={changeRequest.id}
            showsUnchanged={tree === 'all'}
            open={pageId}
            onOpen={(id) => {
              setListOpen(false);
              void navigate({
                to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
                params: { ...params, pageId: id },
                search: true,
              });
            }}
          />
        </div>
      )}
      <OtherChanges params={params} changes={others} />
    </>
  );
  return (
    <OfferedBases value={reviewedRevision === undefined ? withoutReview : comparisonBases}>
      <div className="difference-columns">
        {!isNarrow && <div className="difference-pages">{pages}</div>}
        {isNarrow && isListOpen && (
          <Dialog title="Changed pages" onClose={() => setListOpen(false)}>
            {pages}
          </Dialog>
        )}
        <div className="in-order min-w-0">
          {isNarrow && pageId === undefined && (
            <Button className="mt-4" onClick={() => setListOpen(true)}>
              Changed pages
            </Button>
          )}
          {isNarrow && empty}
          <OpenChangedPages value={isNarrow ? () => setListOpen(true) : undefined}>
            <Outlet />
          </OpenChangedPages>
        </div>
      </div>
    </OfferedBases>
  );
}
