import { teamRoleOf } from '#server/access/roles.ts';
import type { TeamMember } from '#server/generated/types.gen.ts';
import type { MemberRow } from '../members/members.queries.ts';
import { toMemberView } from '../members/members.view.ts';

/** Someone in a team, as whoever may see the team sees them; `spaces` is how many spaces the member can reach. */
export function toTeamMemberView(row: MemberRow & { team_role: string }, spaces: number): TeamMember {
  return {
    organization: toMemberView(row, spaces),
    team: { role: teamRoleOf(row.team_role) },
    permissions: { view: true },
  };
}
