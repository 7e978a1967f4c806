import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type {
  CommunityType,
  OrganizationBilling,
  OrganizationBlock,
  OrganizationPlan,
  OrganizationTrial,
  OrganizationType,
  OrganizationUpdate,
  OrganizationUseCase,
} from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { levelOf } from '#server/access/roles.ts';
import { pickChangedColumns, recordAudit } from '#server/audit/audit.ts';
import { badValue, conflict } from '#server/base/errors.ts';
import { webUrlProblem } from '#server/base/parse-url.ts';
import { isUniqueViolation } from '#server/database/engine/transaction.ts';
import type { OrganizationsTable } from '#server/database/tables/people-tables.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { parseEmailDomains, type OrganizationRow } from './organizations.rules.ts';

/** Base query. */
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

export function findOrganization(
  db: Kysely<Database>,
  organizationId: string,
): Promise<OrganizationRow | undefined> {
  return selectOrganizations(db).where('organizations.id', '=', organizationId).executeTakeFirst();
}

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

/** Base query. */
export function selectOrganizationsIn(db: Kysely<Database>, organizationIds: string[]) {
  return selectOrganizations(db).where(sql<boolean>`organizations.id = any(${organizationIds}::text[])`);
}

/** Those of the given organizations that have this email domain, by title. */
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

/** Returns the row before and after. */
async function updateOrganization(
  trx: Transaction<Database>,
  organizationId: string,
  changes: Updateable<OrganizationsTable>,
): Promise<{ before: OrganizationRow; after: OrganizationRow }> {
  const query = selectOrganizations(trx).where('organizations.id', '=', organizationId);
  const before = await query.forNoKeyUpdate().executeTakeFirstOrThrow();
  await trx
    .updateTable('organizations')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
  return { before, after: await query.executeTakeFirstOrThrow() };
}

/** Updates the settings and records it. 409 where the hostname is taken. */
export async function changeSettings(
  trx: Transaction<Database>,
  { organizationId, actor }: { organizationId: string; actor: Actor },
  changes: Updateable<OrganizationsTable>,
): Promise<OrganizationRow> {
  const { before, after } = await updateOrganization(trx, organizationId, changes).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(`The hostname "${changes.hostname}" is already taken.`, 'body.hostname');
  });
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'updateOrganization',
    targetKind: 'organization',
    targetId: organizationId,
    summary: `Changed the settings of the organization “${after.title}”.`,
    before: pickChangedColumns(changes, before),
    after: changes,
  });
  return after;
}

/** One DNS label, as the contract defines it for subdomains. */
const HOSTNAME = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

/** The columns to update; undefined leaves a column unchanged. Throws 400 naming the invalid member. */
export async function parseOrganizationChanges(
  body: OrganizationUpdate,
): Promise<Updateable<OrganizationsTable>> {
  return {
    title: body.title,
    email_domains: body.emailDomains && (await parseEmailDomains(body.emailDomains)),
    hostname: body.hostname === undefined ? undefined : parseHostname(body.hostname),
    default_role: body.defaultRole === undefined ? undefined : levelOf(body.defaultRole),
    default_content_site_id:
      body.defaultContent === undefined ? undefined : (body.defaultContent?.site ?? null),
    logo_url: body.logo === undefined ? undefined : parseLogo(body.logo),
    sso: body.sso,
    ai: body.ai,
    invite_links: body.inviteLinks,
  };
}

function parseHostname(text: string): string {
  const hostname = text.toLowerCase();
  if (HOSTNAME.test(hostname)) return hostname;
  throw badValue(
    'body.hostname',
    'must have 3 to 32 letters, digits or hyphens, and must not start or end with a hyphen',
  );
}

/** Browsers load the logo, so only plain web URLs are allowed. */
function parseLogo(url: string | null): string | null {
  if (url === null) return null;
  const problem = webUrlProblem(url);
  if (problem !== undefined) throw badValue('body.logo', problem);
  return url;
}
