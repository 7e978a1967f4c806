import type { Team, TeamPermissions } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import type { TeamRow } from './teams.queries.ts';

/** Whether a member may see which teams there are and who is in them: everybody but guests. */
export function canListTeams(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Whether a member may add, rename and delete teams. */
export function canManageTeams(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** Whether a member may decide who is in a team: administrators, and the owners of that team. */
export function canManageTeamMembers(membership: Membership, teamId: string): boolean {
  return isAdministrator(membership) || membership.ownedTeamIds.includes(teamId);
}

/** What a member may do with a team. */
export function teamPermissions(membership: Membership, teamId: string): TeamPermissions {
  return { admin: canManageTeamMembers(membership, teamId), view: canListTeams(membership) };
}

/** A team as a member of its organization gets to see it. */
export function toTeamView(row: TeamRow, viewer: Membership): Team {
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.created_at.toISOString(),
    permissions: teamPermissions(viewer, row.id),
  };
}
