import { badRequest, type ErrorDetail } from '#server/errors.ts';
import type { TeamMembersUpdate } from '#api/generated/types.gen.ts';
import type { StoredTeamRole } from './team-members.queries.ts';

/** One key of a bulk request and where it stands in it. */
interface NamedKey {
  key: string;
  path: string;
}

/** What a bulk request comes down to, by user id. Nobody is in two of the three. */
export interface TeamChanges {
  /** To be in the team, in whatever role they have or as members. */
  add: string[];
  /** To be in the team with this role. */
  roles: Map<string, StoredTeamRole>;
  remove: string[];
}

/** All keys of a bulk request: user ids and e-mail addresses, each with its place. */
export function keysOf(body: TeamMembersUpdate): NamedKey[] {
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
  refuseUnknown(keysOf(body), userIds);
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

/** Throws 400 naming every key, with its place, that is no member of the organization. */
export function refuseUnknown(named: readonly NamedKey[], userIds: ReadonlyMap<string, string>): void {
  const unknown = named.filter(({ key }) => !userIds.has(key));
  if (unknown.length === 0) return;
  const names = [...new Set(unknown.map(({ key }) => key))];
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const verb = names.length === 1 ? 'is not a member' : 'are not members';
  throw badRequest(`${shown}${more} ${verb} of this organization.`, unknown.map(toDetail));
}

function toDetail({ key, path }: NamedKey): ErrorDetail {
  return { path, message: `${key} is not a member of this organization.` };
}
