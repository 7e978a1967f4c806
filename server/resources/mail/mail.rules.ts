import type { Mail, MailKind, RefusedAddress } from '#api/generated/types.gen.ts';
import { type Actor, isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { toUserView, type UserRow } from '#server/access/users.view.ts';
import { forbidden } from '#server/base/errors.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** The caller's membership: 404 for non-members, 403 unless they are an administrator. */
export function requireMailManager({ actor }: { actor: Actor }, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (!isAdministrator(viewer))
    throw forbidden('You need the role "admin" in this organization to manage mail.');
  return viewer;
}

export function toMailView(row: Row<'mails'>): Mail {
  return {
    object: 'mail',
    id: row.id,
    kind: toKind(row.kind),
    email: row.recipient,
    state: row.state,
    attempts: row.attempts,
    ...(row.error !== null && row.state !== 'sent' && { error: row.error }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
  };
}

/** Mail of an organization has only these kinds; others belong to an account. */
function toKind(kind: string): MailKind {
  return kind as MailKind;
}

export function toRefusedView(row: UserRow & { reason: string; refused_at: Date }): RefusedAddress {
  return {
    email: row.email,
    member: toUserView(row),
    refusedAt: row.refused_at.toISOString(),
    reason: row.reason,
  };
}
