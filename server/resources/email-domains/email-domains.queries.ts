import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

/** Those that the organization lists now. */
function selectDomains(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('email_domains')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(
      sql<boolean>`domain = any((select email_domains from organizations where id = ${organizationId})::text[])`,
    );
}

export function findDomains(db: Kysely<Database>, organizationId: string): Promise<Row<'email_domains'>[]> {
  return selectDomains(db, organizationId).orderBy('domain').execute();
}

export interface DomainPath {
  organizationId: string;
  domain: string;
}

/** Throws 404 for a domain that the organization does not list. */
export async function findDomain(
  db: Kysely<Database>,
  { organizationId, domain }: DomainPath,
): Promise<Row<'email_domains'>> {
  const row = await selectDomains(db, organizationId).where('domain', '=', domain).executeTakeFirst();
  if (!row) throw notFound('email domain');
  return row;
}

/** From now on, the domain is looked up automatically. */
export async function noteAsked(db: Kysely<Database>, path: DomainPath, now: Date): Promise<void> {
  await db
    .updateTable('email_domains')
    .set({ asked_at: now })
    .where('organization_id', '=', path.organizationId)
    .where('domain', '=', path.domain)
    .execute();
}

/** undefined leaves it unchanged. */
export async function updateDomain(
  trx: Transaction<Database>,
  { actor, ...path }: DomainPath & { actor: Actor },
  { joining }: { joining?: boolean | undefined },
): Promise<Row<'email_domains'>> {
  const before = await findDomain(trx, path);
  if (joining === undefined) return before;
  const after = await trx
    .updateTable('email_domains')
    .set({ joining })
    .where('organization_id', '=', path.organizationId)
    .where('domain', '=', path.domain)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordDomainChange(trx, actor, path, {
    action: 'updateEmailDomain',
    summary: joining
      ? `Let people with an address of ${path.domain} join by themselves.`
      : `Stopped letting people with an address of ${path.domain} join by themselves.`,
    before: { domain: path.domain, joining: before.joining },
    after: { domain: path.domain, joining },
  });
  return after;
}

export function recordDomainChange(
  trx: Transaction<Database>,
  actor: Actor,
  { organizationId }: DomainPath,
  entry: { action: string; summary: string; before?: unknown; after?: unknown },
): Promise<void> {
  return recordAudit(trx, {
    organizationId,
    actor,
    targetKind: 'organization',
    targetId: organizationId,
    ...entry,
  });
}
