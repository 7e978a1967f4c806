import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { isDemonstrationAddress } from '#server/base/demonstration-people.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { MailState } from '#server/database/tables/people-tables.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { describeMailError, type MailProblem } from '#server/mail/mail-errors.ts';
import { type MailContent, renderMail } from '#server/mail/mail-texts.ts';
import type { Mailer } from '#server/network/mailer.ts';
import { enqueue, type JobHandlers, PermanentJobError } from './job-queue.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long outcomes are kept. */
const RETENTION_MS = 30 * DAY_MS;

/** What one address may get of a budget, so that nobody can fill another's mailbox; and what one organization may send. */
const LIMITS = { recipientHour: 5, recipientDay: 20, organizationDay: 2000 };

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

/**
 * What a mail is counted with: `link` for what strangers can cause, `own-link` for links that a browser asks for in which
 * the person has signed in before, so that strangers do not keep the person out.
 */
type Budget = 'notice' | 'link' | 'own-link' | 'other';

/** Set in the data of a link that the person's own browser asked for. */
export const OWN_BROWSER = { ownBrowser: true };

function budgetOf({ kind, data }: Pick<NewMail, 'kind' | 'data'>): Budget {
  if (NOTICES.has(kind)) return 'notice';
  if (!LINKS.has(kind)) return 'other';
  return data !== undefined && 'ownBrowser' in data ? 'own-link' : 'link';
}

/** The same of a row. */
const budgetOfRow = sql<Budget>`case when kind = any(${[...NOTICES]}::text[]) then 'notice'
  when kind <> all(${[...LINKS]}::text[]) then 'other'
  when data ? 'ownBrowser' then 'own-link' else 'link' end`;

const MAX_FAILURES = 20;
const SEND_MAIL_JOB = 'send-mail';

export interface NewMail {
  kind: string;
  to: string;
  organizationId?: string;
  data?: object;
}

/** Whether mail to an address can be sent: not to the demonstration's people, and not without a mail server. */
export function canMail(mailer: Pick<Mailer, 'delivery'>, email: string): boolean {
  return mailer.delivery !== 'none' && !isDemonstrationAddress(email);
}

/**
 * Sends a mail that somebody waits for. Returns why it was not sent, `limited` if the address or the organization has
 * reached a limit.
 */
export async function sendNow(
  db: Kysely<Database>,
  mailer: Mailer,
  mail: NewMail,
  content: MailContent,
  clock: Clock,
): Promise<'sent' | 'limited' | MailProblem> {
  const row = toRow(mail, clock.now());
  const isAccepted = await inTransaction(db, async (trx) => {
    const limits = await countRecent(trx, [mail], clock.now());
    if (!limits.accept(mail)) return false;
    await trx.insertInto('mails').values(row).execute();
    return true;
  });
  if (!isAccepted) return 'limited';
  const problem = await mailer.send(renderMail(row.recipient, content)).then(() => null, describeMailError);
  const state = problem === null ? 'sent' : 'failed';
  await db
    .updateTable('mails')
    .set({ state, error: problem?.reason ?? null, finished_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  return problem ?? 'sent';
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

function toRow({ kind, to, organizationId, data }: NewMail, now: Date) {
  return {
    id: newId(),
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
  const organizationIds = [...new Set(mails.flatMap(({ organizationId }) => organizationId ?? []))];
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
      const sent = organizationCounts.get(organizationId ?? null) ?? 0;
      if (hour >= LIMITS.recipientHour || day >= LIMITS.recipientDay) return false;
      if (organizationId !== undefined && sent >= LIMITS.organizationDay) return false;
      recipientCounts.set(budget, { day: day + 1, hour: hour + 1 });
      organizationCounts.set(organizationId ?? null, sent + 1);
      return true;
    },
  };
}

/** Until the end of the transaction: others count what it adds. In one order, so that no two wait for each other. */
async function lockCounts(db: Kysely<Database>, mails: readonly NewMail[]): Promise<void> {
  const keys = mails.flatMap((mail) => [
    ...(LINKS.has(mail.kind) ? [mail.to.toLowerCase()] : []),
    ...(mail.organizationId === undefined ? [] : [mail.organizationId]),
  ]);
  if (keys.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('mails ' || key, 0))
    from (select distinct key from unnest(${keys}::text[]) as key order by key) as keys`.execute(db);
}

interface MailJobContext {
  mailer: Mailer;
  publicUrl: string;
}

/**
 * The job that sends a queued mail. The text is made for each attempt, so that codes in it are fresh and nothing secret
 * waits in the database.
 */
export function mailJobs({ mailer, publicUrl }: MailJobContext): JobHandlers {
  const finish = (db: Kysely<Database>, mail: Row<'mails'>, state: MailState, now: Date) =>
    db.updateTable('mails').set({ state, finished_at: now }).where('id', '=', mail.id).execute();
  const send = async (db: Kysely<Database>, payload: unknown, now: Date) => {
    const mail = await findMail(db, payload);
    if (!mail) return;
    const content = canMail(mailer, mail.recipient) ? await composeMail(db, mail, { publicUrl, now }) : null;
    if (content === null) return void (await finish(db, mail, 'dropped', now));
    try {
      await mailer.send(renderMail(mail.recipient, content));
    } catch (error) {
      const { reason, isPermanent } = describeMailError(error);
      await db.updateTable('mails').set({ error: reason }).where('id', '=', mail.id).execute();
      throw isPermanent ? new PermanentJobError(reason) : new Error(reason);
    }
    await finish(db, mail, 'sent', now);
  };
  const onGiveUp = async (db: Kysely<Database>, payload: unknown, now: Date) => {
    const mail = await findMail(db, payload);
    if (mail) await finish(db, mail, 'failed', now);
  };
  return { [SEND_MAIL_JOB]: Object.assign(send, { onGiveUp }) };
}

function findMail(db: Kysely<Database>, payload: unknown): Promise<Row<'mails'> | undefined> {
  const mailId = String(Reflect.get(Object(payload), 'mailId'));
  return db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** Deletes outcomes that are too old to matter. */
export async function deleteOldMails(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
}
