import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Plus, SearchX, Users } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { TeamListTools, TeamFilters } from '#src/features/teams/list-tools.tsx';
import { parseTeamSearch, teamsOf, type TeamSearch } from '#src/features/teams/queries.ts';
import { TeamsTable } from '#src/features/teams/table.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const skeleton = { columns: [5.5, 5.5, 9] };

export const Route = createFileRoute('/_shell/o/$organizationId/teams')({
  validateSearch: parseTeamSearch,
  loaderDeps: ({ search }) => parseTeamSearch(search),
  loader: async ({ context: { queryClient }, params: { organizationId }, deps, cause }) => {
    await loadList(queryClient, teamsOf(organizationId, deps), cause);
  },
  component: Teams,
  pendingComponent: () => (
    <Page isLoading title="Teams">
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

function Teams() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const visibleSearch = useDeferredValue(search);
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const query = teamsOf(organizationId, visibleSearch);
  const setSearch = (next: TeamSearch) => void navigate({ search: next, replace: true });
  const isFiltered = visibleSearch.q !== undefined || visibleSearch.owner !== undefined;

  const { admin } = organization.permissions;
  const disabledReason = reasonUnless(admin, permissionReasons.administrator);
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/teams/new' });
      return admin ? [{ label: 'New team', keys: 'n', icon: <Plus />, run }] : [];
    }, [admin, navigate]),
  );
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/teams/new', params: { organizationId }, search })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New team
    </LinkButton>
  );
  const empty = isFiltered ? (
    <EmptyState
      icon={<SearchX />}
      title={visibleSearch.q ? `No teams match “${visibleSearch.q}”` : 'No matching teams'}
      action={<Button onClick={() => setSearch({})}>Show all teams</Button>}
    />
  ) : (
    <EmptyState icon={<Users />} title="No teams yet" action={create('neutral')}>
      Grant access to a whole team instead of one person at a time.
    </EmptyState>
  );

  return (
    <Page
      title="Teams"
      count={useListTotal(query)}
      actions={
        <>
          <TeamListTools organization={organization} search={search} />
          {create('primary')}
        </>
      }
    >
      <TeamFilters organization={organization} search={search} onChange={setSearch} />
      <ListSection
        query={query}
        isStale={visibleSearch !== search}
        skeleton={<TableSkeleton {...skeleton} />}
      >
        {(list) => <TeamsTable organization={organization} list={list} empty={empty} />}
      </ListSection>
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
