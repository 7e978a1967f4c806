import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

export interface AuditFilter {
  actor?: string | undefined;
  /** Operation id. */
  action?: string | undefined;
  /** Id of the changed resource. */
  target?: string | undefined;
  /** Inclusive. */
  since?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

/** Base query, with the actor's account where there is one. */
export function selectEntries(db: Kysely<Database>, organizationId: string, filter: AuditFilter) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select((column) => [
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_id',
      'audit_log.action',
      'audit_log.target_kind',
      'audit_log.target_id',
      'audit_log.summary',
      column.ref('audit_log.before').$castTo<AuditValues | null>().as('before'),
      column.ref('audit_log.after').$castTo<AuditValues | null>().as('after'),
      column.ref('audit_log.names').$castTo<Record<string, string> | null>().as('names'),
      'users.display_name',
      'users.email',
      'users.photo_url',
    ])
    .where(matches(organizationId, filter));
}

/** Values before or after a change. */
type AuditValues = Record<string, unknown>;

export type AuditRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

export async function countEntries(
  db: Kysely<Database>,
  organizationId: string,
  filter: AuditFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matches(organizationId, filter))
    .executeTakeFirstOrThrow();
  return total;
}

function matches(organizationId: string, { actor, action, target, since, until }: AuditFilter) {
  const conditions = [
    sql`audit_log.organization_id = ${organizationId}`,
    ...(actor === undefined ? [] : [sql`audit_log.actor_id = ${actor}`]),
    ...(action === undefined ? [] : [sql`audit_log.action = ${action}`]),
    ...(target === undefined ? [] : [sql`audit_log.target_id = ${target}`]),
    ...(since === undefined ? [] : [sql`audit_log.at >= ${since}`]),
    ...(until === undefined ? [] : [sql`audit_log.at < ${until}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
