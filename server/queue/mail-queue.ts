import { type Kysely, sql } from 'kysely';
import { isDemonstrationAddress } from '#server/base/demonstration-people.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { enqueue } from './job-queue.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long outcomes are kept. */
const RETENTION_MS = 30 * DAY_MS;

/** The mails of one budget to one address, so that a stranger can't fill a mailbox. */
const RECIPIENT_LIMITS = { hour: 5, day: 20 };
/** The same of what people have chosen to be mailed, of which each subject has at most one an hour. */
const NOTIFICATION_LIMITS = { hour: 30, day: 200 };
/** Of one organization, without notifications. */
const ORGANIZATION_DAY_LIMIT = 2000;

/** Mails that protect an account: strangers cannot use up the room for them, so they are neither counted nor limited. */
const NOTICES: ReadonlySet<string> = new Set([
  'new-device',
  'credentials',
  'email-change-notice',
  'email-changed',
  'account-deleted',
]);

/** Mails that anybody can ask for. */
const LINKS: ReadonlySet<string> = new Set(['sign-in', 'join']);

/** What a person is mailed of their notifications. */
const NOTIFICATIONS: ReadonlySet<string> = new Set(['notification', 'digest']);

/**
 * The budget of a mail: `link` for mails that strangers can cause, `own-link` for links requested by a
 * browser in which the person has signed in before, so that strangers do not keep the person out.
 */
type Budget = 'notice' | 'link' | 'own-link' | 'notification' | 'other';

/** Set in the data of a link that the person's own browser asked for. */
export const OWN_BROWSER = { ownBrowser: true };

function budgetOf({ kind, data }: Pick<NewMail, 'kind' | 'data'>): Budget {
  if (NOTICES.has(kind)) return 'notice';
  if (NOTIFICATIONS.has(kind)) return 'notification';
  if (!LINKS.has(kind)) return 'other';
  return data !== undefined && 'ownBrowser' in data ? 'own-link' : 'link';
}

/** The same of a row. */
const budgetOfRow = sql<Budget>`case when kind = any(${[...NOTICES]}::text[]) then 'notice'
  when kind = any(${[...NOTIFICATIONS]}::text[]) then 'notification'
  when kind <> all(${[...LINKS]}::text[]) then 'other'
  when data ? 'ownBrowser' then 'own-link' else 'link' end`;

const MAX_FAILURES = 20;
/** The job that sends a queued mail. */
export const SEND_MAIL_JOB = 'send-mail';

export interface NewMail {
  /** Needed by who refers to it. */
  id?: string;
  kind: string;
  to: string;
  organizationId?: string;
  data?: object;
}

type NewMailRow = ReturnType<typeof toRow>;

/** Whether mail to an address can be sent: not to the demonstration's people, and not without a mail server. */
export function canMail(mailer: Pick<Mailer, 'delivery'>, email: string): boolean {
  return mailer.delivery !== 'none' && !isDemonstrationAddress(email);
}

/** Mail of an organization that was given up, newest first. */
export function findFailures(db: Kysely<Database>, organizationId: string): Promise<Row<'mails'>[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'failed')
    .where('kind', '<>', 'test')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_FAILURES)
    .execute();
}

/** Notes a mail that its caller sends now; returns its row, or undefined if the address or the organization has reached a limit. */
export function recordMail(db: Kysely<Database>, mail: NewMail, now: Date): Promise<NewMailRow | undefined> {
  const row = toRow(mail, now);
  return inTransaction(db, async (trx) => {
    const counts = await countRecent(trx, [mail], now);
    if (!counts.accept(mail)) return undefined;
    await trx.insertInto('mails').values(row).execute();
    return row;
  });
}

/** Queues mails; for each, false if the address or the organization has reached a limit. */
export async function enqueueMails(
  db: Kysely<Database>,
  mails: readonly NewMail[],
  now: Date,
): Promise<boolean[]> {
  if (mails.length === 0) return [];
  return db.isTransaction
    ? enqueueCounted(db, mails, now)
    : inTransaction(db, (trx) => enqueueCounted(trx, mails, now));
}

async function enqueueCounted(
  db: Kysely<Database>,
  mails: readonly NewMail[],
  now: Date,
): Promise<boolean[]> {
  const counts = await countRecent(db, mails, now);
  const accepted = mails.map((mail) => counts.accept(mail));
  const rows = mails.filter((_, index) => accepted[index]).map((mail) => toRow(mail, now));
  if (rows.length > 0) {
    await db.insertInto('mails').values(rows).execute();
    await enqueue(
      db,
      ...rows.map(({ id }) => ({ kind: SEND_MAIL_JOB, payload: { mailId: id }, runAt: now })),
    );
  }
  return accepted;
}

/** Queues a mail that was given up once more; its attempts are counted anew. */
export async function requeueMail(trx: Kysely<Database>, id: string, now: Date): Promise<Row<'mails'>> {
  const mail = await trx
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, finished_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueue(trx, { kind: SEND_MAIL_JOB, payload: { mailId: id }, runAt: now });
  return mail;
}

function toRow({ id = newId(), kind, to, organizationId, data }: NewMail, now: Date) {
  return {
    id,
    kind,
    recipient: to.toLowerCase(),
    organization_id: organizationId ?? null,
    data: JSON.stringify(data ?? {}),
    created_at: now,
  };
}

/** The mails of the last day to these recipients and of their organizations, and whether one more is within the limits. */
async function countRecent(db: Kysely<Database>, mails: readonly NewMail[], now: Date) {
  await lockCounts(db, mails);
  const recipients = [...new Set(mails.map(({ to }) => to.toLowerCase()))];
  const organizationIds = [
    ...new Set(mails.filter(countsForOrganization).map(({ organizationId = '' }) => organizationId)),
  ];
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const recent = db.selectFrom('mails').where('created_at', '>', new Date(now.getTime() - DAY_MS));
  const count = sql<number>`count(*)::int`;
  const byRecipient = await recent
    .select([
      sql<string>`recipient || ' ' || ${budgetOfRow}`.as('budget'),
      count.as('day'),
      sql<number>`(count(*) filter (where created_at > ${hourAgo}))::int`.as('hour'),
    ])
    .where('recipient', '=', sql<string>`any(${recipients}::text[])`)
    .groupBy('budget')
    .execute();
  const byOrganization =
    organizationIds.length === 0
      ? []
      : await recent
          .select(['organization_id', count.as('day')])
          .where('organization_id', '=', sql<string>`any(${organizationIds}::text[])`)
          .where('kind', '<>', sql<string>`all(${[...NOTIFICATIONS]}::text[])`)
          .groupBy('organization_id')
          .execute();
  const recipientCounts = new Map(byRecipient.map(({ budget, day, hour }) => [budget, { day, hour }]));
  const organizationCounts = new Map(byOrganization.map(({ organization_id: id, day }) => [id, day]));
  return {
    accept(mail: NewMail): boolean {
      const { to, organizationId } = mail;
      const kind = budgetOf(mail);
      if (kind === 'notice') return true;
      const budget = `${to.toLowerCase()} ${kind}`;
      const { day, hour } = recipientCounts.get(budget) ?? { day: 0, hour: 0 };
      const limits = kind === 'notification' ? NOTIFICATION_LIMITS : RECIPIENT_LIMITS;
      if (hour >= limits.hour || day >= limits.day) return false;
      if (countsForOrganization(mail)) {
        const sentCount = organizationCounts.get(organizationId ?? null) ?? 0;
        if (sentCount >= ORGANIZATION_DAY_LIMIT) return false;
        organizationCounts.set(organizationId ?? null, sentCount + 1);
      }
      recipientCounts.set(budget, { day: day + 1, hour: hour + 1 });
      return true;
    },
  };
}

const countsForOrganization = ({ kind, organizationId }: NewMail): boolean =>
  organizationId !== undefined && !NOTIFICATIONS.has(kind);

/** Until the end of the transaction: others count what it adds. In one order, so that no two wait for each other. */
async function lockCounts(db: Kysely<Database>, mails: readonly NewMail[]): Promise<void> {
  const keys = mails.flatMap((mail) => [
    ...(LINKS.has(mail.kind) ? [mail.to.toLowerCase()] : []),
    ...(countsForOrganization(mail) ? [mail.organizationId ?? ''] : []),
  ]);
  if (keys.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('mails ' || key, 0))
    from (select distinct key from unnest(${keys}::text[]) as key order by key) as keys`.execute(db);
}

/** Deletes outcomes that are too old to matter. */
export async function deleteOldMails(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
}
