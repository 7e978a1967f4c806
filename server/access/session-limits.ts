import { type Kysely, sql } from 'kysely';
import { forbidden } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { LEVEL } from './roles.ts';
import { type Credential, reasonNotOpen, type SignInPolicyRules } from './sign-in-policy.ts';

const HOUR_MS = 60 * 60_000;

/** An active membership, and what its organization requires. */
export interface PolicyMembership extends SignInPolicyRules {
  organizationId: string;
  role: number;
}

/** The active memberships of a person. */
export function findPolicyMemberships(db: Kysely<Database>, userId: string): Promise<PolicyMembership[]> {
  return selectPolicyMemberships(db, userId).where('members.disabled', '=', false).execute();
}

/** A membership that exists, even if it is disabled. */
export function findPolicyMembership(
  db: Kysely<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<PolicyMembership> {
  return selectPolicyMemberships(db, userId)
    .where('members.organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
}

function selectPolicyMemberships(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'organizations.id as organizationId',
      'members.role',
      'organizations.passkey_required as passkeyRequired',
      'organizations.session_hours as sessionHours',
      'organizations.token_days as tokenDays',
      sql<boolean>`organizations.sso or members.sso`.as('ssoRequired'),
    ])
    .where('members.user_id', '=', userId);
}

/**
 * The organizations that a session without SSO does not open: those that require SSO of all members but administrators,
 * or of this member.
 */
export function closedWithoutSso(memberships: readonly PolicyMembership[]): string[] {
  const closed = memberships.filter(({ ssoRequired, role }) => ssoRequired && role < LEVEL.admin);
  return closed.map(({ organizationId }) => organizationId);
}

/** Throws 403 if single sign-on leaves a session no organization of those that its person has. */
export function assertOneOpen(memberships: readonly PolicyMembership[], closed: readonly string[]): void {
  if (closed.length > 0 && closed.length === memberships.length)
    throw forbidden('Your organization requires single sign-on. Sign in through your identity provider.');
}

/** The organizations that a credential opens, of those that it is not barred from anyway. */
export function idsOpenedBy(
  credential: Credential,
  memberships: readonly PolicyMembership[],
  now: Date,
): string[] {
  return memberships
    .filter((membership) => reasonNotOpen(credential, membership, membership, now) === undefined)
    .map(({ organizationId }) => organizationId);
}

/** When a session that was started at `createdAt` opens none of its organizations any more; null if that never happens. */
export function latestEnd(
  memberships: readonly Pick<PolicyMembership, 'sessionHours'>[],
  createdAt: Date,
): Date | null {
  const hours = memberships.flatMap(({ sessionHours }) => sessionHours ?? []);
  if (hours.length === 0 || hours.length < memberships.length) return null;
  return new Date(createdAt.getTime() + Math.max(...hours) * HOUR_MS);
}
