import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Deletes deliveries to webhooks that were sent or given up, 30 days after their event. */
export async function deleteOldDeliveries(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_MS))
    .where('state', '<>', 'pending')
    .execute();
}
