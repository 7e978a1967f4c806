import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { GitPullRequest, Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { getOrganizationOptions, getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList } from '#src/api/paging.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { nameOf } from '#src/features/change-requests/labels.ts';
import { changeRequestsOf, parseSpaceListSearch } from '#src/features/change-requests/queries.ts';
import { spaceListColumns, SpaceListFilters } from '#src/features/change-requests/table.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const loadExport = () => import('#src/features/change-requests/space-list-export.ts');

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/changes')({
  validateSearch: parseSpaceListSearch,
  loaderDeps: ({ search }) => parseSpaceListSearch(search),
  loader: async ({ context: { queryClient }, params: { spaceId }, deps, cause }) => {
    await loadList(queryClient, changeRequestsOf(spaceId, deps), cause);
  },
  component: SpaceChangeRequests,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: filters, list and empty state share its search
function SpaceChangeRequests() {
  const params = Route.useParams();
  const { organizationId, spaceId } = params;
  const search = Route.useSearch();
  const visibleSearch = useDeferredValue(search);
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const setSearch = (next: typeof search) => void navigate({ search: next, replace: true });
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/new', params, search })}
      disabledReason={reasonUnless(space.permissions.edit, permissionReasons.editor)}
      tone={tone}
      icon={<Plus />}
    >
      New change request
    </LinkButton>
  );
  const isFiltered = search.status !== undefined || search.contributor !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <SpaceListFilters organization={organization} search={search} onChange={setSearch} />
        <div className="flex gap-2">
          <ListMenu
            moreEntries={() => [
              exportEntry(async () => (await loadExport()).exportChangeRequests(space, search)),
            ]}
          />
          {create('primary')}
        </div>
      </div>
      <ListSection
        query={changeRequestsOf(spaceId, parseSpaceListSearch(visibleSearch))}
        isStale={visibleSearch !== search}
        skeleton={<TableSkeleton columns={[12, 6.5, 9]} />}
      >
        {(list) => (
          <DataTable
            label="Change requests"
            noun="change request"
            list={list}
            columns={spaceListColumns}
            rowId={({ id }) => id}
            rowName={nameOf}
            rowLink={({ number }) =>
              linkOptions({
                to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
                params: { organizationId, spaceId, changeRequest: String(number) },
              })
            }
            empty={
              <EmptyState
                icon={<GitPullRequest />}
                title={isFiltered ? 'No matching change requests' : 'No open change requests'}
                action={
                  isFiltered ? (
                    <Button onClick={() => setSearch({})}>Clear filters</Button>
                  ) : (
                    create('neutral')
                  )
                }
              >
                Change requests propose edits that others review before merging.
              </EmptyState>
            }
          />
        )}
      </ListSection>
      <Outlet />
    </>
  );
}
