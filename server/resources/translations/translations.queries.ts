import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { laterThan } from '#server/etag.ts';

/** Translation settings with what a view needs. */
export type TranslationRow = Row<'translations'>;

/** The translation settings of an organization: a query to go on with. */
export function selectTranslations(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('translations').selectAll().where('translations.organization_id', '=', organizationId);
}

/** One set of translation settings of an organization. */
export function findTranslation(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<TranslationRow | undefined> {
  return selectTranslations(db, organizationId).where('translations.id', '=', id).executeTakeFirst();
}

/** Like `findTranslation`, locked until the transaction ends. */
function lockTranslation(
  trx: Transaction<Database>,
  organizationId: string,
  id: string,
): Promise<TranslationRow | undefined> {
  return selectTranslations(trx, organizationId)
    .where('translations.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** How many translation settings an organization has. */
export async function countTranslations(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('translations')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Who changes which translation settings. */
export interface TranslationChange {
  organizationId: string;
  translationSettingsId: string;
  actor: Actor;
}

/** Adds translation settings without languages; returns the row. */
export async function addTranslation(
  trx: Transaction<Database>,
  by: Pick<TranslationChange, 'organizationId' | 'actor'>,
  title: string,
): Promise<TranslationRow> {
  const row = await trx
    .insertInto('translations')
    .values({ id: newId(), organization_id: by.organizationId, title })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(
    trx,
    { ...by, translationSettingsId: row.id },
    {
      action: 'createTranslation',
      summary: `Created the translation settings “${title}”.`,
      after: { title },
    },
  );
  return row;
}

/** Renames translation settings; `check` is called with the time of their last change while they are locked. */
export async function renameTranslation(
  trx: Transaction<Database>,
  change: TranslationChange,
  title: string,
  at: { now: Date; check: (updatedAt: Date) => void },
): Promise<TranslationRow> {
  const before = await lockOr404(trx, change);
  at.check(before.updated_at);
  const row = await trx
    .updateTable('translations')
    .set({ title, updated_at: laterThan(before.updated_at, at.now) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, change, {
    action: 'updateTranslation',
    summary: `Renamed the translation settings “${before.title}” to “${title}”.`,
    before: { title: before.title },
    after: { title },
  });
  return row;
}

/** Deletes translation settings. */
export async function removeTranslation(
  trx: Transaction<Database>,
  change: TranslationChange,
): Promise<void> {
  const { id, title, languages } = await lockOr404(trx, change);
  await trx.deleteFrom('translations').where('id', '=', id).execute();
  await audit(trx, change, {
    action: 'deleteTranslation',
    summary: `Deleted the translation settings “${title}”.`,
    before: { title, languages },
  });
}

async function lockOr404(trx: Transaction<Database>, change: TranslationChange): Promise<TranslationRow> {
  const row = await lockTranslation(trx, change.organizationId, change.translationSettingsId);
  if (!row) throw notFound('translation');
  return row;
}

function audit(
  trx: Transaction<Database>,
  { organizationId, translationSettingsId, actor }: TranslationChange,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'>,
): Promise<void> {
  return recordAudit(trx, {
    organizationId,
    actor,
    targetKind: 'translation',
    targetId: translationSettingsId,
    ...entry,
  });
}
