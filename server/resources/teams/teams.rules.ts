import type { Team, TeamPermissions } from '#api/generated/types.gen.ts';
import { type Actor, isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** A team with its numbers of members and of accessible spaces. */
export interface TeamRow extends Pick<Row<'teams'>, 'id' | 'organization_id' | 'title' | 'created_at'> {
  members: number;
  spaces: number;
}

/** Guests may not. Also team members. */
export function canListTeams(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Creating, renaming and deleting. */
export function canManageTeams(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** Administrators, and owners of the team. */
export function canManageTeamMembers(membership: Membership, teamId: string): boolean {
  return isAdministrator(membership) || membership.ownedTeamIds.includes(teamId);
}

export function teamPermissions(membership: Membership, teamId: string): TeamPermissions {
  return { admin: canManageTeamMembers(membership, teamId), view: canListTeams(membership) };
}

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

/** The caller's membership: 404 for non-members, 403 for guests. */
export function requireTeamViewer(actor: Actor, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!canListTeams(viewer)) throw forbidden('Guests cannot see teams.');
  return viewer;
}
