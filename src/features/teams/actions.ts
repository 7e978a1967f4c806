import { useQueryClient } from '@tanstack/react-query';
import {
  deleteTeamMutation,
  getTeamOptions,
  listTeamMembersOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';

/**
 * The consequences of deleting a team, one sentence each.
 *
 * @param names names of the first members
 */
export function describeDeletion(
  { members, spaces }: Pick<Team, 'members' | 'spaces'>,
  names: readonly string[],
) {
  if (members === 0 && spaces === 0) return ['It has no members and no access to any space.'];
  return [
    members > 0
      ? `${formatCount(members, 'member leaves', 'members leave')} the team: ${formatNameList(names, members)}. They stay in the organization.`
      : 'It has no members.',
    spaces > 0
      ? `Access to ${formatCount(spaces, 'space')} that comes only from the team is lost.`
      : 'It has no access to any space.',
  ];
}

/**
 * @returns a function that asks for confirmation and resolves to whether the team was deleted
 */
export function useTeamDeletion(organizationId: string): (team: Team) => Promise<boolean> {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const { mutateAsync } = useApiMutation(deleteTeamMutation(), {
    invalidates: [
      { operation: 'getMember', path },
      { operation: 'listMemberTeams', path },
      { operation: 'listMemberSpaces', path },
      { operation: 'getOrganization', path },
    ],
    onSuccess: (_, { path: { teamId } }) =>
      updateCachedLists<Team>(queryClient, { operation: 'listTeams', path }, (team) =>
        team.id === teamId ? null : team,
      ),
  });
  return ({ id, title }) => {
    const teamPath = { organizationId, teamId: id };
    return confirmDeletion({
      kind: 'team',
      name: title,
      confirmLabel: 'Delete team',
      impact: async () => {
        const [team, members] = await Promise.all([
          queryClient.fetchQuery({ ...getTeamOptions({ path: teamPath }), staleTime: 0 }),
          queryClient.fetchQuery(listTeamMembersOptions({ path: teamPath, query: { limit: 4 } })),
        ]);
        return describeDeletion(
          team,
          members.items.map(({ organization }) => organization.user.displayName),
        );
      },
      action: () => mutateAsync({ path: teamPath }),
    });
  };
}
