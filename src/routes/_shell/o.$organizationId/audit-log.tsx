import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import { useDeferredValue } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { AuditEntryPanel } from '#src/features/audit-log/audit-entry-panel.tsx';
import { AuditFilters } from '#src/features/audit-log/filters.tsx';
import { type AuditSearch, auditLogOf, parseAuditSearch } from '#src/features/audit-log/queries.ts';
import { exportAuditLog, AuditTable } from '#src/features/audit-log/table.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const skeleton = { columns: [20, 12, 8.5] };

export const Route = createFileRoute('/_shell/o/$organizationId/audit-log')({
  validateSearch: parseAuditSearch,
  loaderDeps: ({ search }) => parseAuditSearch(search),
  loader: ({ context: { queryClient }, params: { organizationId }, deps, cause }) =>
    loadList(queryClient, auditLogOf(organizationId, deps), cause),
  component: AuditLog,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <Page tabs={<OrganizationSettingsTabs />} title="Audit log">
          <EmptyState icon={<ScrollText />} title="The console can’t show an audit log of this server">
            Changes you made in this browser are listed under “My changes”.
          </EmptyState>
        </Page>
      }
    />
  ),
  pendingComponent: () => (
    <Page isLoading tabs={<OrganizationSettingsTabs />} title="Audit log">
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

function AuditLog() {
  const { organizationId } = Route.useParams();
  const routeSearch = Route.useSearch();
  const { entry, ...search } = routeSearch;
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const visibleSearch = useDeferredValue(routeSearch);
  const query = auditLogOf(organizationId, visibleSearch);
  const isFiltered = Object.values(search).some(Boolean);
  const setSearch = (next: AuditSearch) => void navigate({ search: next, replace: true });
  return (
    <Page
      tabs={<OrganizationSettingsTabs />}
      title="Audit log"
      count={useListTotal(query)}
      actions={
        <ListMenu
          moreEntries={() => [
            {
              label: 'Export CSV…',
              icon: <Download />,
              hint: 'All entries that match the filters',
              onSelect: () => exportAuditLog(organization, search),
            },
          ]}
        />
      }
    >
      <AuditFilters organization={organization} search={search} onChange={setSearch} />
      <ListSection
        query={query}
        isStale={visibleSearch !== routeSearch}
        skeleton={<TableSkeleton {...skeleton} />}
      >
        {(list) => (
          <>
            <AuditTable
              organizationId={organizationId}
              list={list}
              search={search}
              empty={
                isFiltered ? (
                  <EmptyState
                    icon={<ScrollText />}
                    title="No entries"
                    action={<Button onClick={() => setSearch({})}>Show all entries</Button>}
                  >
                    No entries match these filters.
                  </EmptyState>
                ) : (
                  <EmptyState icon={<ScrollText />} title="No entries yet">
                    Changes to members, content and settings appear here, newest first.
                  </EmptyState>
                )
              }
            />
            {entry !== undefined && (
              <AuditEntryPanel
                organizationId={organizationId}
                entry={list.items.find(({ id }) => id === entry)}
                onClose={() => setSearch(search)}
              />
            )}
          </>
        )}
      </ListSection>
    </Page>
  );
}
