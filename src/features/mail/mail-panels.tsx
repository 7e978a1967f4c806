import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { getMailSettingsOptions, sendTestMailMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MailDelivery, MailSettings, RefusedAddress } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { Address } from '#src/domain/people/address.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { TestMail } from './test-mail.tsx';

const deliveryLabels: Record<MailDelivery, string> = {
  smtp: 'Mail server (SMTP)',
  folder: 'Files in a folder, for development',
  none: 'Not set up',
};

/** How the server delivers mail, a test, and what could not be delivered. */
export function MailPanels({ organizationId }: { organizationId: string }) {
  const { data: mail } = useSuspenseQuery(getMailSettingsOptions({ path: { organizationId } }));
  return (
    <>
      {mail.delivery === 'none' && (
        <Callout tone="warning" title="This server can’t send mail" className="mb-4">
          After inviting people, copy their links and pass them on. To send mail, the operator of the server
          sets <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
        </Callout>
      )}
      <Details>
        <Detail name="Delivery">{deliveryLabels[mail.delivery]}</Detail>
        {mail.from !== undefined && <Detail name="Sender">{mail.from}</Detail>}
      </Details>
      {/* Servers of the version before have neither a queue nor the addresses. */}
      {mail.refusedAddresses !== undefined && <Queue organizationId={organizationId} mail={mail} />}
      {mail.delivery !== 'none' && (
        <Section title="Test mail">
          <TestMail organizationId={organizationId} />
        </Section>
      )}
      {(mail.refusedAddresses ?? []).length > 0 && (
        <RefusedAddresses organizationId={organizationId} addresses={mail.refusedAddresses} />
      )}
    </>
  );
}

function Queue({ organizationId, mail: { failures } }: { organizationId: string; mail: MailSettings }) {
  const params = { organizationId };
  return (
    <Section title="Queue">
      {failures.length > 0 && (
        <Callout
          tone="warning"
          className="mb-3"
          title={`${formatCount(failures.length, 'mail')} could not be delivered`}
        >
          Look at the reason, and send it again.{' '}
          <Link
            to="/o/$organizationId/settings/mail/queue"
            params={params}
            search={{ state: 'failed' }}
            className="link"
          >
            Show failed mail
          </Link>
        </Callout>
      )}
      <LinkButton
        icon={<ListFilter />}
        link={linkOptions({ to: '/o/$organizationId/settings/mail/queue', params })}
      >
        Open mail queue
      </LinkButton>
    </Section>
  );
}

interface RefusedAddressesProps {
  organizationId: string;
  addresses: readonly RefusedAddress[];
}

/** Members whose address is rejected. A test mail that is accepted ends it. */
function RefusedAddresses({ organizationId, addresses }: RefusedAddressesProps) {
  const test = useApiMutation(sendTestMailMutation(), { invalidates: ['getMailSettings', 'listMails'] });
  const tryAgain = async (email: string) => {
    try {
      const { sent, problem } = await test.mutateAsync({ path: { organizationId }, body: { email } });
      if (sent) toast('The mail server accepted the address');
      else toast(problem ?? 'Not sent', { tone: 'error', durationMs: Infinity });
    } catch (error) {
      toastFailure(error, () => void tryAgain(email));
    }
  };
  return (
    <Section title="Rejected addresses" count={addresses.length}>
      <p className="mb-3 text-ink-soft">
        The mail server rejects mail to these members. They get no notifications by mail until it accepts one.
      </p>
      <ul aria-label="Rejected addresses" className="divide-y divide-line rounded-lg border border-line">
        {addresses.map(({ email, member, refusedAt, reason }) => (
          <li key={email} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <Link
                  to="/o/$organizationId/members/$userId"
                  params={{ organizationId, userId: member.id }}
                  className="link font-medium"
                >
                  <bdi>{member.displayName}</bdi>
                </Link>
                <Address text={email} />
                <span className="text-xs text-ink-soft">
                  <Time value={refusedAt} />
                </span>
              </span>
              <p className="text-ink-soft wrap-anywhere">{reason}</p>
            </div>
            <Button
              size="small"
              pending={test.isPending && test.variables.body.email === email}
              aria-label={`Try ${email} again`}
              onClick={() => void tryAgain(email)}
            >
              Try again
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
