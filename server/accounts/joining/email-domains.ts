import { type Kysely, sql, type Transaction } from 'kysely';
import { roleOf } from '#server/access/roles.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { domainOf, validateDomainOwner } from '#server/base/email-addresses.ts';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import {
  afterCheck,
  CLAIM_MS,
  type LookUpTexts,
  MAX_CHECKS,
  type ProofState,
  proveName,
} from '#server/network/name-proof.ts';
import { insertMembers, lockJoinRules } from './joining.queries.ts';

type EmailDomain = Row<'email_domains'>;

/** The text of the record that proves a domain. */
export function recordText({ token }: Pick<EmailDomain, 'token'>): string {
  return `bindery-domain=${token}`;
}

interface CheckContext {
  lookUp: LookUpTexts;
  now: Date;
}

/** Looks up a domain and stores the result. The first organization that proves a domain has it. */
export async function checkDomain(
  db: Kysely<Database>,
  domain: EmailDomain,
  { lookUp, now }: CheckContext,
): Promise<void> {
  const proof = await proveName(lookUp, domain.domain, recordText(domain));
  const askedAt = domain.asked_at ?? now;
  const store = (state: ProofState) =>
    db
      .updateTable('email_domains')
      .set(state)
      .where('organization_id', '=', domain.organization_id)
      .where('domain', '=', domain.domain)
      // Removed from the list in between.
      .where('asked_at', 'is not', null)
      .execute();
  try {
    await store(afterCheck(domain, askedAt, proof, now));
  } catch (error) {
    if (!isUniqueViolation(error, 'email_domains_proven')) throw error;
    const problem = 'Another organization on this server has verified this domain.';
    await store(afterCheck(domain, askedAt, { outcome: 'missing', problem }, now));
  }
}

/** Checks the domains that are due; every process may call it. */
export async function checkDueDomains(db: Kysely<Database>, context: CheckContext): Promise<void> {
  const due = await db
    .updateTable('email_domains')
    .set({ next_check_at: new Date(context.now.getTime() + CLAIM_MS) })
    .where(sql<boolean>`(organization_id, domain) in (
      select organization_id, domain from email_domains where next_check_at <= ${context.now}
      order by next_check_at limit ${MAX_CHECKS} for update skip locked)`)
    .returningAll()
    .execute();
  await Promise.all(due.map((domain) => checkDomain(db, domain, context)));
}

/**
 * Whether an organization may speak for the addresses of a domain: it lists it, no other organization has verified it,
 * and it is no public one (older releases accepted those).
 */
export async function ownsDomain(
  db: Kysely<Database>,
  { id, emailDomains }: { id: string; emailDomains: readonly string[] },
  domain: string,
): Promise<boolean> {
  if (!emailDomains.includes(domain) || (await validateDomainOwner(domain)) !== null) return false;
  const otherDomain = await db
    .selectFrom('email_domains')
    .select('organization_id')
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .where('organization_id', '<>', id)
    .executeTakeFirst();
  return otherDomain === undefined;
}

/** Whether an organization has verified a domain, and so is the only one that has it. */
export async function hasVerifiedDomain(
  db: Kysely<Database>,
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const proven = await db
    .selectFrom('email_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  return proven !== undefined;
}

/** The organization that people with an address can join by themselves. */
export async function findJoinableOrganization(
  db: Kysely<Database>,
  email: string,
): Promise<{ id: string; title: string } | undefined> {
  const domain = domainOf(email.toLowerCase());
  const verified = await db
    .selectFrom('email_domains')
    .innerJoin('organizations', 'organizations.id', 'email_domains.organization_id')
    .select(['organizations.id', 'organizations.title'])
    .where('email_domains.domain', '=', domain)
    .where('email_domains.joining', '=', true)
    .where('email_domains.proven_at', 'is not', null)
    .where('organizations.sso', '=', false)
    .executeTakeFirst();
  return verified && (await validateDomainOwner(domain)) === null ? verified : undefined;
}

/**
 * Adds a person to an organization after they have proved to receive mail at an address of its verified
 * domain. Existing members stay as they are. False if people can't join by themselves there (any more).
 */
export async function joinByDomain(
  trx: Transaction<Database>,
  organizationId: string,
  user: { id: string; displayName: string; email: string },
): Promise<boolean> {
  const organization = await findJoinableOrganization(trx, user.email);
  if (organization?.id !== organizationId) return false;
  const rules = await lockJoinRules(trx, organizationId);
  if (!rules || rules.sso) return false;
  const role = rules.defaultRole;
  const added = await insertMembers(trx, organizationId, [{ userId: user.id, role, sso: false }]);
  if (added.size === 0) return true;
  const domain = domainOf(user.email.toLowerCase());
  await recordAudit(trx, {
    organizationId,
    actor: { user },
    action: 'joinByEmailDomain',
    targetKind: 'member',
    targetId: user.id,
    summary: `${user.displayName} joined with an address of ${domain}.`,
    after: { role: roleOf(role), domain },
  });
  return true;
}
