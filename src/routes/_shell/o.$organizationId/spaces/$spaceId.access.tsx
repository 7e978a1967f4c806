import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { useList } from '#src/api/paging.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { parseAccessSearch } from '#src/features/content-access/access-search.ts';
import { spaceAccess, spaceTeams } from '#src/features/content-access/queries.ts';
import { ManagedAccess } from '#src/routes/_shell/o.$organizationId/-content/managed-access.tsx';
import { Callout } from '#src/ui/callout.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/access')({
  validateSearch: parseAccessSearch,
  loaderDeps: ({ search: { q, role } }) => ({ q, role }),
  loader: async ({ context: { queryClient }, params: { spaceId }, deps }) => {
    const { permissions } = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } }));
    // Users who can't manage access can't see it either.
    if (!permissions.admin) return;
    const list = spaceAccess(spaceId, deps);
    const optional = { title: 'Access list', operation: 'listSpacePermissions', list } as const;
    await loadOptional(queryClient, optional, () =>
      Promise.all([
        queryClient.ensureInfiniteQueryData(list),
        queryClient.ensureQueryData(spaceTeams(spaceId)),
      ]),
    );
  },
  component: SpaceAccess,
});

/** Access to the space, for those who manage it. */
function SpaceAccess() {
  const { spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  return space.permissions.admin ? (
    <ManagedSpaceAccess />
  ) : (
    <Callout>{permissionReasons.accessManager}</Callout>
  );
}

function ManagedSpaceAccess() {
  const { organizationId, spaceId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: teams } = useSuspenseQuery(spaceTeams(spaceId));
  return (
    <ManagedAccess
      organizationId={organizationId}
      content={{ kind: 'space', id: spaceId }}
      item={space}
      list={useList(spaceAccess(spaceId, { q: search.q, role: search.role }))}
      teams={teams.items}
      search={search}
      onSearch={(changed, isStep) => void navigate({ search: changed, replace: !isStep })}
    />
  );
}
