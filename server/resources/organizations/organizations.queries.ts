import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { OrganizationsTable } from '#server/database/people-tables.ts';
import type { Database } from '#server/database/schema.ts';
import type {
  CommunityType,
  OrganizationBilling,
  OrganizationBlock,
  OrganizationPlan,
  OrganizationTrial,
  OrganizationType,
  OrganizationUseCase,
} from '#api/generated/types.gen.ts';

/** Organizations with the columns of a view: a query to go on with. */
export function selectOrganizations(db: Kysely<Database>) {
  return db
    .selectFrom('organizations')
    .select([
      'organizations.id',
      'organizations.title',
      'organizations.hostname',
      'organizations.email_domains',
      'organizations.default_role',
      'organizations.default_content_site_id',
      'organizations.logo_url',
      'organizations.sso',
      'organizations.ai',
      'organizations.invite_links',
      'organizations.custom_hostname',
      'organizations.created_at',
    ])
    .select((column) => [
      column.ref('organizations.type').$castTo<OrganizationType>().as('type'),
      column.ref('organizations.use_case').$castTo<OrganizationUseCase | null>().as('use_case'),
      column.ref('organizations.community_type').$castTo<CommunityType | null>().as('community_type'),
      column.ref('organizations.plan').$castTo<OrganizationPlan>().as('plan'),
      column.ref('organizations.billing').$castTo<OrganizationBilling>().as('billing'),
      column.ref('organizations.trial').$castTo<Partial<OrganizationTrial>>().as('trial'),
      column.ref('organizations.blocked').$castTo<OrganizationBlock | null>().as('blocked'),
    ]);
}

/** An organization with what a view needs. */
export type OrganizationRow = Awaited<
  ReturnType<ReturnType<typeof selectOrganizations>['executeTakeFirstOrThrow']>
>;

/** One organization. */
export function findOrganization(
  db: Kysely<Database>,
  organizationId: string,
): Promise<OrganizationRow | undefined> {
  return selectOrganizations(db).where('organizations.id', '=', organizationId).executeTakeFirst();
}

/** Whether an organization has a site. */
export async function hasSite(
  db: Kysely<Database>,
  organizationId: string,
  siteId: string,
): Promise<boolean> {
  const site = await db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst();
  return site !== undefined;
}

/** The given organizations: a query to go on with. */
export function selectOrganizationsIn(db: Kysely<Database>, organizationIds: string[]) {
  return selectOrganizations(db).where(sql<boolean>`organizations.id = any(${organizationIds}::text[])`);
}

/** Organizations that have claimed an e-mail domain, among the given ones, by title. */
export function findOrganizationsOfDomain(
  db: Kysely<Database>,
  organizationIds: string[],
  domain: string,
): Promise<OrganizationRow[]> {
  return selectOrganizationsIn(db, organizationIds)
    .where(sql<boolean>`organizations.email_domains @> ${[domain]}::text[]`)
    .orderBy('organizations.title')
    .orderBy('organizations.id')
    .execute();
}

/** Changes an organization; returns it as it was and as it is. */
export async function updateOrganization(
  trx: Transaction<Database>,
  organizationId: string,
  changes: Updateable<OrganizationsTable>,
): Promise<{ before: OrganizationRow; after: OrganizationRow }> {
  const one = selectOrganizations(trx).where('organizations.id', '=', organizationId);
  const before = await one.forNoKeyUpdate().executeTakeFirstOrThrow();
  await trx
    .updateTable('organizations')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
  return { before, after: await one.executeTakeFirstOrThrow() };
}
