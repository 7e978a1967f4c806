import { type Kysely, sql, type Transaction } from 'kysely';
import type { PageTemplateCreate } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

const MAX_TEMPLATES = 50;

interface TemplateChange {
  organizationId: string;
  spaceId: string;
  actor: Actor;
  now: Date;
}

type OneTemplate = TemplateChange & { pageTemplateId: string };

/** Base query of a list: without the texts. */
export function selectTemplates(db: Kysely<Database>, spaceId: string) {
  return db
    .selectFrom('page_templates')
    .select(['page_templates.id', 'page_templates.title'])
    .select(['page_templates.created_at', 'page_templates.updated_at'])
    .where('page_templates.space_id', '=', spaceId);
}

export async function countTemplates(db: Kysely<Database>, spaceId: string): Promise<number> {
  const { total } = await db
    .selectFrom('page_templates')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Throws 404. */
export async function findTemplate(
  db: Kysely<Database>,
  { spaceId, pageTemplateId }: { spaceId: string; pageTemplateId: string },
): Promise<Row<'page_templates'>> {
  const row = await db
    .selectFrom('page_templates')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('id', '=', pageTemplateId)
    .executeTakeFirst();
  if (!row) throw notFound('page template');
  return row;
}

export async function addTemplate(
  trx: Transaction<Database>,
  change: TemplateChange,
  { title, markdown }: PageTemplateCreate,
): Promise<Row<'page_templates'>> {
  const { spaceId, now } = change;
  await lockSpace(trx, spaceId);
  if ((await countTemplates(trx, spaceId)) >= MAX_TEMPLATES)
    throw conflict(`A space can have ${MAX_TEMPLATES} templates. Delete one first.`);
  await requireFreeTitle(trx, spaceId, title);
  const row = await trx
    .insertInto('page_templates')
    .values({ id: newId(), space_id: spaceId, title, markdown, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditTemplate(trx, change, row.id, {
    action: 'createPageTemplate',
    summary: `Created the page template “${title}”.`,
    after: { title },
  });
  return row;
}

/** `checkVersion` gets `updatedAt` under the lock. */
export async function renameTemplate(
  trx: Transaction<Database>,
  change: OneTemplate,
  title: string,
  checkVersion: (updatedAt: Date) => void,
): Promise<Row<'page_templates'>> {
  await lockSpace(trx, change.spaceId);
  const before = await findTemplate(trx, change);
  checkVersion(before.updated_at);
  await requireFreeTitle(trx, change.spaceId, title, before.id);
  const row = await trx
    .updateTable('page_templates')
    .set({ title, updated_at: laterThan(before.updated_at, change.now) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditTemplate(trx, change, row.id, {
    action: 'updatePageTemplate',
    summary: `Renamed the page template “${before.title}” to “${title}”.`,
    before: { title: before.title },
    after: { title },
  });
  return row;
}

export async function removeTemplate(trx: Transaction<Database>, change: OneTemplate): Promise<void> {
  await lockSpace(trx, change.spaceId);
  const { id, title } = await findTemplate(trx, change);
  await trx.deleteFrom('page_templates').where('id', '=', id).execute();
  await auditTemplate(trx, change, id, {
    action: 'deletePageTemplate',
    summary: `Deleted the page template “${title}”.`,
    before: { title },
  });
}

/** Changes of a space's templates wait for each other, so that names and the count hold. */
async function lockSpace(trx: Transaction<Database>, spaceId: string): Promise<void> {
  await trx.selectFrom('spaces').select('id').where('id', '=', spaceId).forUpdate().execute();
}

async function requireFreeTitle(
  trx: Transaction<Database>,
  spaceId: string,
  title: string,
  except = '',
): Promise<void> {
  const namesake = await trx
    .selectFrom('page_templates')
    .select('id')
    .where('space_id', '=', spaceId)
    .where(sql`lower(title)`, '=', sql`lower(${title})`)
    .where('id', '!=', except)
    .executeTakeFirst();
  if (namesake) throw conflict(`A template of this space has the name “${title}” already.`, 'body.title');
}

function auditTemplate(
  trx: Transaction<Database>,
  { organizationId, spaceId, actor }: TemplateChange,
  targetId: string,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, {
    ...{ organizationId, spaceId, actor, targetId },
    targetKind: 'page-template',
    ...entry,
  });
}
