import { teamRoleOf } from '#server/access/roles.ts';
import type { TeamMember } from '#api/generated/types.gen.ts';
import type { MemberFigures } from '../members/member-figures.queries.ts';
import type { MemberRow } from '../members/members.queries.ts';
import { toMemberView } from '../members/members.view.ts';

/** Someone in a team, as whoever may see the team sees them. */
export function toTeamMemberView(row: MemberRow & { team_role: string }, figures: MemberFigures): TeamMember {
  return {
    organization: toMemberView(row, figures),
    team: { role: teamRoleOf(row.team_role) },
    permissions: { view: true },
  };
}
