import type { SignInPolicy, SignInPolicyUpdate } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { days, hours } from '#server/access/sign-in-policy.ts';
import type { Row } from '#server/database/tables/schema.ts';

export type PolicyRow = Pick<Row<'organizations'>, 'passkey_required' | 'session_hours' | 'token_days'>;

export function canManagePolicy(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** The columns to update; undefined leaves a column unchanged. */
export function toPolicyColumns({ passkeyRequired, sessionHours, tokenDays }: SignInPolicyUpdate) {
  return { passkey_required: passkeyRequired, session_hours: sessionHours, token_days: tokenDays };
}

/** The changes, as sentences of the audit log. */
export function describePolicyChange(before: PolicyRow, after: PolicyRow): string {
  const { passkey_required: passkey, session_hours: sessionHours, token_days: tokenDays } = after;
  const parts = [
    passkey !== before.passkey_required && (passkey ? 'a passkey is required' : 'no passkey is required'),
    sessionHours !== before.session_hours &&
      (sessionHours === null ? 'sessions have no limit' : `sessions end after ${hours(sessionHours)}`),
    tokenDays !== before.token_days &&
      (tokenDays === null ? 'API tokens have no limit' : `API tokens work for ${days(tokenDays)}`),
  ].filter((part) => part !== false);
  return `Changed the sign-in policy${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
}

export function toPolicyView(row: PolicyRow): SignInPolicy {
  return {
    object: 'sign-in-policy',
    passkeyRequired: row.passkey_required,
    ...(row.session_hours !== null && { sessionHours: row.session_hours }),
    ...(row.token_days !== null && { tokenDays: row.token_days }),
  };
}
