import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { ssoErrorMessage } from '#src/domain/session/sso.tsx';
import { nameLabel, noneLabel } from '#src/lib/shared-labels.ts';
import { Callout } from '#src/ui/callout.tsx';
import type { SignInTest } from './sign-in-test.ts';

const proofs: Record<string, string> = {
  email_verified: 'Verified: the provider says so (email_verified).',
  xms_edov: 'Verified: the provider says that the domain’s owner confirmed it (xms_edov).',
  'verified-domain': 'Verified: your organization verified the domain, and trusts the provider for it.',
  'says-unverified': 'Not verified: the provider says so.',
  'says-nothing': 'Not verified: the provider says nothing about it.',
  'other-domain': 'Not verified: your organization didn’t verify the domain.',
};

/** What would happen, as a title and a sentence. */
function describeOutcome(outcome: SignInTest['outcome']): { title: string; text: string } {
  switch (outcome.kind) {
    case 'linked':
      return {
        title: 'Signs in to an existing account',
        text: `${outcome.displayName}, ${outcome.email}.${outcome.offeredEmail === null ? '' : ` The person is offered ${outcome.offeredEmail} as the account’s address.`}`,
      };
    case 'to-link':
      return {
        title: 'An account has this address',
        text: outcome.hasCredential
          ? 'The person signs in as before once, and confirms that both are one.'
          : 'The person opens a mailed link or a sign-in link from an administrator once, and confirms that both are one.',
      };
    case 'new':
      return {
        title: 'Creates a new account',
        text: `Role: ${outcome.role ?? 'guest'}. Team: ${outcome.team ?? noneLabel}.`,
      };
    case 'refused':
      return {
        title: 'Refuses the sign-in',
        text: `${ssoErrorMessage(outcome.code)} Reason: ${outcome.reason}`,
      };
  }
}

/** What a provider sent in a test, and what a sign-in would make of it. */
export function SignInTestResult({ result }: { result: SignInTest }) {
  const { email, proof, displayName, subject, sent, outcome } = result;
  const { title, text } = describeOutcome(outcome);
  const taken = [
    { name: 'Address', value: email, more: proof === null ? undefined : (proofs[proof] ?? proof) },
    { name: nameLabel, value: displayName },
    { name: 'Identity', value: subject },
  ];
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Callout tone={outcome.kind === 'refused' ? 'danger' : 'info'} title={title}>
        <span className="wrap-anywhere">{text}</span>
      </Callout>
      <Section title="What a sign-in uses">
        <Details>
          {taken.map(({ name, value, more }) => (
            <Detail
              key={name}
              name={name}
              explanation={[value && `From ${value.from}.`, value && more].filter(Boolean).join(' ')}
            >
              <bdi className="wrap-anywhere">{value?.value ?? 'Not sent'}</bdi>
            </Detail>
          ))}
        </Details>
      </Section>
      <Section title="What the provider sent">
        {sent.length === 0 ? (
          <p className="text-ink-soft">Nothing that could be verified.</p>
        ) : (
          <ul aria-label="Sent values" className="divide-y divide-line rounded-lg border border-line">
            {sent.map(({ source, name, values }) => (
              <li key={JSON.stringify([source, name, values])} className="flex flex-col gap-0.5 px-3 py-2">
                <span className="text-xs wrap-anywhere text-ink-soft">
                  {source}: <code>{name}</code>
                </span>
                <bdi className="wrap-anywhere">{values.join(', ') || noneLabel}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
