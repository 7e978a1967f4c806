import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { MailState } from '#server/database/tables/people-tables.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import type { Mailer, MailMessage } from '#server/network/mailer.ts';
import { tellAdministrators } from '#server/notifications/write-notifications.ts';
import { type JobHandlers, PermanentJobError } from '#server/queue/job-queue.ts';
import { canMail, type NewMail, recordMail, SEND_MAIL_JOB } from '#server/queue/mail-queue.ts';
import { forgetRefusal, recordRefusal } from '#server/queue/refused-addresses.ts';
import { composeMail } from './compose-mail.ts';
import { describeMailError, type MailProblem } from './mail-errors.ts';
import type { MailContent } from './mail-texts.ts';
import { renderMail } from './render-mail.ts';

/**
 * Sends a mail that a person waits for. Returns why it was not sent, `limited` if the address or the
 * organization has reached a limit.
 */
export async function sendNow(
  db: Kysely<Database>,
  mailer: Mailer,
  mail: NewMail,
  content: MailContent,
  clock: Clock,
): Promise<'sent' | 'limited' | MailProblem> {
  const row = await recordMail(db, mail, clock.now());
  if (row === undefined) return 'limited';
  const problem = await deliver(db, mailer, renderMail(row.recipient, content, row.id), clock.now());
  const state = problem === null ? 'sent' : 'failed';
  await db
    .updateTable('mails')
    .set({ state, error: problem?.reason ?? null, attempts: 1, finished_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  return problem ?? 'sent';
}

/** Hands a message to the mail server, and notes whether it rejects the address. Returns why it was not accepted. */
async function deliver(
  db: Kysely<Database>,
  mailer: Mailer,
  message: MailMessage,
  now: Date,
): Promise<MailProblem | null> {
  const problem = await mailer.send(message).then(() => null, describeMailError);
  if (problem === null) await forgetRefusal(db, message.to);
  else if (problem.refusal !== undefined)
    await inTransaction(db, async (trx) => {
      if (await recordRefusal(trx, message.to, { ...problem, now }))
        await tellOfRefusal(trx, message.to, { ...problem, now });
    });
  return problem;
}

/** Tells the administrators of the organizations whose member has an address that mail servers reject. */
async function tellOfRefusal(
  trx: Transaction<Database>,
  email: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const memberships = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.organization_id')
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('members.disabled', '=', false)
    .orderBy('members.organization_id')
    .execute();
  for (const { organization_id: organizationId } of memberships)
    await tellAdministrators(trx, {
      organizationId,
      eventId: newId(),
      at: now,
      reason: 'mail-failing',
      subject: { kind: 'mail', id: organizationId },
      detail: `Mail to ${email} is rejected. ${reason}`,
    });
}

interface MailJobContext {
  mailer: Mailer;
  service: Pick<ServiceSettings, 'publicUrl' | 'signingKey'>;
}

/**
 * The job that sends a queued mail. The text is made for each attempt, so that codes in it are fresh and nothing secret
 * waits in the database.
 */
export function mailJobs({ mailer, service }: MailJobContext): JobHandlers {
  const finish = (db: Kysely<Database>, mail: Row<'mails'>, state: MailState, now: Date) =>
    db.updateTable('mails').set({ state, finished_at: now }).where('id', '=', mail.id).execute();
  const send = async (db: Kysely<Database>, payload: unknown, now: Date) => {
    const mail = await findMail(db, payload);
    if (!mail) return;
    const content = canMail(mailer, mail.recipient) ? await composeMail(db, mail, { service, now }) : null;
    if (content === null) return void (await finish(db, mail, 'dropped', now));
    const problem = await deliver(db, mailer, renderMail(mail.recipient, content, mail.id), now);
    await db
      .updateTable('mails')
      .set({ attempts: mail.attempts + 1, error: problem?.reason ?? null })
      .where('id', '=', mail.id)
      .execute();
    if (problem)
      throw problem.isPermanent ? new PermanentJobError(problem.reason) : new Error(problem.reason);
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
