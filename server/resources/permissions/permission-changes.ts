import type { Transaction } from 'kysely';
import type { PermissionGrants, Role } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { levelOf, roleLabel, roleOf } from '#server/access/roles.ts';
import { describeNames } from '#server/audit/audit-names.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { badRequest, forbidden, notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { assertMembersExist } from '../members/members.rules.ts';
import { lockMembersByKey } from '../members/named-members.queries.ts';
import {
  deleteGrant,
  type GrantHolderKind,
  lockContentForShare,
  lockTeamsForShare,
  lockGrants,
  upsertGrants,
} from './permissions.queries.ts';
import { canGrant, toGrants } from './permissions.rules.ts';
import type { SharedContent } from './shared-content.ts';

export interface AccessChangeContext extends SharedContent {
  actor: Actor;
}

export interface Holder {
  kind: GrantHolderKind;
  id: string;
}

export interface GrantedIds {
  userIds: string[];
  teamIds: string[];
}

/** All or none. 400 naming unknown users and teams; 403 for levels above the caller's. */
export async function grantAccess(
  trx: Transaction<Database>,
  change: AccessChangeContext,
  body: PermissionGrants,
): Promise<GrantedIds> {
  const { users, teams } = toGrants(body);
  for (const { role } of [...users, ...teams]) assertMayGrant(change, levelOf(role));
  await lockContentOr404(trx, change);
  const { organizationId } = change.target;
  const userIds = await lockMembersByKey(
    trx,
    organizationId,
    users.map(({ user }) => user),
  );
  assertMembersExist(
    users.map(({ user, path }) => ({ key: user, path })),
    userIds,
  );
  const lockedTeams = await lockTeamsForShare(
    trx,
    organizationId,
    teams.map(({ team }) => team),
  );
  assertTeamsExist(teams, lockedTeams);
  const byUser = new Map(users.map(({ user, role }) => [userIds.get(user) ?? user, levelOf(role)]));
  const byTeam = new Map(teams.map(({ team, role }) => [team, levelOf(role)]));
  await replaceGrants(trx, change, 'user', byUser);
  await replaceGrants(trx, change, 'team', byTeam);
  const count = byUser.size + byTeam.size;
  if (count > 0) {
    const names = await describeNames(trx, organizationId, [...byUser.keys(), ...byTeam.keys()]);
    const isRevoked = body.role === null;
    await auditAccess(trx, change, 'grant', {
      summary: isRevoked ? `Revoked the access of ${names} to` : `Granted ${names} access to`,
      after: { users: rolesById(byUser), teams: rolesById(byTeam) },
    });
  }
  return { userIds: [...byUser.keys()], teamIds: [...byTeam.keys()] };
}

/** 404 where there is no grant. */
export async function changeGrant(
  trx: Transaction<Database>,
  change: AccessChangeContext,
  holder: Holder,
  role: Role,
): Promise<void> {
  const before = await lockGrant(trx, change, holder);
  assertMayGrant(change, levelOf(role));
  await upsertGrants(trx, change.target, holder.kind, new Map([[holder.id, levelOf(role)]]));
  await auditAccess(trx, change, 'update', {
    holder,
    summary: `Changed the access of ${await describeHolder(trx, change, holder)} to ${roleLabel(levelOf(role))} on`,
    before: { [holder.kind]: holder.id, role: roleOf(before) },
    after: { [holder.kind]: holder.id, role },
  });
}

/** Revokes a grant. 404 where there is none. */
export async function removeGrant(
  trx: Transaction<Database>,
  change: AccessChangeContext,
  holder: Holder,
): Promise<void> {
  const before = await lockGrant(trx, change, holder);
  await deleteGrant(trx, change.target, holder.kind, holder.id);
  await auditAccess(trx, change, 'remove', {
    holder,
    summary: `Revoked the access of ${await describeHolder(trx, change, holder)} to`,
    before: { [holder.kind]: holder.id, role: roleOf(before) },
  });
}

/** "the team “Writers”", or a person's name. */
async function describeHolder(
  trx: Transaction<Database>,
  { target }: AccessChangeContext,
  { kind, id }: Holder,
): Promise<string> {
  const name = await describeNames(trx, target.organizationId, [id]);
  return kind === 'team' ? `the team “${name}”` : name;
}

const ACTION_CONTENT_NAMES = { space: 'Space', collection: 'Collection' } as const;
const ACTION_HOLDER_NAMES = { user: 'User', team: 'Team' } as const;

/** The current level of the grant; 403 where it is above the caller's. */
async function lockGrant(
  trx: Transaction<Database>,
  change: AccessChangeContext,
  { kind, id }: Holder,
): Promise<number> {
  await lockContentOr404(trx, change);
  const level = (await lockGrants(trx, change.target, kind, [id])).get(id) ?? 0;
  if (level === 0) throw notFound('permission');
  assertMayGrant(change, level);
  return level;
}

async function replaceGrants(
  trx: Transaction<Database>,
  change: AccessChangeContext,
  kind: GrantHolderKind,
  levels: ReadonlyMap<string, number>,
): Promise<void> {
  const before = await lockGrants(trx, change.target, kind, [...levels.keys()]);
  for (const level of before.values()) assertMayGrant(change, level);
  const granted = [...levels].filter(([, level]) => level > 0);
  await upsertGrants(trx, change.target, kind, new Map(granted));
  for (const [id, level] of levels)
    if (level === 0 && before.has(id)) await deleteGrant(trx, change.target, kind, id);
}

async function lockContentOr404(trx: Transaction<Database>, { target }: AccessChangeContext): Promise<void> {
  if (!(await lockContentForShare(trx, target))) throw notFound(target.kind);
}

function assertMayGrant({ level, target }: AccessChangeContext, granted: number): void {
  if (canGrant(level, granted)) return;
  throw forbidden(
    `You have the permission "${roleOf(level)}" on this ${target.kind}, so you can't grant or change "${roleOf(granted)}".`,
  );
}

function assertTeamsExist(
  named: readonly { team: string; path: string }[],
  known: ReadonlyMap<string, string>,
): void {
  const details = named.flatMap(({ team, path }) =>
    known.has(team) ? [] : [{ path, message: `${team} is not a team of this organization.` }],
  );
  if (details[0]) throw badRequest(details[0].message, details);
}

function rolesById(levels: ReadonlyMap<string, number>): Record<string, Role | null> {
  return Object.fromEntries([...levels].map(([id, level]) => [id, roleOf(level)]));
}

function auditAccess(
  trx: Transaction<Database>,
  { actor, target, title }: AccessChangeContext,
  verb: 'grant' | 'update' | 'remove',
  entry: { holder?: Holder; summary: string; before?: unknown; after?: unknown },
): Promise<void> {
  const { holder, summary, ...values } = entry;
  const name = ACTION_CONTENT_NAMES[target.kind];
  const action = holder
    ? `${verb}${name}${ACTION_HOLDER_NAMES[holder.kind]}Permission`
    : `${verb}${name}Permissions`;
  return recordAudit(trx, {
    ...values,
    organizationId: target.organizationId,
    actor,
    action,
    targetKind: target.kind,
    targetId: target.id,
    summary: `${summary} the ${target.kind} “${title}”.`,
  });
}
