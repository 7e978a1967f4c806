import type { TeamMember, TeamMembersUpdate } from '#api/generated/types.gen.ts';
import { teamRoleOf } from '#server/access/roles.ts';
import type { StoredTeamRole } from '#server/accounts/joining/joining.queries.ts';
import {
  type MemberCounts,
  type MemberRow,
  toMemberView,
  assertMembersExist,
} from '../members/members.rules.ts';
import type { MemberKey } from '../members/named-members.queries.ts';

/** By user id; each user is in at most one of the three. */
export interface TeamChanges {
  /** Existing members keep their role; others become members. */
  add: string[];
  /** Added or updated with this role. */
  roles: Map<string, StoredTeamRole>;
  remove: string[];
}

/** User ids and email addresses, each with its path. */
export function listMemberKeys(body: TeamMembersUpdate): MemberKey[] {
  const inList = (name: 'add' | 'remove') =>
    (body[name] ?? []).map((key, index) => ({ key, path: `body.${name}[${index}]` }));
  const memberships = Object.keys(body.memberships ?? {}).map((key) => ({
    key,
    path: `body.memberships.${key}`,
  }));
  return [...inList('add'), ...inList('remove'), ...memberships];
}

/**
 * Resolves a bulk request. Removal wins over everything, a role over a plain addition; a membership without a role is a
 * plain addition. Throws 400 naming every unknown key.
 */
export function planTeamChanges(body: TeamMembersUpdate, userIds: ReadonlyMap<string, string>): TeamChanges {
  assertMembersExist(listMemberKeys(body), userIds);
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

export function toTeamMemberView(row: MemberRow & { team_role: string }, counts: MemberCounts): TeamMember {
  return {
    organization: toMemberView(row, counts),
    team: { role: teamRoleOf(row.team_role) },
    permissions: { view: true },
  };
}
