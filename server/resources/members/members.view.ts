import { roleOf } from '#server/access/roles.ts';
import type { Member } from '#server/generated/types.gen.ts';
import { toUserView } from '../users/users.view.ts';
import type { MemberRow } from './members.queries.ts';

/** A member; `spaces` is how many spaces the member can reach. */
export function toMemberView(row: MemberRow, spaces: number): Member {
  return {
    object: 'member',
    id: row.id,
    role: roleOf(row.role),
    user: toUserView(row),
    disabled: row.disabled,
    joinedAt: row.joined_at.toISOString(),
    ...(row.last_seen_at && { lastSeenAt: row.last_seen_at.toISOString() }),
    sso: row.sso,
    spaces,
    teams: row.team_ids.length,
  };
}
