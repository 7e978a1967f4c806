import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import { useDeferredValue } from 'react';
import { offers } from '#src/api/extensions.ts';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { Page } from '#src/components/layout/page.tsx';
import { ListTools } from '#src/components/saved-views/list-tools.tsx';
import { ListPart } from '#src/components/table/list-part.tsx';
import { AuditEntryPanel } from '#src/features/audit-log/audit-entry-panel.tsx';
import { exportAuditLog } from '#src/features/audit-log/audit-export.ts';
import { AuditFilters } from '#src/features/audit-log/audit-filters.tsx';
import { type AuditSearch, auditLogOf, readAuditSearch } from '#src/features/audit-log/audit-search.ts';
import { AuditTable } from '#src/features/audit-log/audit-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/audit-log')({
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => readAuditSearch(search),
  loader: async ({ context: { queryClient }, params: { organizationId }, deps, cause }) => {
    if (!(await offers(queryClient, 'listAuditLog'))) return { served: false };
    await loadList(queryClient, auditLogOf(organizationId, deps), cause);
    return { served: true };
  },
  component: AuditLog,
  pendingComponent: () => (
    <Page title="Audit log">
      <SkeletonRows />
    </Page>
  ),
});

/** Who changed what. */
function AuditLog() {
  const { served } = Route.useLoaderData();
  if (served) return <ServedLog />;
  return (
    <Page title="Audit log">
      <EmptyState icon={<ScrollText />} title="No audit log on this server">
        Changes you made in this browser are listed under “My changes”.
      </EmptyState>
    </Page>
  );
}

function ServedLog() {
  const { organizationId } = Route.useParams();
  const address = Route.useSearch();
  const { entry, ...search } = address;
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const shown = useDeferredValue(address);
  const query = auditLogOf(organizationId, shown);
  const find = (next: AuditSearch) => void navigate({ search: next, replace: true });
  return (
    <Page
      title="Audit log"
      count={useListTotal(query)}
      description="Who changed what, newest first."
      actions={
        <ListTools
          more={() => [
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
      <AuditFilters organization={organization} search={search} onChange={find} />
      <ListPart query={query} isBehind={shown !== address}>
        {(list) => (
          <>
            <AuditTable
              organizationId={organizationId}
              list={list}
              search={search}
              empty={
                <EmptyState icon={<ScrollText />} title="No entries">
                  No entries match these filters.
                </EmptyState>
              }
            />
            {entry !== undefined && (
              <AuditEntryPanel
                organizationId={organizationId}
                entry={list.items.find(({ id }) => id === entry)}
                onClose={() => find(search)}
              />
            )}
          </>
        )}
      </ListPart>
    </Page>
  );
}
