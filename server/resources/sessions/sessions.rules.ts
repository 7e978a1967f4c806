import type { Session } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { deviceOf } from '#server/accounts/sessions/devices.ts';
import type { Row } from '#server/database/tables/schema.ts';

export type SessionRow = Pick<
  Row<'sessions'>,
  | 'id'
  | 'method'
  | 'user_agent'
  | 'address'
  | 'country'
  | 'sso_organization_id'
  | 'created_at'
  | 'last_seen_at'
  | 'expires_at'
>;

/** See the sessions and API tokens of members, and close the organization to them. */
export function canManageSignIn(membership: Membership): boolean {
  return isAdministrator(membership);
}

/**
 * `isOwn`: for the person themselves. Where someone is, an administrator learns only of the sessions that belong to the
 * organization.
 */
export function toSessionView(
  row: SessionRow,
  { currentSessionId, isOwn }: { currentSessionId: string | null; isOwn: boolean },
): Session {
  const showsAddress = isOwn || row.sso_organization_id !== null;
  return {
    object: 'session',
    id: row.id,
    current: row.id === currentSessionId,
    ...(row.method && { method: row.method }),
    ...(row.sso_organization_id !== null && { organization: row.sso_organization_id }),
    device: deviceOf(row.user_agent),
    ...(showsAddress && row.address !== null && { address: row.address }),
    ...(showsAddress && row.country !== null && { country: row.country }),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: (row.last_seen_at ?? row.created_at).toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
