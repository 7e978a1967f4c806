import { useSuspenseQuery } from '@tanstack/react-query';
import { getMailSettingsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MailDelivery, MailFailure } from '#api/generated/types.gen.ts';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
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
      {mail.delivery !== 'none' && (
        <Section title="Test mail">
          <TestMail organizationId={organizationId} />
        </Section>
      )}
      {mail.failures.length > 0 && <Failures failures={mail.failures} />}
    </>
  );
}

function Failures({ failures }: { failures: readonly MailFailure[] }) {
  return (
    <Section title="Not delivered" count={failures.length}>
      <ul
        aria-label="Mail that wasn’t delivered"
        className="divide-y divide-line rounded-lg border border-line"
      >
        {failures.map(({ email, failedAt, reason }) => (
          <li key={`${email} ${failedAt}`} className="px-4 py-2.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{email}</span>
              <span className="text-xs text-ink-soft">
                <Time value={failedAt} />
              </span>
            </div>
            <p className="text-ink-soft wrap-anywhere">{reason}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
