import { roleOf } from '#server/access/roles.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { toUserView } from '#server/access/users.view.ts';
import type { MemberFigures } from './member-figures.queries.ts';
import type { MemberRow } from './members.queries.ts';

/** A member of an organization. */
export function toMemberView(row: MemberRow, figures: MemberFigures): Member {
  return {
    object: 'member',
    id: row.id,
    role: roleOf(row.role),
    user: toUserView(row),
    disabled: row.disabled,
    joinedAt: row.joined_at.toISOString(),
    ...(row.last_seen_at && { lastSeenAt: row.last_seen_at.toISOString() }),
    sso: row.sso,
    spaces: figures.spaces,
    teams: figures.teams,
  };
}
