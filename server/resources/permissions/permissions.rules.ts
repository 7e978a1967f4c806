import type {
  EffectivePermission,
  PermissionGrants,
  Role,
  TeamPermission,
  UserPermission,
} from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { LEVEL, roleOf } from '#server/access/roles.ts';
import { toUserView } from '#server/access/users.view.ts';
import { badValue } from '#server/base/errors.ts';
import { toTeamView } from '../teams/teams.rules.ts';
import type { EffectivePermissionRow, TeamGrantRow, UserGrantRow } from './permissions.queries.ts';

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

export function canManageAccess(level: number): boolean {
  return level >= LEVEL.create;
}

/** Also for changing and revoking; never above one's own level. */
export function canGrant(level: number, granted: number): boolean {
  return canManageAccess(level) && granted <= level;
}

/** Each person and team with a role, and where the request names them; null revokes. Throws 400 if a role is missing. */
export function toGrants({ users = [], teams = [], role }: PermissionGrants): {
  users: { user: string; role: Role | null; path: string }[];
  teams: { team: string; role: Role | null; path: string }[];
} {
  const shared = () => {
    if (role === undefined) throw badValue('body.role', 'is required for people and teams without one');
    return role;
  };
  return {
    users: users.map((user, index) =>
      typeof user === 'string'
        ? { user, role: shared(), path: `body.users[${index}]` }
        : { ...user, path: `body.users[${index}].user` },
    ),
    teams: teams.map((team, index) =>
      typeof team === 'string'
        ? { team, role: shared(), path: `body.teams[${index}]` }
        : { ...team, path: `body.teams[${index}].team` },
    ),
  };
}
