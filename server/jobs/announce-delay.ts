import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { type EventDelay, findEventDelay } from '#server/audit/event-delay.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findAdministrators, writeNotices } from '#server/notifications/write-notifications.ts';

/** Organizations of one transaction. */
const BATCH = 100;

/** Says how far events are behind, and why: in the log, and to administrators. */
export async function warnOfDelay(
  db: Kysely<Database>,
  now: Date,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const delay = await findEventDelay(db);
  if (!delay) return;
  log.warn(`Events are ${delay.seconds} seconds behind. ${delay.reason}`);
  await announceDelay(db, delay, now);
}

/** Tells the administrators of all organizations that events are behind, and why: once a day, whichever server says it. */
export async function announceDelay(
  db: Kysely<Database>,
  { seconds, reason }: EventDelay,
  now: Date,
): Promise<void> {
  const organizations = await db.selectFrom('organizations').select('id').execute();
  const ids = organizations.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += BATCH)
    await announceTo(db, ids.slice(start, start + BATCH), { seconds, reason }, now);
}

async function announceTo(
  db: Kysely<Database>,
  organizationIds: readonly string[],
  { seconds, reason }: EventDelay,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const administrators = await findAdministrators(trx, organizationIds);
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
