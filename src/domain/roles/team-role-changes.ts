import { useQueryClient } from '@tanstack/react-query';
import { removeTeamMemberMutation, setTeamMemberMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberTeam, TeamMember, TeamRole } from '#api/generated/types.gen.ts';
import { updateCachedLists, useApiMutation, type InvalidationTarget } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { teamRoleName } from '#src/domain/roles/team-role-labels.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';

/** A user's role in a team; `role` is null for a non-member. */
export interface TeamRoleAssignment {
  userId: string;
  teamId: string;
  role: TeamRole | null;
}

/** A team role change with what its undo needs. */
export interface TeamRoleChange extends TeamRoleAssignment {
  previousRole: TeamRole | null;
  person: string;
  team: string;
  /** The caller can't undo it. */
  isIrreversible?: boolean;
}

interface TeamRoleMutations {
  changeAsync: (change: TeamRoleChange) => Promise<void>;
  change: (change: TeamRoleChange) => void;
}

/** Optimistic team roles, shown before the server has responded. */
export const optimisticTeamRoles = createOptimisticChanges<TeamRoleAssignment>();

/** The queries that a team role change makes stale. */
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
    // New owners have more permissions, the caller included.
    { operation: 'getOrganization', path },
  ];
}

/** Adds, removes and changes team members, optimistically and with undo. */
export function useTeamRoles(organizationId: string): TeamRoleMutations {
  const queryClient = useQueryClient();
  const mutationOptions = {
    // Changes of one member must be sent in order.
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

/** Describes a change in the past tense. */
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
