import { type Kysely, sql, type Transaction } from 'kysely';
import type { DocumentNode, TranslationSource } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/errors.ts';
import { laterThan } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import { textOfDocument } from '#server/content/documents/comment-text.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

/** Of instructions in the audit log, in UTF-16 units. */
const maxExcerptLength = 120;

/** The database refuses half of a surrogate pair. */
const excerptOf = (instructions: DocumentNode): string =>
  textOfDocument(instructions)
    .slice(0, maxExcerptLength)
    .replace(/[\ud800-\udbff]$/, '');

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

export interface NewTranslation {
  title: string;
  source?: TranslationSource | undefined;
  language?: string | undefined;
  instructions?: DocumentNode | undefined;
}

export interface TranslationChangeContext {
  organizationId: string;
  translationSettingsId: string;
  actor: Actor;
}

export async function addTranslation(
  trx: Transaction<Database>,
  context: Pick<TranslationChangeContext, 'organizationId' | 'actor'>,
  { title, source, language, instructions }: NewTranslation,
): Promise<TranslationRow> {
  const row = await trx
    .insertInto('translations')
    .values({
      id: newId(),
      organization_id: context.organizationId,
      title,
      ...(language !== undefined && { languages: [language] }),
      ...(source && { source_space_id: source.space, source_language: source.language }),
      ...(instructions && { instructions: JSON.stringify(instructions) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditTranslation(
    trx,
    { ...context, translationSettingsId: row.id },
    {
      action: 'createTranslation',
      summary: `Created the translation settings “${title}”.`,
      after: { title, ...(source && { space: source.space, languages: row.languages }) },
    },
  );
  return row;
}

/** `checkVersion` gets `updatedAt` under the lock. */
export async function changeTranslation(
  trx: Transaction<Database>,
  change: TranslationChangeContext,
  { title, instructions }: Partial<Pick<NewTranslation, 'title' | 'instructions'>>,
  precondition: { now: Date; checkVersion: (updatedAt: Date) => void },
): Promise<TranslationRow> {
  const before = await lockOr404(trx, change);
  precondition.checkVersion(before.updated_at);
  const row = await trx
    .updateTable('translations')
    .set({
      ...(title !== undefined && { title }),
      ...(instructions && { instructions: JSON.stringify(instructions) }),
      updated_at: laterThan(before.updated_at, precondition.now),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditTranslation(trx, change, {
    action: 'updateTranslation',
    summary:
      title === undefined
        ? `Changed the instructions of the translation settings “${before.title}”.`
        : `Renamed the translation settings “${before.title}” to “${title}”.`,
    before: { title: before.title },
    after: {
      title: row.title,
      ...(instructions && { instructions: excerptOf(instructions) }),
    },
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
