import type { FastifyRequest } from 'fastify';
import { isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { isDemonstrationAddress } from '#server/base/demonstration-people.ts';
import { normalizeEmail } from '#server/base/email-addresses.ts';
import { badValue, conflict, forbidden, tooManyRequests } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { mailTexts } from '#server/mail/mail-texts.ts';
import { sendNow } from '#server/mail/send-mails.ts';
import { findFailures } from '#server/queue/mail-queue.ts';

const HOUR_SECONDS = 3600;

/** Mail of an organization. */
export const mailHandlers = {
  async getMailSettings(request) {
    const { db, mailer } = request;
    const { organizationId } = requireAdministrator(request);
    const failures = await findFailures(db, organizationId);
    return {
      object: 'mail-settings',
      delivery: mailer.delivery,
      ...(mailer.from !== null && { from: mailer.from }),
      failures: failures.map(({ recipient, finished_at: failedAt, error }) => ({
        email: recipient,
        failedAt: (failedAt ?? new Date(0)).toISOString(),
        reason: error ?? 'The server stopped while it was sent.',
      })),
    };
  },

  async sendTestMail(request) {
    const { actor, body, clock, db, mailer, service } = request;
    const { organizationId } = requireAdministrator(request);
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
} satisfies Handlers<'getMailSettings' | 'sendTestMail'>;

/** The caller's membership: 404 for non-members, 403 unless they are an administrator. */
function requireAdministrator({
  actor,
  params,
}: Pick<FastifyRequest, 'actor'> & { params: { organizationId: string } }): Membership {
  const viewer = membershipOr404(actor, params.organizationId);
  if (!isAdministrator(viewer))
    throw forbidden('You need the role "admin" in this organization to manage mail.');
  return viewer;
}
