import { recordAudit } from '#server/audit/audit.ts';
import { isDemonstrationAddress } from '#server/base/demonstration-people.ts';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { badValue, conflict, tooManyRequests } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { mailTexts } from '#server/mail/mail-texts.ts';
import { sendNow } from '#server/mail/send-mails.ts';
import { findFailures } from '#server/queue/mail-queue.ts';
import { findRefusedMembers } from '#server/queue/refused-addresses.ts';
import { countMails, selectMails, sendMailAgain } from './mail.queries.ts';
import { requireMailManager, toMailView, toRefusedView } from './mail.rules.ts';

const HOUR_SECONDS = 3600;
const MAX_REFUSED_ADDRESSES = 20;

/** Mail of an organization. */
export const mailHandlers = {
  async getMailSettings(request) {
    const { db, mailer, params } = request;
    const { organizationId } = requireMailManager(request, params.organizationId);
    const failures = await findFailures(db, organizationId);
    const refused = await findRefusedMembers(db, organizationId, MAX_REFUSED_ADDRESSES);
    return {
      object: 'mail-settings',
      delivery: mailer.delivery,
      ...(mailer.from !== null && { from: mailer.from }),
      failures: failures.map(({ recipient, finished_at: failedAt, error }) => ({
        email: recipient,
        failedAt: (failedAt ?? new Date(0)).toISOString(),
        reason: error ?? 'The server stopped while it was sent.',
      })),
      refusedAddresses: refused.map(toRefusedView),
    };
  },

  async sendTestMail(request) {
    const { actor, body, clock, db, mailer, params, service } = request;
    const { organizationId } = requireMailManager(request, params.organizationId);
    const email = normalizeEmail(body.email ?? actor.user.email);
    if (email === null) throw badValue('body.email', 'is not a valid email address');
    if (mailer.delivery === 'none') throw conflict('No mail is set up on this server.');
    if (isDemonstrationAddress(email))
      throw conflict('Addresses of the demonstration never get mail. Use another one.', 'body.email');
    await inTransaction(db, (trx) =>
      recordAudit(trx, {
        organizationId,
        actor,
        action: 'sendTestMail',
        targetKind: 'organization',
        targetId: organizationId,
        summary: `Sent a test mail to ${email}.`,
      }),
    );
    const mail = { kind: 'test', to: email, organizationId };
    const outcome = await sendNow(db, mailer, mail, mailTexts.test({ url: service.publicUrl }), clock);
    if (outcome === 'limited') throw tooManyRequests(HOUR_SECONDS);
    const problem = outcome === 'sent' ? {} : { problem: outcome.reason };
    return { object: 'test-mail', email, sent: outcome === 'sent', ...problem };
  },

  async listMails(request) {
    const { db, params, query } = request;
    const { organizationId } = requireMailManager(request, params.organizationId);
    const filter = { state: query.state, kind: query.kind, search: query.search };
    const page = await readPage(request, {
      // Their state changes without a change of the organization, so that each first page counts.
      scope: { operation: 'listMails', filters: [organizationId, ...Object.values(filter)] },
      query: selectMails(db, organizationId, filter),
      order: [
        { column: 'mails.created_at', direction: 'desc' },
        { column: 'mails.id', direction: 'desc' },
      ],
      count: () => countMails(db, organizationId, filter),
    });
    return toEnvelope(page, toMailView);
  },

  async resendMail(request) {
    const { actor, clock, db, mailer, params } = request;
    requireMailManager(request, params.organizationId);
    if (mailer.delivery === 'none') throw conflict('No mail is set up on this server.');
    const mail = await inTransaction(db, (trx) => sendMailAgain(trx, { ...params, actor, now: clock.now() }));
    return toMailView(mail);
  },
} satisfies Handlers<'getMailSettings' | 'sendTestMail' | 'listMails' | 'resendMail'>;
