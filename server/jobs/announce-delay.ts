import type { Kysely } from 'kysely';
import type { EventDelay } from '#server/audit/event-delay.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findAdministrators, writeNotices } from '#server/notifications/write-notifications.ts';

/** Tells the administrators of all organizations that events are behind, and why: once a day, whichever server says it. */
export async function announceDelay(
  db: Kysely<Database>,
  { seconds, reason }: EventDelay,
  now: Date,
): Promise<void> {
  const organizations = await db.selectFrom('organizations').select('id').execute();
  await inTransaction(db, async (trx) => {
    const administrators = await findAdministrators(
      trx,
      organizations.map(({ id }) => id),
    );
    const notices = [...administrators].flatMap(([organizationId, userIds]) =>
      userIds.map((userId) => ({
        userId,
        organizationId,
        eventId: `events-delayed:${organizationId}:${now.toISOString().slice(0, 10)}`,
        at: now,
        reason: 'events-delayed' as const,
        action: 'events-delayed',
        subject: { kind: 'events' as const, id: organizationId },
        readers: 'administrators' as const,
        contentId: null,
        actorId: null,
        commentId: null,
        detail: `Events are ${seconds} seconds behind. ${reason}`,
      })),
    );
    await writeNotices(trx, notices);
  });
}
