import type { Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { roleInWords, roleOf } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/errors.ts';
import {
  acceptsInvites,
  insertInvite,
  type NewInvite,
  removeInvite,
  setInviteRole,
} from './invites.queries.ts';

/** Who changes which invite link. */
export interface InviteChange {
  organizationId: string;
  inviteId: string;
  actor: Actor;
}

/** Adds an invite link and returns its id. 409 where the organization lets nobody in through links. */
export async function addInvite(
  trx: Transaction<Database>,
  actor: Actor,
  invite: NewInvite,
): Promise<string> {
  const { organizationId, role, content } = invite;
  if (!(await acceptsInvites(trx, organizationId))) {
    throw conflict('Invite links are switched off in the settings of this organization.');
  }
  const id = await insertInvite(trx, invite);
  // The secret stays out of the log: whoever knows it can join.
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'createLinkInvite',
    targetKind: 'invite',
    targetId: id,
    summary: `Made an invite link that gives the role ${roleInWords(role)}.`,
    after: { role: roleOf(role), content },
  });
  return id;
}

/** Changes the role that a link gives to those who join from now on. */
export async function changeInvite(
  trx: Transaction<Database>,
  { organizationId, inviteId, actor }: InviteChange,
  role: { before: number; after: number },
): Promise<void> {
  if (!(await setInviteRole(trx, inviteId, role.after))) throw notFound('invite link');
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'updateLinkInvite',
    targetKind: 'invite',
    targetId: inviteId,
    summary: `Changed the role that an invite link gives to ${roleInWords(role.after)}.`,
    before: { role: roleOf(role.before) },
    after: { role: roleOf(role.after) },
  });
}

/** Deletes a link: nobody can join through it any more. */
export async function revokeInvite(
  trx: Transaction<Database>,
  { organizationId, inviteId, actor }: InviteChange,
  role: number,
): Promise<void> {
  if (!(await removeInvite(trx, inviteId))) throw notFound('invite link');
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'deleteLinkInvite',
    targetKind: 'invite',
    targetId: inviteId,
    summary: `Revoked an invite link that gave the role ${roleInWords(role)}.`,
    before: { role: roleOf(role) },
  });
}
