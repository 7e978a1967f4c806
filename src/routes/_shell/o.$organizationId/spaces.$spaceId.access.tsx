import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { useList } from '#src/api/paging.ts';
import { levelWords } from '#src/components/roles/level-words.ts';
import { AccessScreen } from '#src/features/content-access/access-screen.tsx';
import { spaceAccess, spaceTeams } from '#src/features/content-access/access-query.ts';
import { contentOptions } from '#src/features/content/content-query.ts';
import { inheritedLevel } from '#src/features/content/inherited-level.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { Callout } from '#src/ui/callout.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
const validateSearch = searchParams({ role: choiceParam(roles), give: choiceParam(['access']) });

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/access')({
  validateSearch,
  loaderDeps: ({ search: { role } }) => ({ role }),
  loader: async ({ context: { queryClient }, params: { spaceId }, deps: { role } }) => {
    const { permissions } = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } }));
    // Who may not manage access may not see it either.
    if (!permissions.admin) return;
    await Promise.all([
      queryClient.ensureInfiniteQueryData(spaceAccess(spaceId, role)),
      queryClient.ensureQueryData(spaceTeams(spaceId)),
    ]);
  },
  component: SpaceAccess,
  pendingComponent: SkeletonRows,
});

/** Who has access to the space, for those who manage it. */
function SpaceAccess() {
  const { spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  return space.permissions.admin ? (
    <Managed />
  ) : (
    <Callout>You need the role “Creator” or higher on this space to see who has access to it.</Callout>
  );
}

function Managed() {
  const { organizationId, spaceId } = Route.useParams();
  const { role, give } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  const { data: teams } = useSuspenseQuery(spaceTeams(spaceId));
  const { name } = levelWords(space.defaultLevel, space.parent === undefined ? 'organization' : 'collection');
  const inherited = space.defaultLevel === 'inherit' ? ` ${inheritedLevel(tree, spaceId)}` : '';
  return (
    <AccessScreen
      organizationId={organizationId}
      content={{ kind: 'space', id: spaceId }}
      title={space.title}
      defaultLevel={`Members to whom nothing was given: ${name}.${inherited}`}
      list={useList(spaceAccess(spaceId, role))}
      teams={teams.items}
      titleOf={(id) => tree.nodes.get(id)?.title}
      refusal={undefined}
      role={role}
      onRole={(next) => void navigate({ search: (old) => ({ ...old, role: next }), replace: true })}
      isGranting={give !== undefined}
      onGranting={(granting) =>
        void navigate({
          search: (old) => ({ ...old, give: granting ? 'access' : undefined }),
          replace: !granting,
        })
      }
    />
  );
}
