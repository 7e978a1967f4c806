import { useQueryClient } from '@tanstack/react-query';
import { updateCachedLists } from '#src/api/cached-lists.ts';
import { removeTeamMemberMutation, setTeamMemberMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberTeam, TeamMember, TeamRole } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { teamRoleName } from './team-role-labels.ts';

/** One person's place in one team; `role` is null for somebody who is not in it. */
export interface TeamRoleAssignment {
  userId: string;
  teamId: string;
  role: TeamRole | null;
}

/** A change of a place, with what it takes to show it and to take it back. */
export interface TeamRoleChange extends TeamRoleAssignment {
  previousRole: TeamRole | null;
  person: string;
  team: string;
  /** The caller could not take it back. */
  isIrreversible?: boolean;
}

/** The two ways to make a change; see `useTeamRoles`. */
interface TeamRoleMutations {
  changeAsync: (change: TeamRoleChange) => Promise<void>;
  change: (change: TeamRoleChange) => void;
}

/** Places as they will be, for what shows them before the server has answered. */
export const optimisticTeamRoles = createOptimisticChanges<TeamRoleAssignment>();

/** What a change of who is in a team makes out of date. */
export function teamInvalidations(organizationId: string, teamId: string): InvalidationTarget[] {
  const path = { organizationId };
  const teamPath = { organizationId, teamId };
  return [
    { operation: 'getTeam', path: teamPath },
    { operation: 'listTeamMembers', path: teamPath },
    { operation: 'listTeams', path },
    { operation: 'listMemberTeams', path },
    { operation: 'listMemberSpaces', path },
    { operation: 'getMember', path },
    // Whoever becomes an owner may do more from now on, the caller included.
    { operation: 'getOrganization', path },
  ];
}

/**
 * Puts people into teams, takes them out and changes their place there: shown at once, to be taken back.
 *
 * @returns `make`, which rejects when the server refuses and is for forms, and `change`, which tells that by a toast
 */
export function useTeamRoles(organizationId: string): TeamRoleMutations {
  const queryClient = useQueryClient();
  const mutationOptions = {
    // What one person is given and loses has to reach the server in that order.
    scope: { id: `team-places:${organizationId}` },
    invalidates: ({ path }: { path: { teamId: string } }) => teamInvalidations(organizationId, path.teamId),
  };
  const { mutateAsync: put } = useApiMutation(setTeamMemberMutation(), mutationOptions);
  const { mutateAsync: remove } = useApiMutation(removeTeamMemberMutation(), mutationOptions);

  const send = (assignment: TeamRoleAssignment) =>
    optimisticTeamRoles.run(assignment, async () => {
      const path = { organizationId, teamId: assignment.teamId, userId: assignment.userId };
      await (assignment.role === null ? remove({ path }) : put({ path, body: { role: assignment.role } }));
      const { userId, teamId, role } = assignment;
      updateCachedLists<TeamMember>(
        queryClient,
        { operation: 'listTeamMembers', path: { organizationId, teamId } },
        (entry) => (entry.organization.id === userId ? role && { ...entry, team: { role } } : entry),
      );
      updateCachedLists<MemberTeam>(
        queryClient,
        { operation: 'listMemberTeams', path: { organizationId, userId } },
        (entry) => (entry.team.id === teamId ? role && { ...entry, member: { role } } : entry),
      );
    });

  const make = async (roleChange: TeamRoleChange) => {
    const { userId, teamId, role, previousRole } = roleChange;
    const assignment = { userId, teamId, role };
    const screen = currentScreen.get();
    await send(assignment);
    if (roleChange.isIrreversible) return;
    recordUndoable({
      label: describeTeamRoleChange(roleChange),
      screen,
      undo: () => send({ ...assignment, role: previousRole }),
      redo: () => send(assignment),
    });
  };
  const change = (roleChange: TeamRoleChange) =>
    awaitBeforeUndo(
      make(roleChange).catch((error: unknown) => toastFailure(error, () => change(roleChange))),
    );
  return { changeAsync: make, change };
}

/** What a change did, in the past tense. */
export function describeTeamRoleChange({
  person,
  team,
  role,
  previousRole,
}: Omit<TeamRoleChange, 'userId' | 'teamId'>): string {
  if (role === null) return `Removed ${person} from “${team}”`;
  if (previousRole === null) return `Added ${person} to “${team}”`;
  return `Made ${person} ${teamRoleName(role).toLowerCase()} of “${team}”`;
}
