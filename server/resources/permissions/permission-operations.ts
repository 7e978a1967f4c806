import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import type { PermissionGrants, PermissionUpdate, Role } from '#api/generated/types.gen.ts';
import { levelOf } from '#server/access/roles.ts';
import { notFound } from '#server/base/errors.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { type ListQuery, readPage, toEnvelope } from '#server/lists/lists.ts';
import {
  type AccessChangeContext,
  changeGrant,
  grantAccess,
  type Holder,
  removeGrant,
} from './permission-changes.ts';
import {
  countEffectivePermissions,
  selectEffectivePermissions,
  countGrants,
  selectTeamGrants,
  selectUserGrants,
} from './permissions.queries.ts';
import {
  toEffectivePermissionView,
  toTeamPermissionView,
  toUserPermissionView,
} from './permissions.rules.ts';
import type { SharedContent } from './shared-content.ts';

/** Shared by spaces and collections; each takes the loaded content. */

type PermissionRequest = Pick<FastifyRequest, 'actor' | 'db' | 'cursors'>;
type ListRequest = PermissionRequest & { query: ListQuery };
type UserPath = { params: { userId: string } };
type TeamPath = { params: { teamId: string } };

/** Every member's level and its source, newest members first. */
export async function listEffectivePermissions(
  request: PermissionRequest & { query: ListQuery & { role?: Role; search?: string } },
  { target }: SharedContent,
) {
  const { role, search } = request.query;
  const filter = {
    role: role === undefined ? undefined : levelOf(role),
    search: search === '' ? undefined : search,
  };
  const page = await readPage(request, {
    scope: scopeOf('effective', target, [filter.role, filter.search]),
    query: (cutToPage) => selectEffectivePermissions(request.db, target, filter, cutToPage),
    order: [
      { column: 'members.joined_at', direction: 'desc' },
      { column: 'members.user_id', direction: 'desc' },
    ],
    keysOf: (row) => [row.joined_at, row.id],
    count: () => countEffectivePermissions(request.db, target, filter),
  });
  return toEnvelope(page, toEffectivePermissionView);
}

export async function listUserPermissions(request: ListRequest, { target }: SharedContent) {
  const page = await readPage(request, {
    scope: scopeOf('users', target, []),
    query: selectUserGrants(request.db, target),
    order: GRANT_ORDER,
    count: () => countGrants(request.db, target, 'user'),
  });
  return toEnvelope(page, toUserPermissionView);
}

export async function listTeamPermissions(request: ListRequest, { target, viewer }: SharedContent) {
  const page = await readPage(request, {
    scope: scopeOf('teams', target, []),
    query: selectTeamGrants(request.db, target),
    order: GRANT_ORDER,
    count: () => countGrants(request.db, target, 'team'),
  });
  return toEnvelope(page, (row) => toTeamPermissionView(row, viewer));
}

/** Responds with the current grants, or with nothing if one role is for all of them. */
export async function grantPermissions(
  request: PermissionRequest & { body: PermissionGrants },
  content: SharedContent,
) {
  const { actor, body, db } = request;
  const granted = await inTransaction(db, (trx) => grantAccess(trx, { ...content, actor }, body));
  if (body.role !== undefined) return undefined;
  const users = await selectUserGrants(db, content.target)
    .where('users.id', '=', sql<string>`any(${granted.userIds}::text[])`)
    .orderBy('grants.id')
    .execute();
  const teams = await selectTeamGrants(db, content.target)
    .where('teams.id', '=', sql<string>`any(${granted.teamIds}::text[])`)
    .orderBy('grants.id')
    .execute();
  return {
    users: sortByIds(granted.userIds, users).map(toUserPermissionView),
    teams: sortByIds(granted.teamIds, teams).map((row) => toTeamPermissionView(row, content.viewer)),
  };
}

export async function getUserPermission(
  { db, params }: PermissionRequest & UserPath,
  { target }: SharedContent,
) {
  const row = await selectUserGrants(db, target).where('users.id', '=', params.userId).executeTakeFirst();
  if (!row) throw notFound('permission');
  return toUserPermissionView(row);
}

export async function getTeamPermission(
  { db, params }: PermissionRequest & TeamPath,
  { target, viewer }: SharedContent,
) {
  const row = await selectTeamGrants(db, target).where('teams.id', '=', params.teamId).executeTakeFirst();
  if (!row) throw notFound('permission');
  return toTeamPermissionView(row, viewer);
}

export async function updateUserPermission(
  request: PermissionRequest & UserPath & { body: PermissionUpdate },
  content: SharedContent,
) {
  const { actor, body, db, params } = request;
  const holder = { kind: 'user', id: params.userId } as const;
  await inTransaction(db, (trx) => applyUpdate(trx, { ...content, actor }, holder, body));
  return body.role === null ? undefined : getUserPermission(request, content);
}

export async function updateTeamPermission(
  request: PermissionRequest & TeamPath & { body: PermissionUpdate },
  content: SharedContent,
) {
  const { actor, body, db, params } = request;
  const holder = { kind: 'team', id: params.teamId } as const;
  await inTransaction(db, (trx) => applyUpdate(trx, { ...content, actor }, holder, body));
  return body.role === null ? undefined : getTeamPermission(request, content);
}

/** Changes or revokes a grant; without a role it stays unchanged. */
async function applyUpdate(
  trx: Transaction<Database>,
  change: AccessChangeContext,
  holder: Holder,
  { role }: PermissionUpdate,
): Promise<void> {
  if (role === null) await removeGrant(trx, change, holder);
  else if (role !== undefined) await changeGrant(trx, change, holder, role);
}

/** Revokes a user's grant. */
export async function removeUserPermission(
  { actor, db, params }: PermissionRequest & UserPath,
  content: SharedContent,
) {
  await inTransaction(db, (trx) =>
    removeGrant(trx, { ...content, actor }, { kind: 'user', id: params.userId }),
  );
}

/** Revokes a team's grant. */
export async function removeTeamPermission(
  { actor, db, params }: PermissionRequest & TeamPath,
  content: SharedContent,
) {
  await inTransaction(db, (trx) =>
    removeGrant(trx, { ...content, actor }, { kind: 'team', id: params.teamId }),
  );
}

const GRANT_ORDER = [
  { column: 'grants.created_at', direction: 'asc' },
  { column: 'grants.id', direction: 'asc' },
] as const;

function scopeOf(list: string, { kind, id, organizationId }: SharedContent['target'], filters: unknown[]) {
  return { operation: `${kind}-permissions-${list}`, organizationId, filters: [id, ...filters] };
}

/** Rows in the order of the ids. */
function sortByIds<Item extends { id: string }>(ids: readonly string[], rows: readonly Item[]): Item[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
