import type { Kysely, Transaction } from 'kysely';
import type { MailKind, MailState } from '#api/generated/types.gen.ts';
import { type AuditActor, recordAudit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { containsPattern, countRows } from '#server/lists/lists.ts';
import { requeueMail } from '#server/queue/mail-queue.ts';

interface MailFilter {
  state: MailState | undefined;
  kind: MailKind | undefined;
  search: string | undefined;
}

/** Mail of an organization. */
export function selectMails(
  db: Kysely<Database>,
  organizationId: string,
  { state, kind, search }: MailFilter,
) {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(state !== undefined, (mails) => mails.where('state', '=', state ?? 'waiting'))
    .$if(kind !== undefined, (mails) => mails.where('kind', '=', kind ?? ''))
    .$if(search !== undefined, (mails) => mails.where('recipient', 'like', containsPattern(search ?? '')));
}

export const countMails = (...args: Parameters<typeof selectMails>): Promise<number> =>
  countRows(selectMails(...args));

/** Queues a mail again that was rejected or given up. 404 where there is none, 409 for any other. */
export async function sendMailAgain(
  trx: Transaction<Database>,
  {
    organizationId,
    mailId,
    actor,
    now,
  }: { organizationId: string; mailId: string; actor: AuditActor; now: Date },
): Promise<Row<'mails'>> {
  const mail = await trx
    .selectFrom('mails')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw notFound('mail');
  if (mail.state === 'waiting') throw conflict('The server still tries to send this mail.');
  if (mail.state !== 'failed') throw conflict('Only a mail that failed can be sent again.');
  await recordAudit(trx, {
    organizationId,
    actor,
    action: 'resendMail',
    targetKind: 'organization',
    targetId: organizationId,
    summary: `Sent a mail to ${mail.recipient} again.`,
    after: { kind: mail.kind },
  });
  return requeueMail(trx, mail.id, now);
}
