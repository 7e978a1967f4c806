import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Row } from '#server/database/schema.ts';

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
export function lockTranslation(
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
