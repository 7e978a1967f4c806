import { sql, type Transaction } from 'kysely';
import { domainOf } from '#server/access/email-addresses.ts';
import { ownsDomain } from '#server/access/email-domains.ts';
import { addTeamMembers, insertMembers, lockJoinRules } from '#server/access/joining.queries.ts';
import { roleOf } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { isUniqueViolation } from '#server/database/transaction.ts';
import { SignOnError } from './sign-on-error.ts';

/** An identity provider of either kind. */
interface Provider {
  id: string;
  organization_id: string;
  label: string;
  default_role: number;
  default_team_id: string | null;
}

/** Who a provider vouches for; the address is normalized. */
interface Person {
  email: string;
  displayName: string;
}

/** Runs a sign-in again if it failed because its account was created concurrently; now it is found. */
export async function retryForNewUser<Result>(signIn: () => Promise<Result>): Promise<Result> {
  try {
    return await signIn();
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error;
    return signIn();
  }
}

/** The user with the address that a provider vouches for; added as a member if needed (decision 053). */
export async function findOrAddMember(
  trx: Transaction<Database>,
  provider: Provider,
  { email, displayName }: Person,
  action: 'signInThroughSaml' | 'signInThroughOidc',
): Promise<string> {
  const rules = await lockJoinRules(trx, provider.organization_id);
  if (!rules) throw new SignOnError('sso-unavailable', 'The organization no longer exists.');
  const person = await findUser(trx, provider.organization_id, email);
  if (person?.disabled) throw new SignOnError('sso-account', 'The member is disabled.');
  if (person?.disabled === false) return person.id;
  const owner = { id: provider.organization_id, ...rules };
  // Existing accounts are added only through the organization's domains.
  if (person && !(await ownsDomain(trx, owner, domainOf(email))))
    throw new SignOnError('sso-account', 'The account belongs to a non-member.');
  const id = person?.id ?? newId();
  if (!person) await trx.insertInto('users').values({ id, display_name: displayName, email }).execute();
  await addMember(trx, provider, { id, displayName, email }, action);
  return id;
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

async function addMember(
  trx: Transaction<Database>,
  provider: Provider,
  user: Person & { id: string },
  action: string,
): Promise<void> {
  const { organization_id: organizationId, default_role: role, default_team_id: teamId } = provider;
  await insertMembers(trx, organizationId, [{ userId: user.id, role, sso: true }]);
  if (teamId !== null) await addTeamMembers(trx, { id: teamId, organizationId }, [user.id]);
  await recordAudit(trx, {
    organizationId,
    actor: { user },
    action,
    targetKind: 'member',
    targetId: user.id,
    summary: `${user.displayName} joined with single sign-on through ${provider.label}.`,
    after: { role: roleOf(role), team: teamId, provider: provider.id },
  });
}
