import type { Transaction } from 'kysely';
import type { Actor, Membership } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  changeSite,
  type SiteAuditFields,
  siteAudit,
  type SiteChangeResult,
  type SiteRequest,
  type SiteRow,
} from '#server/sites/load-site.ts';

/** A locked site in the transaction of a change of its structure. */
export interface OpenSite {
  readonly trx: Transaction<Database>;
  /** As it was when it was locked. */
  readonly site: SiteRow;
  readonly actor: Actor;
  /** What the actor may do now. */
  readonly member: Membership;
  /** Writes what a change has done: each change alone, or those of a draft together. */
  readonly record: (entry: AuditEntry) => Promise<void>;
}

/** Writes what was done to a part of the site. */
export function recordPart(open: OpenSite, fields: SiteAuditFields): Promise<void> {
  return open.record(siteAudit(open, fields));
}

/** Runs one change of a structure for its own request. */
export function changeStructure<Result>(
  request: SiteRequest,
  change: (open: OpenSite) => Promise<Result>,
): Promise<SiteChangeResult<Result>> {
  return changeSite(request, (trx, site, member) =>
    change({ trx, site, member, actor: request.actor, record: (entry) => recordAudit(trx, entry) }),
  );
}
