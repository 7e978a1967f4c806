import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useDeferredValue } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { TrashTable } from '#src/features/content/trash-table.tsx';
import { deletedSpacesOf } from '#src/features/content/trash.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams({ q: textParam(50) });

const keptFor = 'Deleted spaces are kept for 7 days, then permanently deleted.';

const skeleton = { columns: [9, 9, 8] };

export const Route = createFileRoute('/_shell/o/$organizationId/trash')({
  validateSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: async ({ context: { queryClient }, params: { organizationId }, deps: { q }, cause }) => {
    await loadList(queryClient, deletedSpacesOf(organizationId, q), cause);
  },
  component: Trash,
  pendingComponent: () => (
    <Page isLoading title="Trash" crumbs={[{ label: 'Content' }, { label: 'Trash' }]} description={keptFor}>
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

/** Deleted spaces that can still be restored. */
function Trash() {
  const params = Route.useParams();
  const { organizationId } = params;
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  const visibleQuery = useDeferredValue(q);
  const query = deletedSpacesOf(organizationId, visibleQuery);
  const { data: trash } = useInfiniteQuery({ ...query, enabled: false });
  const total = useListTotal(query);
  const isUnsupported = trash?.pages.some((page) => page.isUnsupported) ?? false;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <Page
      title="Trash"
      crumbs={[
        { label: 'Content', link: linkOptions({ to: '/o/$organizationId/content', params }) },
        { label: 'Trash' },
      ]}
      count={isUnsupported ? undefined : total}
      actions={
        <ListMenu
          moreEntries={() => [
            exportEntry(async () =>
              (await import('#src/features/content/space-export.ts')).exportTrash(organization, q),
            ),
          ]}
        />
      }
      description={isUnsupported ? undefined : keptFor}
    >
      <FilterBar
        active={0}
        search={
          <SearchField
            label="Search deleted spaces"
            value={q ?? ''}
            onSearch={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
            className="w-full sm:w-80"
          />
        }
      />
      {isUnsupported && (
        <Callout className="mb-3">
          This server doesn’t list deleted spaces, so you can’t restore them here.
        </Callout>
      )}
      <ListSection query={query} isStale={visibleQuery !== q} skeleton={<TableSkeleton {...skeleton} />}>
        {(list) => (
          <TrashTable
            key={organizationId}
            organizationId={organizationId}
            list={list}
            empty={
              isUnsupported ? null : (
                <EmptyState
                  icon={<Trash2 />}
                  title={q === undefined ? 'The trash is empty' : `No deleted spaces match “${q}”`}
                >
                  Deleted spaces you can restore appear here.
                </EmptyState>
              )
            }
          />
        )}
      </ListSection>
    </Page>
  );
}
