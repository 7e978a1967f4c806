import type { Membership } from '#server/access/actor.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { teamPermissions } from './teams.policy.ts';
import type { TeamRow } from './teams.queries.ts';

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
