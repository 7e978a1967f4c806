import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { enqueueMails, NOTIFICATION_LIMITS } from '#server/queue/mail-queue.ts';
import { latestBoundary } from './digest-times.ts';
import {
  decideEvents,
  markMailed,
  selectUnmailed,
  type UnmailedNotification,
} from './unmailed-notifications.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** After a longer absence of the server or of the mail server, people find them in the console. */
const MAX_AGE_MS = DAY_MS;
/** Of one transaction. */
const BATCH = 200;
const DIGEST_BATCH = 2000;

export interface PlanContext {
  db: Kysely<Database>;
  mailer: Pick<Mailer, 'delivery'>;
  now: Date;
  /** How long an event waits, as it may be read meanwhile. */
  waitMs: number;
}

/**
 * Queues mail about what people have not read: one for each subject, at most one an hour. Returns how many mails. One
 * server at a time plans.
 */
export async function planNotificationMails(context: PlanContext): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await planBatch(context);
    count += batch;
    if (batch === 0) return count;
  }
}

async function planBatch({ db, mailer, now, waitMs }: PlanContext): Promise<number> {
  if (mailer.delivery === 'none') return 0;
  return inTransaction(db, async (trx) => {
    if (!(await lockPlan(trx))) return 0;
    const hourAgo = new Date(now.getTime() - HOUR_MS);
    const until = new Date(now.getTime() - waitMs);
    await decideAll(trx, { now, until });
    const due = await selectUnmailed(trx, {
      kind: 'mail',
      now,
      until,
    })
      .where(
        sql<boolean>`not exists (select from notification_events
          join mails on mails.id = notification_events.mail_id
          where notification_events.notification_id = notifications.id and mails.kind = 'notification'
            and mails.state <> 'dropped' and mails.created_at > ${hourAgo})`,
      )
      // Or those of one person would be in the way of all others.
      .where(
        sql<boolean>`(select count(*) from mails where recipient = lower(users.email) and kind = 'notification'
          and created_at > ${hourAgo}) < ${NOTIFICATION_LIMITS.hour}`,
      )
      .limit(BATCH)
      .execute();
    return queue(
      trx,
      due.map((notification) => ({
        kind: 'notification',
        data: { notificationId: notification.notification_id },
        notifications: [notification],
      })),
      now,
    );
  });
}

async function decideAll(trx: Kysely<Database>, { now, until }: { now: Date; until: Date }): Promise<void> {
  const since = new Date(now.getTime() - MAX_AGE_MS);
  while (await decideEvents(trx, { now, since, until }));
}

/** Queues the summaries of the latest day and week: one for each person and organization. Returns how many mails. */
export async function planDigests(context: Omit<PlanContext, 'waitMs'>): Promise<number> {
  let count = 0;
  for (const frequency of ['daily', 'weekly'] as const) {
    let batch: number;
    do {
      batch = await planDigestBatch(context, frequency);
      count += batch;
    } while (batch > 0);
  }
  return count;
}

async function planDigestBatch(
  { db, mailer, now }: Omit<PlanContext, 'waitMs'>,
  frequency: 'daily' | 'weekly',
): Promise<number> {
  if (mailer.delivery === 'none') return 0;
  return inTransaction(db, async (trx) => {
    if (!(await lockPlan(trx))) return 0;
    const boundary = latestBoundary(frequency, now);
    await decideAll(trx, { now, until: boundary });
    const due = await selectUnmailed(trx, {
      kind: frequency,
      now,
      until: boundary,
    })
      // What comes late waits for the next one.
      .where(
        sql<boolean>`not exists (select from mails where recipient = lower(users.email) and kind = 'digest'
          and organization_id = notifications.organization_id and data ->> 'frequency' = ${frequency}
          and created_at >= ${boundary})`,
      )
      .clearOrderBy()
      .orderBy('notifications.user_id')
      .orderBy('notifications.organization_id')
      .orderBy('unmailed.first_at')
      .limit(DIGEST_BATCH)
      .execute();
    const readers = groupByReader(due);
    // The last reader may have more.
    if (due.length === DIGEST_BATCH && readers.length > 1) readers.pop();
    const digests = readers.map((notifications) => ({ kind: 'digest', data: { frequency }, notifications }));
    return queue(trx, digests, now);
  });
}

/** The notifications of each person in an organization, which come one after another. */
function groupByReader(rows: readonly UnmailedNotification[]): UnmailedNotification[][] {
  const groups: UnmailedNotification[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group && first?.user_id === row.user_id && first.organization_id === row.organization_id)
      group.push(row);
    else groups.push([row]);
  }
  return groups;
}

/**
 * What a worker runs again and again. Summaries are looked for once for each day: the first time after the start, and
 * whenever a day's are due.
 */
export function notificationMailPlanner({ clock, ...context }: Omit<PlanContext, 'now'> & { clock: Clock }): {
  plan: () => Promise<void>;
  waitMs: number;
} {
  let plannedUntil: number | undefined;
  const plan = async () => {
    const now = clock.now();
    await planNotificationMails({ ...context, now });
    const due = latestBoundary('daily', now).getTime();
    if (plannedUntil === due) return;
    await planDigests({ ...context, now });
    plannedUntil = due;
  };
  return { plan, waitMs: context.waitMs };
}

interface PlannedMail {
  kind: string;
  data: object;
  /** Of one person and organization. */
  notifications: readonly UnmailedNotification[];
}

async function queue(trx: Kysely<Database>, planned: readonly PlannedMail[], now: Date): Promise<number> {
  const mails = planned.flatMap(({ kind, data, notifications }) => {
    const [first] = notifications;
    if (!first) return [];
    const { user_id: userId, organization_id: organizationId, email: to } = first;
    const eventIds = notifications.flatMap(({ event_ids: ids }) => ids);
    return [{ id: newId(), kind, to, organizationId, data: { ...data, userId }, userId, eventIds }];
  });
  const accepted = await enqueueMails(trx, mails, now);
  const queued = mails.filter((_, index) => accepted[index]);
  for (const { id, userId, eventIds } of queued) await markMailed(trx, { mailId: id, userId, eventIds });
  return queued.length;
}

/** Until the end of the transaction. False if another server plans at this moment. */
async function lockPlan(trx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('notification mails', 0)) as is_mine`.execute(trx);
  return rows[0]?.is_mine === true;
}
