import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { type ComponentProps, Suspense, useDeferredValue } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { MemberFilters, MemberListTools } from '#src/features/members/list-tools.tsx';
import { membersOf, type MemberSearch, parseMemberSearch } from '#src/features/members/queries.ts';
import { MembersTable } from '#src/features/members/table.tsx';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';

const FormerGuestsNotice = lazyPart(async () => ({
  default: (await import('#src/features/members/former-guests-notice.tsx')).FormerGuestsNotice,
}));

const skeleton = { columns: [9.5, 8, 8, 6, 5.5, 5.5], selectable: true };

export const Route = createFileRoute('/_shell/o/$organizationId/members')({
  validateSearch: parseMemberSearch,
  loaderDeps: ({ search }) => parseMemberSearch(search),
  loader: async ({ context: { queryClient }, params: { organizationId }, deps, cause }) => {
    await loadList(queryClient, membersOf(organizationId, deps), cause);
  },
  component: Members,
  pendingComponent: () => (
    <Page isLoading title="Members">
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

function Members() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const visibleSearch = useDeferredValue(search);
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const query = membersOf(organizationId, visibleSearch);
  const setSearch = (next: MemberSearch) => void navigate({ search: next, replace: true });
  return (
    <Page
      title="Members"
      count={useListTotal(query)}
      actions={
        <>
          <MemberListTools organization={organization} search={search} />
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/members/invite',
              params: { organizationId },
              search,
            })}
            disabledReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
            tone="primary"
            icon={<UserPlus />}
          >
            Invite people
          </LinkButton>
        </>
      }
    >
      <MemberFilters search={search} onChange={setSearch} />
      {visibleSearch.sort === 'lastSeenAt' && (
        <p className="mb-2 text-xs text-ink-soft">Sorting by last seen hides members who were never seen.</p>
      )}
      <ListSection
        query={query}
        isStale={visibleSearch !== search}
        skeleton={<TableSkeleton {...skeleton} />}
      >
        {(list) => (
          <>
            {organization.permissions.admin && <LateNotice organization={organization} search={search} />}
            <MembersTable organization={organization} list={list} search={search} onSearch={setSearch} />
          </>
        )}
      </ListSection>
      <Outlet />
    </Page>
  );
}

/** After the members: it concerns few, and only after an upgrade. */
function LateNotice(props: ComponentProps<typeof FormerGuestsNotice>) {
  const isPainted = useIsPainted();
  return (
    isPainted && (
      <Suspense>
        <FormerGuestsNotice {...props} />
      </Suspense>
    )
  );
}
