import { type Kysely, sql, type Transaction } from 'kysely';
import { LEVEL } from '#server/access/roles.ts';
import { indexStaleSpaces } from '#server/content/stored/index-space.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { insertRows } from './model/bulk-insert.ts';
import { memberSearchText } from './model/people-rows.ts';
import { daysBefore, type ScaleContext, scaleId } from './scale/batch.ts';
import { writeContent } from './scale/content.ts';
import { writeDiscussion } from './scale/discussion.ts';
import { writePeople } from './scale/people.ts';
import { countOpenComments, type ScaleCounts } from './scale/plan.ts';
import { writeSite } from './scale/site.ts';

/**
 * Adds one large organization: members in teams, spaces in collections, one site with sections in groups, change
 * requests with real differences, comments with replies. Counts that are missing are 0, but any content adds at least
 * three spaces. The administrator is `admin@demo.example`, else the first user; throws if there is none. Runs in one
 * transaction; `report` is called once per table. Ids and texts are the same in every run; a second call adds a second
 * organization.
 */
export async function seedAtScale(
  db: Kysely<Database>,
  counts: Partial<ScaleCounts>,
  options: { now: Date; report?: (line: string) => void },
): Promise<void> {
  const full = completeCounts(counts);
  const write = async (trx: Transaction<Database>) => {
    const context = await createLargeOrganization(trx, options);
    if (full.members > 0) await writePeople(context, full.members);
    if (full.spaces > 0) await writeContent(context, full, countOpenComments(full));
    if (full.comments > 0) await writeDiscussion(context, full);
    if (full.sections > 0) await writeSite(context, full.sections, full.spaces);
    await indexStaleSpaces(trx);
  };
  await inTransaction(db, write, { isUnlimited: true });
  // Without fresh statistics, lists of a large organization are planned as if it were empty.
  await sql`vacuum (analyze, parallel 0)`.execute(db);
}

/** Fills in missing counts. */
function completeCounts(counts: Partial<ScaleCounts>): ScaleCounts {
  const { members = 0, spaces = 0, sections = 0, changeRequests = 0, comments = 0 } = counts;
  const needsSpaces = sections + changeRequests + comments > 0;
  return { members, sections, changeRequests, comments, spaces: needsSpaces ? Math.max(3, spaces) : spaces };
}

/** Creates the next large organization that does not exist yet, with its administrator. */
async function createLargeOrganization(
  db: Kysely<Database>,
  { now, report = () => {} }: { now: Date; report?: (line: string) => void },
): Promise<ScaleContext> {
  const administrator = await db
    .selectFrom('users')
    .selectAll()
    .orderBy(sql`email = 'admin@demo.example'`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!administrator)
    throw new Error('There is no user to administer the new organization. Create one first.');
  for (let edition = 1; ; edition += 1) {
    const organizationId = scaleId({ organizationNumber: edition }, 'organization', 0);
    const organization = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .executeTakeFirst();
    if (organization) continue;
    const context: ScaleContext = { db, organizationNumber: edition, organizationId, now, report };
    await insertRows(db, 'organizations', [organizationRow(context)]);
    await insertRows(db, 'members', [administratorRow(context, administrator)]);
    return context;
  }
}

function organizationRow(context: ScaleContext): Row<'organizations'> {
  const createdAt = daysBefore(context, 1900);
  return {
    id: context.organizationId,
    title:
      context.organizationNumber === 1
        ? 'Rivers Authority, at scale'
        : `Rivers Authority, at scale (${context.organizationNumber})`,
    hostname: `rivers-authority-${context.organizationNumber}`,
    type: 'business',
    use_case: 'internalDocs',
    community_type: null,
    plan: 'enterprise_2024',
    email_domains: [`authority-${context.organizationNumber}.example`],
    default_role: LEVEL.read,
    default_content_site_id: null,
    logo_url: null,
    sso: false,
    ai: false,
    invite_links: true,
    custom_hostname: null,
    billing: {},
    trial: {},
    blocked: null,
    created_at: createdAt,
    updated_at: createdAt,
    passkey_required: false,
    session_hours: null,
    token_days: null,
  };
}

function administratorRow(context: ScaleContext, user: Row<'users'>): Row<'members'> {
  return {
    organization_id: context.organizationId,
    user_id: user.id,
    role: LEVEL.admin,
    disabled: false,
    sso: false,
    joined_at: daysBefore(context, 1900),
    last_seen_at: context.now,
    invited_at: null,
    search_text: memberSearchText(user.display_name, user.email),
  };
}
