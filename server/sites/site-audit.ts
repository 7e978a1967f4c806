import type { Transaction } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import type { Database } from '#server/database/schema.ts';

/** A change to a site or to a part of it; without a target it is the site itself. */
export type SiteChange = Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'> & {
  target?: { kind: 'site-section' | 'site-section-group' | 'site-space'; id: string };
};

/** Who changes which site. */
export interface SiteChanger {
  actor: Actor;
  site: { id: string; organization_id: string };
}

/** The audit row of a change to a site. */
export function siteAudit({ actor, site }: SiteChanger, { target, ...change }: SiteChange): AuditEntry {
  return {
    ...change,
    organizationId: site.organization_id,
    actor,
    targetKind: target?.kind ?? 'site',
    targetId: target?.id ?? site.id,
  };
}

/** Writes the audit row of a change to a site, in the transaction of the change. */
export async function recordSiteChange(
  trx: Transaction<Database>,
  { actor }: Pick<FastifyRequest, 'actor'>,
  site: SiteChanger['site'],
  change: SiteChange,
): Promise<void> {
  await recordAudit(trx, siteAudit({ actor, site }, change));
}
