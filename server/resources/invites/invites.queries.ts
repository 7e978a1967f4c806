import { type Kysely, sql, type Transaction } from 'kysely';
import { newId, randomText } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';

/** Characters of an invite link's secret: 190 bits. */
const SECRET_LENGTH = 32;

/**
 * Invite links of an organization with what a view needs: a query to go on with. Links to spaces that are deleted wait,
 * out of sight, until the space is restored or gone.
 *
 * A link is redundant when another one gives at least as much: to the same thing (the older of two equal ones counts),
 * or to something that passes its level on to it.
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

/** An invite link with what a view needs. */
export type InviteRow = Awaited<ReturnType<ReturnType<typeof selectInvites>['executeTakeFirstOrThrow']>>;

/** One invite link of an organization. */
export function findInvite(
  db: Kysely<Database>,
  organizationId: string,
  inviteId: string,
): Promise<InviteRow | undefined> {
  return selectInvites(db, organizationId).where('link_invites.id', '=', inviteId).executeTakeFirst();
}

/** The invite link that a key opens: its id, or the secret that is the last part of its address. */
export function findInviteByKey(
  db: Kysely<Database>,
  organizationId: string,
  key: string,
): Promise<InviteRow | undefined> {
  return selectInvites(db, organizationId)
    .where(({ eb, or }) => or([eb('link_invites.secret', '=', key), eb('link_invites.id', '=', key)]))
    .executeTakeFirst();
}

/** How many invite links an organization has. */
export async function countInvites(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom(selectInvites(db, organizationId).as('invites'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** What a link lets people into: the organization, or (with `content`) one space or collection. */
export interface NewInvite {
  organizationId: string;
  role: number;
  content: { kind: 'space' | 'collection'; id: string } | null;
  createdBy: string;
}

/** Whether an organization lets people in through links; holds that setting until the transaction ends. */
export async function acceptsInvites(trx: Transaction<Database>, organizationId: string): Promise<boolean> {
  const organization = await trx
    .selectFrom('organizations')
    .select('invite_links')
    .where('id', '=', organizationId)
    .forKeyShare()
    .executeTakeFirst();
  return organization?.invite_links ?? false;
}

/** Adds an invite link with a secret of its own; returns its id. */
export async function insertInvite(trx: Transaction<Database>, invite: NewInvite): Promise<string> {
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

/** Changes the role that a link gives; false when it is gone. */
export async function setInviteRole(
  trx: Transaction<Database>,
  inviteId: string,
  role: number,
): Promise<boolean> {
  const result = await trx
    .updateTable('link_invites')
    .set({ role })
    .where('id', '=', inviteId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes a link; false when it is gone. */
export async function removeInvite(trx: Transaction<Database>, inviteId: string): Promise<boolean> {
  const result = await trx.deleteFrom('link_invites').where('id', '=', inviteId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
