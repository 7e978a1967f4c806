import type { Membership } from '#server/access/actor.ts';
import { roleOf } from '#server/access/roles.ts';
import type { EffectivePermission, TeamPermission, UserPermission } from '#api/generated/types.gen.ts';
import { toTeamView } from '../teams/teams.rules.ts';
import { toUserView } from '#server/access/users.view.ts';
import type { EffectivePermissionRow } from './effective-permissions.queries.ts';
import type { TeamGrantRow, UserGrantRow } from './grants.queries.ts';

/** A member's level and its source. */
export function toEffectivePermissionView(row: EffectivePermissionRow): EffectivePermission {
  return {
    permission: roleOf(row.level),
    user: toUserView(row),
    source: row.source,
    ...(row.content_id !== null && { content: row.content_id }),
    ...(row.team_id !== null && { team: row.team_id }),
    ...(row.team_title !== null && { teamTitle: row.team_title }),
  };
}

/** Grants of level 0 are never shown. */
export function toUserPermissionView(row: UserGrantRow): UserPermission {
  return { permission: roleOf(row.level) ?? 'read', user: toUserView(row) };
}

export function toTeamPermissionView(row: TeamGrantRow, viewer: Membership): TeamPermission {
  return { permission: roleOf(row.level) ?? 'read', team: toTeamView(row, viewer) };
}
