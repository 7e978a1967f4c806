import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { laterThan } from '#server/etag.ts';

export type TranslationRow = Row<'translations'>;

/** Base query. */
export function selectTranslations(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('translations').selectAll().where('translations.organization_id', '=', organizationId);
}

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

export async function countTranslations(db: Kysely<Database>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('translations')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

export interface TranslationChangeContext {
  organizationId: string;
  translationSettingsId: string;
  actor: Actor;
}

/** Without languages. */
export async function addTranslation(
  trx: Transaction<Database>,
  context: Pick<TranslationChangeContext, 'organizationId' | 'actor'>,
  title: string,
): Promise<TranslationRow> {
  const row = await trx
    .insertInto('translations')
    .values({ id: newId(), organization_id: context.organizationId, title })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditTranslation(
    trx,
    { ...context, translationSettingsId: row.id },
    {
      action: 'createTranslation',
      summary: `Created the translation settings “${title}”.`,
      after: { title },
    },
  );
  return row;
}

/** `checkVersion` gets `updatedAt` under the lock. */
export async function renameTranslation(
  trx: Transaction<Database>,
  change: TranslationChangeContext,
  title: string,
  precondition: { now: Date; checkVersion: (updatedAt: Date) => void },
): Promise<TranslationRow> {
  const before = await lockOr404(trx, change);
  precondition.checkVersion(before.updated_at);
  const row = await trx
    .updateTable('translations')
    .set({ title, updated_at: laterThan(before.updated_at, precondition.now) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditTranslation(trx, change, {
    action: 'updateTranslation',
    summary: `Renamed the translation settings “${before.title}” to “${title}”.`,
    before: { title: before.title },
    after: { title },
  });
  return row;
}

export async function removeTranslation(
  trx: Transaction<Database>,
  change: TranslationChangeContext,
): Promise<void> {
  const { id, title, languages } = await lockOr404(trx, change);
  await trx.deleteFrom('translations').where('id', '=', id).execute();
  await auditTranslation(trx, change, {
    action: 'deleteTranslation',
    summary: `Deleted the translation settings “${title}”.`,
    before: { title, languages },
  });
}

async function lockOr404(
  trx: Transaction<Database>,
  change: TranslationChangeContext,
): Promise<TranslationRow> {
  const row = await lockTranslation(trx, change.organizationId, change.translationSettingsId);
  if (!row) throw notFound('translation');
  return row;
}

function auditTranslation(
  trx: Transaction<Database>,
  { organizationId, translationSettingsId, actor }: TranslationChangeContext,
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
