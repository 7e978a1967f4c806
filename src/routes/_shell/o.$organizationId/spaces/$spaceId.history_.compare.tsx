import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { FileDiff, History } from 'lucide-react';
import { useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { comparePages } from '#src/features/change-requests/views/changed-pages.ts';
import { ChangesTree } from '#src/features/change-requests/views/changes-tree.tsx';
import { differenceViewParams, treeOf } from '#src/features/change-requests/views/sides.ts';
import {
  noComparisonBases,
  OfferedBases,
  OpenChangedPages,
  UnchangedToggle,
} from '#src/features/change-requests/views/view-controls.tsx';
import { ComparedRevisions } from '#src/features/spaces/compared-revisions.tsx';
import { revisionsOf } from '#src/features/spaces/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { loadDifference } from '#src/routes/_shell/o.$organizationId/-change-request/load-page-difference.ts';
import { RevisionPage } from '#src/routes/_shell/o.$organizationId/-content/revision-page.tsx';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { loadOtherChanges, NoChangedPages, OtherChanges } from '../-content/other-changes.tsx';

const { view, layout, tree } = differenceViewParams;

const id = textParam(128);
/** `from` and `to`: revisions; without `to`, the content now. `page`, `content`: the open page and reusable content. */
const validateSearch = searchParams({ from: id, to: id, page: id, content: id, view, layout, tree });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/history_/compare')({
  validateSearch,
  loaderDeps: ({ search: { from, to, page, view: chosenView } }) => ({ from, to, page, view: chosenView }),
  loader: async ({ context: { queryClient }, params, deps: { from, to, page, view: chosenView }, cause }) => {
    const { spaceId } = params;
    if (from === undefined)
      throw redirect({ to: '/o/$organizationId/spaces/$spaceId/history', params, replace: true });
    await loadList(queryClient, revisionsOf(spaceId), cause);
    const sides = { base: { spaceId, revisionId: from }, next: { spaceId, revisionId: to ?? null } };
    const others = loadPart(loadOtherChanges(queryClient, { spaceId, from, to }));
    const { loadOpened } = await loadDifference(queryClient, sides, page, chosenView);
    await Promise.all([loadOpened(), others]);
  },
  component: CompareRevisions,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<History />} title="History isn’t available">
          This server doesn’t have the pages of revisions.
        </EmptyState>
      }
    />
  ),
});

/** Two revisions of a space, or one and the content now: changed pages and the differences of one. */
// oxlint-disable-next-line max-lines-per-function -- the page list and its two places, beside the page or in a dialog, share every value of the screen
function CompareRevisions() {
  const { organizationId, spaceId } = Route.useParams();
  const { from = '', to, page, content, ...choice } = Route.useSearch();
  const navigate = Route.useNavigate();
  const base = { spaceId, revisionId: from };
  const next = { spaceId, revisionId: to ?? null };
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const [{ data: before }, { data: after }] = useSuspenseQueries({ queries: [treeOf(base), treeOf(next)] });
  const compared = comparePages(before, after);
  const change = page === undefined ? compared.changed[0] : compared.byId.get(page);
  const isNarrow = useMatches('(width < 64rem)');
  const [isListOpen, setListOpen] = useState(false);
  const setSearch = (chosen: Partial<ReturnType<typeof validateSearch>>, replace = true) =>
    void navigate({ search: (old) => ({ ...old, ...chosen }), replace });
  const isEmpty = compared.changed.length === 0 && choice.tree !== 'all' && page === undefined;
  const pages = (
    <>
      <div className="difference-toolbar justify-between">
        <span className="font-medium">Changed pages</span>
        <UnchangedToggle value={choice.tree} onChange={(value) => setSearch({ tree: value })} />
      </div>
      <div className="rounded-lg border border-line">
        <ChangesTree
          key={`${from} ${to ?? ''}`}
          compared={compared}
          showsUnchanged={choice.tree === 'all'}
          open={change?.id}
          onOpen={(id) => {
            setListOpen(false);
            setSearch({ page: id }, false);
          }}
        />
      </div>
    </>
  );
  return (
    <OfferedBases value={noComparisonBases}>
      <ComparedRevisions
        organizationId={organizationId}
        space={space}
        from={from}
        to={to}
        onSwap={() => setSearch({ from: to, to: from })}
      />
      <OtherChanges
        {...{ spaceId, from, to: to ?? space.revision, openId: content }}
        onOpen={(next) => setSearch({ content: next }, next === undefined)}
      />
      {isEmpty ? (
        <NoChangedPages />
      ) : (
        <div className="difference-columns">
          {!isNarrow && <div className="difference-pages">{pages}</div>}
          {isNarrow && isListOpen && (
            <Dialog title="Changed pages" onClose={() => setListOpen(false)}>
              {pages}
            </Dialog>
          )}
          <OpenChangedPages value={isNarrow ? () => setListOpen(true) : undefined}>
            <div className="in-order min-w-0">
              {change ? (
                <RevisionPage
                  key={change.id}
                  organizationId={organizationId}
                  sides={{ base, next }}
                  trees={{ base: before, next: after }}
                  compared={compared}
                  change={change}
                  choice={choice}
                  onChoose={(chosen) => setSearch(chosen)}
                  onOpen={(id) => setSearch({ page: id }, false)}
                />
              ) : (
                <>
                  {isNarrow && <Button onClick={() => setListOpen(true)}>Changed pages</Button>}
                  <EmptyState icon={<FileDiff />} title="Page not found">
                    Neither version has the page.
                  </EmptyState>
                </>
              )}
            </div>
          </OpenChangedPages>
        </div>
      )}
    </OfferedBases>
  );
}
