import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { roleLabel, roleOf } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { newId, randomText } from '#server/base/ids.ts';
import { loadCollection } from '#server/content-tree/require-create-permission.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';

/** 190 bits. */
const SECRET_LENGTH = 32;

/**
 * Base query. Links to deleted spaces are hidden until the space is restored. A link is redundant when another one
 * grants at least as much: on the same target (the older of two equal ones wins), or on one that passes its level on.
 */
export function selectInvites(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('link_invites')
    .leftJoin('spaces', (join) =>
      join.onRef('spaces.id', '=', 'link_invites.content_id').on('spaces.deleted_at', 'is', null),
    )
    .leftJoin('collections', 'collections.id', 'link_invites.content_id')
    .where('link_invites.organization_id', '=', organizationId)
    .where(sql<boolean>`num_nonnulls(spaces.id, collections.id) = num_nonnulls(link_invites.content_id)`)
    .select([
      'link_invites.id',
      'link_invites.organization_id',
      'link_invites.secret',
      'link_invites.role',
      'link_invites.content_kind',
      'link_invites.content_id',
      'link_invites.created_at',
      isRedundant.as('redundant'),
    ]);
}

const isRedundant = sql<boolean>`exists (
  select from link_invites other
  where other.organization_id = link_invites.organization_id and other.id <> link_invites.id and case
    when other.content_id is not distinct from link_invites.content_id then
      other.role > link_invites.role or (other.role = link_invites.role
        and (other.created_at, other.id) < (link_invites.created_at, link_invites.id))
    when link_invites.content_id is null then false
    when other.content_id is null then
      other.role = 6
      or coalesce(spaces.resolved_level, collections.resolved_level, other.role) >= link_invites.role
    else other.role >= link_invites.role
      and other.content_id = any(coalesce(spaces.grant_path, collections.grant_path))
  end)`;

export type InviteRow = Awaited<ReturnType<ReturnType<typeof selectInvites>['executeTakeFirstOrThrow']>>;

export function findInvite(
  db: Kysely<Database>,
  organizationId: string,
  inviteId: string,
): Promise<InviteRow | undefined> {
  return selectInvites(db, organizationId).where('link_invites.id', '=', inviteId).executeTakeFirst();
}

/** By id, or by the secret at the end of the link. */
export function findInviteByKey(
  db: Kysely<Database>,
  organizationId: string,
  key: string,
): Promise<InviteRow | undefined> {
  return selectInvites(db, organizationId)
    .where(({ eb, or }) => or([eb('link_invites.secret', '=', key), eb('link_invites.id', '=', key)]))
    .executeTakeFirst();
}

export async function countInvites(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom(selectInvites(db, organizationId).as('invites'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** `content` limits the link to one space or collection. */
export interface NewInvite {
  organizationId: string;
  role: number;
  content: { kind: 'space' | 'collection'; id: string } | null;
  createdBy: string;
}

/** Whether invite links are turned on; locks the setting until the transaction ends. */
async function lockInviteLinksSetting(trx: Transaction<Database>, organizationId: string): Promise<boolean> {
  const organization = await trx
    .selectFrom('organizations')
    .select('invite_links')
    .where('id', '=', organizationId)
    .forKeyShare()
    .executeTakeFirst();
  return organization?.invite_links ?? false;
}

/** Inserts a link with a new secret; returns its id. */
async function insertInvite(trx: Transaction<Database>, invite: NewInvite): Promise<string> {
  const id = newId();
  await trx
    .insertInto('link_invites')
    .values({
      id,
      organization_id: invite.organizationId,
      secret: randomText(SECRET_LENGTH),
      role: invite.role,
      content_kind: invite.content?.kind ?? null,
      content_id: invite.content?.id ?? null,
      created_by: invite.createdBy,
    })
    .execute();
  return id;
}

/** Applies to those who join from now on. */
async function setInviteRole(trx: Transaction<Database>, inviteId: string, role: number): Promise<boolean> {
  const result = await trx
    .updateTable('link_invites')
    .set({ role })
    .where('id', '=', inviteId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False where the link does not exist. */
async function deleteInvite(trx: Transaction<Database>, inviteId: string): Promise<boolean> {
  const result = await trx.deleteFrom('link_invites').where('id', '=', inviteId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Throws 404 where the content is not part of the organization. */
export async function requireContentInOrganization(
  db: Kysely<Database>,
  actor: Actor,
  organizationId: string,
  content: NewInvite['content'],
): Promise<void> {
  if (content === null) return;
  const load = content.kind === 'space' ? loadSpace : loadCollection;
  const { row } = await load(db, actor, content.id);
  if (row.organization_id !== organizationId) throw notFound(content.kind);
}

export interface InviteChangeContext {
  organizationId: string;
  inviteId: string;
  actor: Actor;
}

/** Returns the id; 409 where invite links are turned off. */
export async function addInvite(
  trx: Transaction<Database>,
  actor: Actor,
  invite: NewInvite,
): Promise<string> {
  const { organizationId, role, content } = invite;
  if (!(await lockInviteLinksSetting(trx, organizationId))) {
    throw conflict('Invite links are turned off for this organization.');
  }
  const id = await insertInvite(trx, invite);
  // The secret stays out of the log: it lets anyone join.
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'createLinkInvite',
    targetKind: 'invite',
    targetId: id,
    summary: `Created an invite link with the role ${roleLabel(role)}.`,
    after: { role: roleOf(role), content },
  });
  return id;
}

/** False where the link does not exist. */
export async function changeInvite(
  trx: Transaction<Database>,
  { organizationId, inviteId, actor }: InviteChangeContext,
  role: { before: number; after: number },
): Promise<void> {
  if (!(await setInviteRole(trx, inviteId, role.after))) throw notFound('invite link');
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'updateLinkInvite',
    targetKind: 'invite',
    targetId: inviteId,
    summary: `Changed the role of an invite link to ${roleLabel(role.after)}.`,
    before: { role: roleOf(role.before) },
    after: { role: roleOf(role.after) },
  });
}

export async function revokeInvite(
  trx: Transaction<Database>,
  { organizationId, inviteId, actor }: InviteChangeContext,
  role: number,
): Promise<void> {
  if (!(await deleteInvite(trx, inviteId))) throw notFound('invite link');
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'deleteLinkInvite',
    targetKind: 'invite',
    targetId: inviteId,
    summary: `Revoked an invite link with the role ${roleLabel(role)}.`,
    before: { role: roleOf(role) },
  });
}
