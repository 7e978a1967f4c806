import { sql, type Transaction } from 'kysely';
import { roleOf } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { domainOf } from '#server/base/email-addresses.ts';
import { newId } from '#server/base/ids.ts';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { lockAccount } from '../credentials/credentials.queries.ts';
import { ownsDomain } from '../joining/email-domains.ts';
import { addTeamMembers, insertMembers, lockJoinRules } from '../joining/joining.queries.ts';
import {
  hasCredentialFor,
  insertIdentity,
  isLinkedAlready,
  type Person,
  type Provider,
  recordIdentityUse,
} from './identities.ts';
import { SignOnError } from './sign-on-error.ts';

export interface SignOnContext {
  now: Date;
  mailer: Pick<Mailer, 'delivery'>;
}

/**
 * Who signs in; or whose account has to be linked first, by the person while signed in. `hasCredential` says whether a
 * password or passkey does that.
 */
export type FoundMember =
  | { userId: string; isNew: boolean }
  | { toLink: { userId: string; hasCredential: boolean } };

/** Runs a sign-in again if its account or identity was created concurrently; now it is found. */
export async function retryForNewUser<Result>(signIn: () => Promise<Result>): Promise<Result> {
  try {
    return await signIn();
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email') && !isLinkedAlready(error)) throw error;
    return signIn();
  }
}

/**
 * The member with the identity that a provider vouches for. Unknown addresses become members; an account that has the
 * address is never opened by it (decisions 169 and 170).
 */
export async function findOrAddMember(
  trx: Transaction<Database>,
  provider: Provider,
  person: Person,
  now: Date,
): Promise<FoundMember> {
  const { organization_id: organizationId } = provider;
  const rules = await lockJoinRules(trx, organizationId);
  if (!rules) throw new SignOnError('sso-unavailable', 'The organization no longer exists.');
  const linked = await recordIdentityUse(trx, provider, person, now);
  if (linked?.disabled) throw new SignOnError('sso-account', 'The member is disabled.');
  if (linked) return { userId: linked.userId, isNew: false };
  const existingUser = await findUser(trx, organizationId, person.email);
  if (existingUser?.disabled) throw new SignOnError('sso-account', 'The member is disabled.');
  if (existingUser) {
    const owner = { id: organizationId, ...rules };
    // Existing accounts are added only through the organization's domains.
    if (existingUser.disabled === null && !(await ownsDomain(trx, owner, domainOf(person.email))))
      throw new SignOnError('sso-account', 'The account belongs to a non-member.');
    await lockAccount(trx, existingUser.id);
    const hasCredential = await hasCredentialFor(trx, { organizationId, userId: existingUser.id });
    return { toLink: { userId: existingUser.id, hasCredential } };
  }
  const userId = newId();
  const { displayName, email } = person;
  await trx.insertInto('users').values({ id: userId, display_name: displayName, email }).execute();
  await addMember(trx, provider, { id: userId, displayName, email });
  await insertIdentity(trx, provider, { ...person, userId }, { linkedAt: now, lastUsedAt: now });
  return { userId, isNew: true };
}

/** The user with an email, with the membership in an organization if there is one. */
function findUser(trx: Transaction<Database>, organizationId: string, email: string) {
  return trx
    .selectFrom('users')
    .leftJoin('members', (join) =>
      join.onRef('members.user_id', '=', 'users.id').on('members.organization_id', '=', organizationId),
    )
    .select(['users.id', 'members.disabled'])
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Adds someone with the provider's default role and team. */
export async function addMember(
  trx: Transaction<Database>,
  provider: Provider,
  user: { id: string; displayName: string; email: string },
): Promise<void> {
  const { organization_id: organizationId, default_role: role, default_team_id: teamId } = provider;
  await insertMembers(trx, organizationId, [{ userId: user.id, role, sso: true }]);
  if (teamId !== null) await addTeamMembers(trx, { id: teamId, organizationId }, [user.id]);
  await recordAudit(trx, {
    organizationId,
    actor: { user },
    action: provider.kind === 'saml' ? 'signInThroughSaml' : 'signInThroughOidc',
    targetKind: 'member',
    targetId: user.id,
    summary: `${user.displayName} joined with single sign-on through ${provider.label}.`,
    after: { role: roleOf(role), team: teamId, provider: provider.id },
  });
}
