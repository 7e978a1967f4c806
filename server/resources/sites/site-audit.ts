import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';

/** A change to a site or to a part of it; without a target it is the site itself. */
export type SiteChange = Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'> & {
  target?: { kind: 'site-section' | 'site-section-group' | 'site-space'; id: string };
};

/** Writes the audit row of a change to a site, in the transaction of the change. */
export async function recordSiteChange(
  trx: Transaction<Database>,
  { actor }: Pick<FastifyRequest, 'actor'>,
  site: { id: string; organization_id: string },
  { target, ...change }: SiteChange,
): Promise<void> {
  await recordAudit(trx, {
    ...change,
    organizationId: site.organization_id,
    actor,
    targetKind: target?.kind ?? 'site',
    targetId: target?.id ?? site.id,
  });
}
