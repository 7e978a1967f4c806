import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { useHasRevisions } from '#src/features/change-requests/capabilities.ts';
import { HistoryTable } from '#src/features/spaces/history-table.tsx';
import { revisionsOf } from '#src/features/spaces/queries.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/history')({
  loader: ({ context: { queryClient }, params: { spaceId }, cause }) =>
    loadList(queryClient, revisionsOf(spaceId), cause),
  component: SpaceHistory,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<History />} title="History isn’t available">
          This server doesn’t list the revisions of a space.
        </EmptyState>
      }
    />
  ),
});

/** The revisions of a space. */
function SpaceHistory() {
  const { organizationId, spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const canCompare = useHasRevisions() === true;
  return (
    <ListSection
      query={revisionsOf(spaceId)}
      isStale={false}
      skeleton={<TableSkeleton columns={[12, 9, 13]} />}
    >
      {(list) => (
        <HistoryTable organizationId={organizationId} space={space} list={list} canCompare={canCompare} />
      )}
    </ListSection>
  );
}
