import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { groupBy } from '#server/base/group-by.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { enqueueMails } from '#server/queue/mail-queue.ts';
import { isOtherQuarter, latestBoundary } from './digest-times.ts';
import {
  decideEvents,
  type EventPosition,
  isOfTimeZones,
  listTimeZones,
  markMailed,
  selectOpenEvents,
  selectUnmailed,
  selectWaiting,
  type UnmailedNotification,
} from './unmailed-notifications.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** After a longer absence of the server or of the mail server, people find them in the console. */
const MAX_AGE_MS = DAY_MS;
/** Events, or people, of one transaction; of people with many events fewer. */
const EVENT_PAGE = 500;
const READER_PAGE = { people: 100, events: 1000 };

export interface PlanContext {
  db: Kysely<Database>;
  mailer: Pick<Mailer, 'delivery'>;
  now: Date;
  /** How long an event waits, because it may be read in that time. */
  waitMs: number;
}

/**
 * Queues mail about what people have not read: one for each subject, at most one an hour. Returns how many mails. One
 * server at a time plans.
 */
export async function planNotificationMails({ db, mailer, now, waitMs }: PlanContext): Promise<number> {
  if (mailer.delivery === 'none') return 0;
  const until = new Date(now.getTime() - waitMs);
  await decideAll(db, { now, until });
  let count = 0;
  let after: EventPosition | undefined;
  do {
    const page = await underLock(db, async (trx) => {
      const events = await selectOpenEvents(trx, { until, after, limit: EVENT_PAGE });
      const among = [...new Set(events.map(({ notification_id: id }) => id))];
      const planned = (await selectDue(trx, { now, until, among })).map((notification) => ({
        kind: 'notification',
        data: { notificationId: notification.notification_id },
        notifications: [notification],
      }));
      return { queued: await queue(trx, planned, now), last: events.at(EVENT_PAGE - 1) };
    });
    count += page?.queued ?? 0;
    after = page?.last;
  } while (after);
  return count;
}

/** Those of some notifications about which no mail was sent within an hour, of people who have not got too many. */
function selectDue(
  trx: Kysely<Database>,
  { now, until, among }: { now: Date; until: Date; among: readonly string[] },
): Promise<UnmailedNotification[]> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  return selectUnmailed(trx, { kind: 'mail', now, until, among })
    .where(
      sql<boolean>`not exists (select from notification_events
        join mails on mails.id = notification_events.mail_id
        where notification_events.notification_id = notifications.id and mails.kind = 'notification'
          and mails.state <> 'dropped' and mails.created_at > ${hourAgo})`,
    )
    .orderBy('unmailed.first_at')
    .orderBy('notifications.id')
    .execute();
}

/**
 * Queues the summaries of the latest morning and of the latest Monday in each time zone: one for each person and
 * organization. Returns how many mails; undefined if another server plans, so that some may be left.
 *
 * @param since only those that became due after this time
 */
export async function planDigests(
  { db, mailer, now }: Omit<PlanContext, 'waitMs'>,
  since?: Date,
): Promise<number | undefined> {
  if (mailer.delivery === 'none') return 0;
  const timeZones = await listTimeZones(db);
  let count = 0;
  for (const kind of ['daily', 'weekly'] as const) {
    const groups = groupBy(timeZones, (timeZone) => latestBoundary(kind, now, timeZone).getTime());
    for (const [due, zonesOfTime] of groups) {
      if (since && due <= since.getTime()) continue;
      const until = new Date(due);
      if (!(await decideAll(db, { now, until }))) return undefined;
      const queued = await planDigestsOf(db, { kind, now, until, timeZones: zonesOfTime });
      if (queued === undefined) return undefined;
      count += queued;
    }
  }
  return count;
}

interface DueDigests {
  kind: 'daily' | 'weekly';
  now: Date;
  until: Date;
  /** In which they are due at this time. */
  timeZones: readonly string[];
}

async function planDigestsOf(db: Kysely<Database>, digests: DueDigests): Promise<number | undefined> {
  const { kind, now, until } = digests;
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const start: string = after;
    const page = await underLock(db, async (trx) => {
      const waiting = await selectWaiting(trx, { kind, until, after: start, limits: READER_PAGE });
      const among = waiting.map(({ notification_id: id }) => id);
      const readers = groupByReader(await selectForDigest(trx, { ...digests, among }));
      const planned = readers.map((notifications) => ({
        kind: 'digest',
        data: { frequency: kind },
        notifications,
      }));
      return { queued: await queue(trx, planned, now), last: waiting.at(-1)?.user_id };
    });
    if (!page) return undefined;
    count += page.queued;
    after = page.last;
  }
  return count;
}

/** Those of some notifications whose people have not got this summary yet: what comes late waits for the next one. */
function selectForDigest(
  trx: Kysely<Database>,
  { kind, now, until, timeZones, among }: DueDigests & { among: readonly string[] },
): Promise<UnmailedNotification[]> {
  return selectUnmailed(trx, { kind, now, until, among })
    .where(isOfTimeZones(timeZones))
    .where(
      sql<boolean>`not exists (select from mails where recipient = lower(users.email) and kind = 'digest'
        and organization_id = notifications.organization_id and data ->> 'frequency' = ${kind}
        and created_at >= ${until})`,
    )
    .orderBy('notifications.user_id')
    .orderBy('notifications.organization_id')
    .orderBy('unmailed.first_at')
    .execute();
}

/** Returns false if another server plans, so that some may be left. */
async function decideAll(db: Kysely<Database>, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const since = new Date(now.getTime() - MAX_AGE_MS);
  for (;;) {
    const hasMore = await underLock(db, (trx) => decideEvents(trx, { now, since, until }));
    if (hasMore !== true) return hasMore === false;
  }
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
 * What a worker runs repeatedly. It plans summaries after the start and then once in each quarter of an hour, for the time
 * zones in which it has become seven since. If another server plans, it tries again in the next run.
 */
export function notificationMailPlanner({ clock, ...context }: Omit<PlanContext, 'now'> & { clock: Clock }): {
  plan: () => Promise<void>;
  waitMs: number;
} {
  let plannedAt: Date | undefined;
  const plan = async () => {
    const now = clock.now();
    await planNotificationMails({ ...context, now });
    if (plannedAt && !isOtherQuarter(plannedAt, now)) return;
    const count = await planDigests({ ...context, now }, plannedAt);
    if (count !== undefined) plannedAt = now;
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

/** Undefined if another server plans at this moment. */
function underLock<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('notification mails', 0)) as is_mine`.execute(trx);
    return rows[0]?.is_mine === true ? work(trx) : undefined;
  });
}
