import { updateTeamMembersMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Team, TeamMembersUpdate, TeamRole } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { teamInvalidations } from '#src/domain/roles/team-role-changes.ts';
import { formatCount } from '#src/lib/text/format.ts';

/** The request body that adds members. Roles other than the default are set per member. */
export function addMembersBody(userIds: readonly string[], role: TeamRole): TeamMembersUpdate {
  if (role === 'member') return { add: [...userIds] };
  return { add: [...userIds], memberships: Object.fromEntries(userIds.map((id) => [id, { role }])) };
}

/** Adds members in one request, with undo. `add` rejects if the server does. */
export function useAddTeamMembers(organizationId: string, team: Team) {
  const path = { organizationId, teamId: team.id };
  const { mutateAsync, error, isPending } = useApiMutation(updateTeamMembersMutation(), {
    invalidates: teamInvalidations(organizationId, team.id),
  });
  const add = async (people: readonly Member[], role: TeamRole) => {
    const userIds = people.map(({ id }) => id);
    const body = addMembersBody(userIds, role);
    await mutateAsync({ path, body });
    const [only] = people;
    const addedLabel =
      people.length === 1 && only ? only.user.displayName : formatCount(people.length, 'member');
    recordUndoable({
      label: `Added ${addedLabel} to “${team.title}”`,
      undo: () => mutateAsync({ path, body: { remove: userIds } }),
      redo: () => mutateAsync({ path, body }),
    });
  };
  return { add, error, isPending };
}
