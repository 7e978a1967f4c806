import { type Kysely, sql } from 'kysely';
import type { SiteFindingKind } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { FINDING_KINDS, kindOf } from './site-checks.rules.ts';

interface FindingScope {
  member: Membership;
  /** Without one, all sites of the organization. */
  siteId?: string;
  kind?: SiteFindingKind | undefined;
}

/** Base query: findings of spaces that a member may read. A link is one once its address leads nowhere. */
export function selectFindings(db: Kysely<Database>, { member, siteId, kind }: FindingScope) {
  const { organizationId } = member;
  const readable = visibleSpaces(db, member, organizationId).select('spaces.id');
  const sites = db.selectFrom('sites').select('sites.id').where('sites.organization_id', '=', organizationId);
  return db
    .selectFrom('site_findings')
    .leftJoin('link_targets', 'link_targets.url', 'site_findings.url')
    .where((is) =>
      siteId === undefined
        ? is('site_findings.site_id', 'in', sites)
        : is('site_findings.site_id', '=', siteId),
    )
    .where((is) => is.or([is('site_findings.url', 'is', null), is('link_targets.is_dead', '=', true)]))
    .where('site_findings.space_id', 'in', readable)
    .where((is) =>
      is.or([
        is('site_findings.page_space_id', 'is', null),
        is('site_findings.page_space_id', 'in', readable),
      ]),
    )
    .$if(kind !== undefined, (all) => all.where('site_findings.kind', '=', kind ?? ''));
}

/** The same with what a list shows. */
export const selectListed = (db: Kysely<Database>, scope: FindingScope) =>
  selectFindings(db, scope)
    .innerJoin('spaces as owner', 'owner.id', 'site_findings.space_id')
    .selectAll('site_findings')
    .select(['owner.title as space_title', 'owner.emoji as space_emoji', 'link_targets.problem']);

export async function countFindings(db: Kysely<Database>, scope: FindingScope, partial: readonly string[]) {
  const rows = await selectFindings(db, scope)
    .select(['site_findings.kind', sql<number>`count(*)::int`.as('count')])
    .groupBy('site_findings.kind')
    .execute();
  const counts = rows.map((row) => ({
    kind: kindOf(row),
    count: row.count,
    isPartial: partial.includes(row.kind),
  }));
  return counts.toSorted((a, b) => FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind));
}

export function findLastCheck(db: Kysely<Database>, siteId: string): Promise<Row<'site_checks'> | undefined> {
  return db.selectFrom('site_checks').selectAll().where('site_id', '=', siteId).executeTakeFirst();
}
