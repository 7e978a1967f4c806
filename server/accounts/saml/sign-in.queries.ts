import type { Kysely, Transaction } from 'kysely';
import type { Database, Row } from '#server/database/tables/schema.ts';

/** A provider by its id, of any organization. */
export function findAnyProvider(
  db: Kysely<Database>,
  providerId: string,
): Promise<Row<'saml_providers'> | undefined> {
  return db.selectFrom('saml_providers').selectAll().where('id', '=', providerId).executeTakeFirst();
}

export async function insertRequest(
  db: Kysely<Database>,
  request: Omit<Row<'saml_requests'>, 'created_at'>,
): Promise<void> {
  await db.insertInto('saml_requests').values(request).execute();
}

/** Consumes a request: it can be used once, by any process. Undefined if it is unknown or expired. */
export function consumeRequest(
  trx: Transaction<Database>,
  { id, providerId, now }: { id: string; providerId: string; now: Date },
): Promise<Pick<Row<'saml_requests'>, 'browser_hash' | 'return_to' | 'link_session_id'> | undefined> {
  return trx
    .deleteFrom('saml_requests')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('test_session_id', 'is', null)
    .where('expires_at', '>', now)
    .returning(['browser_hash', 'return_to', 'link_session_id'])
    .executeTakeFirst();
}

/** Consumes the test of a provider that this browser has started, if it has. */
export async function consumeTest(
  db: Kysely<Database>,
  { providerId, browserHash, now }: { providerId: string; browserHash: string; now: Date },
): Promise<{ requestId: string; sessionId: string } | undefined> {
  const test = await db
    .deleteFrom('saml_requests')
    .where('provider_id', '=', providerId)
    .where('browser_hash', '=', browserHash)
    .where('test_session_id', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['id', 'test_session_id'])
    .executeTakeFirst();
  if (!test || test.test_session_id === null) return undefined;
  return { requestId: test.id, sessionId: test.test_session_id };
}

/** Records that an assertion was used; false if it was used before. */
export async function consumeAssertion(
  trx: Transaction<Database>,
  assertion: { provider_id: string; assertion_id: string; expires_at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('saml_assertions')
    .values(assertion)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
