import type { TeamMember, TeamMembersUpdate } from '#api/generated/types.gen.ts';
import type { StoredTeamRole } from '#server/access/joining.queries.ts';
import { teamRoleOf } from '#server/access/roles.ts';
import type { MemberCounts } from '../members/member-counts.queries.ts';
import type { MemberRow } from '../members/members.queries.ts';
import { toMemberView } from '../members/members.rules.ts';
import { type NamedKey, refuseUnknown } from '../members/named-members.queries.ts';

/** What a bulk request comes down to, by user id. Nobody is in two of the three. */
export interface TeamChanges {
  /** To be in the team, in whatever role they have or as members. */
  add: string[];
  /** To be in the team with this role. */
  roles: Map<string, StoredTeamRole>;
  remove: string[];
}

/** All keys of a bulk request: user ids and e-mail addresses, each with its place. */
export function listMemberKeys(body: TeamMembersUpdate): NamedKey[] {
  const inList = (name: 'add' | 'remove') =>
    (body[name] ?? []).map((key, index) => ({ key, path: `body.${name}[${index}]` }));
  const memberships = Object.keys(body.memberships ?? {}).map((key) => ({
    key,
    path: `body.memberships.${key}`,
  }));
  return [...inList('add'), ...inList('remove'), ...memberships];
}

/**
 * Works out who goes in, who goes out and who gets which role. Being removed wins over everything else, and a named
 * role over a plain addition, which a membership without a role is. Throws 400 naming every key that is no member of
 * the organization.
 */
export function planTeamChanges(body: TeamMembersUpdate, userIds: ReadonlyMap<string, string>): TeamChanges {
  refuseUnknown(listMemberKeys(body), userIds);
  const toIds = (keys: readonly string[]) => new Set(keys.flatMap((key) => userIds.get(key) ?? []));
  const remove = toIds(body.remove ?? []);
  const added = [...(body.add ?? [])];
  const roles = new Map<string, StoredTeamRole>();
  for (const [key, { role }] of Object.entries(body.memberships ?? {})) {
    const userId = userIds.get(key);
    if (role === undefined) added.push(key);
    else if (userId !== undefined && !remove.has(userId)) roles.set(userId, role);
  }
  const add = [...toIds(added)].filter((userId) => !remove.has(userId) && !roles.has(userId));
  return { add, roles, remove: [...remove] };
}

/** Someone in a team, as whoever may see the team sees them. */
export function toTeamMemberView(row: MemberRow & { team_role: string }, counts: MemberCounts): TeamMember {
  return {
    organization: toMemberView(row, counts),
    team: { role: teamRoleOf(row.team_role) },
    permissions: { view: true },
  };
}
