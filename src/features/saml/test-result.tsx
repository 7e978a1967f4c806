import { Detail, Details, Section, SideBySide } from '#src/components/layout/record.tsx';
import { exactTime } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import type { SignInTest } from './sign-in-test.ts';
import { describeOutcome, proofLabel, timeOfClaim } from './test-labels.ts';

/** The claims that a provider sent in a test, and the resulting sign-in. */
export function SignInTestResult({ result }: { result: SignInTest }) {
  const { tone, title, text, reason } = describeOutcome(result);
  return (
    <>
      <Callout tone={tone} title={title} className="mb-6 max-w-3xl">
        {text}
        {reason !== undefined && <span className="mt-1 block text-xs text-ink-soft">Reason: {reason}</span>}
      </Callout>
      <SideBySide side={<TakenValues result={result} />} sideLabel="What a sign-in uses">
        <Section title="What the provider sent">
          <SentValues sent={result.sent} />
        </Section>
      </SideBySide>
    </>
  );
}

function TakenValues({ result: { email, proof, displayName, subject } }: { result: SignInTest }) {
  const claimRows = [
    { name: 'Address', value: email, more: proof === null ? undefined : proofLabel(proof) },
    { name: 'Name', value: displayName },
    { name: 'Identity', value: subject },
  ];
  return (
    <Section title="What a sign-in uses">
      <Details>
        {claimRows.map(({ name, value, more }) => (
          <Detail
            key={name}
            name={name}
            explanation={
              <span className="wrap-anywhere">
                {[value && `From ${value.from}.`, value && more].filter(Boolean).join(' ')}
              </span>
            }
          >
            <bdi className="wrap-anywhere">{value?.value ?? 'Not sent'}</bdi>
          </Detail>
        ))}
      </Details>
    </Section>
  );
}

function SentValues({ sent }: Pick<SignInTest, 'sent'>) {
  if (sent.length === 0) return <p className="text-ink-soft">Nothing that can be verified.</p>;
  return (
    <ul aria-label="Sent values" className="divide-y divide-line rounded-lg border border-line">
      {sent.map(({ source, name, values }) => (
        <li
          key={JSON.stringify([source, name, values])}
          className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-2"
        >
          <span className="wrap-anywhere">
            <code>{name}</code> <span className="text-xs text-ink-soft sm:block">{source}</span>
          </span>
          <span className="flex min-w-0 flex-col">
            {values.length === 0 && <span className="text-ink-soft">None</span>}
            {values.map((value) => (
              <SentValue key={value} name={name} value={value} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function SentValue({ name, value }: { name: string; value: string }) {
  const time = timeOfClaim(name, value);
  return (
    <>
      <bdi className="wrap-anywhere">{value || 'None'}</bdi>
      {time !== null && <span className="text-xs text-ink-soft">{exactTime(time)}</span>}
    </>
  );
}
