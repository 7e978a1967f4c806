import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Which entries a list holds. */
export interface AuditFilter {
  /** Only changes by this user. */
  actor?: string | undefined;
  /** Only changes that this operation made. */
  action?: string | undefined;
  /** Only changes to this thing. */
  target?: string | undefined;
  /** Only changes from this time on. */
  since?: Date | undefined;
  /** Only changes before this time. */
  until?: Date | undefined;
}

/** Entries of the audit log with the person who made the change, if that was one: a query to go on with. */
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

/** What an entry keeps of a thing. */
type AuditValues = Record<string, unknown>;

/** An entry with what a view needs. */
export type AuditRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

/** How many entries `selectEntries` finds. */
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
