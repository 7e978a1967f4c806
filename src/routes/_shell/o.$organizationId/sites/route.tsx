import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { parseSiteSearch, type SiteSearch, sitesOf } from '#src/features/sites/queries.ts';
import { SiteFilters, SitesTable } from '#src/features/sites/table.tsx';

const skeleton = { columns: [8, 10, 8, 5.5, 9] };

export const Route = createFileRoute('/_shell/o/$organizationId/sites')({
  validateSearch: parseSiteSearch,
  loaderDeps: ({ search: { q, published } }) => ({ q, published }),
  loader: async ({ context: { queryClient }, params: { organizationId }, deps, cause }) => {
    await loadList(queryClient, sitesOf(organizationId, deps), cause);
  },
  component: Sites,
  pendingComponent: () => (
    <Page isLoading title="Sites">
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

function Sites() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const visibleSearch = useDeferredValue(search);
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const query = sitesOf(organizationId, visibleSearch);
  const setSearch = (next: SiteSearch) => void navigate({ search: next, replace: true });
  const disabledReason = reasonUnless(organization.permissions.createContent, permissionReasons.creator);
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/sites/new', params: { organizationId }, search })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New site
    </LinkButton>
  );
  return (
    <Page
      title="Sites"
      count={useListTotal(query)}
      actions={
        <>
          <ListMenu
            moreEntries={() => [
              exportEntry(async () =>
                (await import('#src/features/sites/site-export.ts')).exportSites(organization, search),
              ),
            ]}
          />
          {create('primary')}
        </>
      }
    >
      <SiteFilters search={search} onSearch={setSearch} />
      <ListSection
        query={query}
        isStale={visibleSearch !== search}
        skeleton={<TableSkeleton {...skeleton} />}
      >
        {(list) => (
          <SitesTable
            organizationId={organizationId}
            list={list}
            search={search}
            onSearch={setSearch}
            create={create('neutral')}
          />
        )}
      </ListSection>
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
