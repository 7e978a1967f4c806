import { updateTeamMembersMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Team, TeamMembersUpdate, TeamRole } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { refreshesOfTeam } from '#src/components/roles/team-places.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { countOf } from '#src/lib/counts.ts';

/** The request that puts people into a team, all in one go. A place other than the usual one is named for each. */
export function additionOf(userIds: readonly string[], role: TeamRole): TeamMembersUpdate {
  if (role === 'member') return { add: [...userIds] };
  return { add: [...userIds], memberships: Object.fromEntries(userIds.map((id) => [id, { role }])) };
}

/** Puts people into a team with one request, to be taken back with another. For forms: `add` rejects with the refusal. */
export function useTeamAdditions(organizationId: string, team: Team) {
  const path = { organizationId, teamId: team.id };
  const { mutateAsync, error, isPending } = useApiMutation(updateTeamMembersMutation(), {
    refreshes: refreshesOfTeam(organizationId, team.id),
  });
  const add = async (people: readonly Member[], role: TeamRole) => {
    const userIds = people.map(({ id }) => id);
    const body = additionOf(userIds, role);
    await mutateAsync({ path, body });
    const [only] = people;
    const whom = people.length === 1 && only ? only.user.displayName : countOf(people.length, 'member');
    recordUndoable({
      label: `Added ${whom} to “${team.title}”`,
      undo: () => mutateAsync({ path, body: { remove: userIds } }),
      redo: () => mutateAsync({ path, body }),
    });
  };
  return { add, error, isPending };
}
