import type { Kysely } from 'kysely';
import type { NotificationDeliveries } from '#api/generated/types.gen.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { updateSettings } from '#server/notifications/notification-settings.ts';
import { mergeDeliveries } from '#server/notifications/reasons.ts';
import type { Mailing } from './unsubscribe-token.ts';

/** Ends mail of a kind: what was mailed is only listed from now on, in all organizations. Idempotent. */
export async function unsubscribe(db: Kysely<Database>, { kind, userId }: Mailing, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return;
    const rows = await trx
      .selectFrom('notification_settings')
      .select(['organization_id', 'deliveries'])
      .where('user_id', '=', userId)
      .execute();
    const general = rows.find(({ organization_id: id }) => id === null)?.deliveries ?? {};
    const choices = [
      // The defaults count as chosen: some are mailed.
      { organizationId: null, deliveries: mergeDeliveries([general]) },
      ...rows.flatMap(({ organization_id: organizationId, deliveries }) =>
        organizationId === null ? [] : [{ organizationId, deliveries }],
      ),
    ];
    for (const { organizationId, deliveries } of choices) {
      const changes = listOnly(deliveries, kind);
      if (Object.keys(changes).length > 0)
        await updateSettings(trx, { userId, organizationId }, { deliveries: changes }, now);
    }
  });
}

const listOnly = (
  deliveries: Partial<NotificationDeliveries>,
  kind: Mailing['kind'],
): Partial<NotificationDeliveries> =>
  Object.fromEntries(
    Object.entries(deliveries).flatMap(([group, delivery]) => (delivery === kind ? [[group, 'app']] : [])),
  );
