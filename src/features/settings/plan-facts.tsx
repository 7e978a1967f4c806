import type { ReactNode } from 'react';
import type { Organization } from '#api/generated/types.gen.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { planName, trialInWords } from './plan-words.ts';

/** What the organization has subscribed to, how it pays, and its trial. It is not changed here. */
export function PlanFacts({ organization }: { organization: Organization }) {
  const { billing, trial, plan, blocked, permissions } = organization;
  return (
    <section aria-labelledby="plan" className="mt-8">
      <h2 id="plan" className="mb-2 text-base font-semibold">
        Plan and billing
      </h2>
      {blocked && (
        <Callout tone="danger" className="mb-3" title="This organization is blocked">
          Reason: {blocked.reason}.
        </Callout>
      )}
      {billing?.hasPaymentFailed && (
        <Callout tone="warning" className="mb-3" title="The last payment failed">
          The subscription continues until the end of the paid period.
        </Callout>
      )}
      <dl className="divide-y divide-line rounded-lg border border-line">
        <Fact name="Plan">{planName(plan)}</Fact>
        {permissions.viewBilling && (
          <>
            <Fact name="Billing">{billing?.interval ?? 'Not billed'}</Fact>
            {billing?.endDate && (
              <Fact name={billing.isScheduledToCancel ? 'Ends' : 'Renews'}>
                <Time value={billing.endDate} />
              </Fact>
            )}
            {trial && (
              <Fact name="Trial">
                {trialInWords(trial)}
                {trial.endDate && (
                  <>
                    {' '}
                    <Time value={trial.endDate} />
                  </>
                )}
              </Fact>
            )}
          </>
        )}
        <Fact name="Created">
          <Time value={organization.createdAt} />
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="first-letter:uppercase">{children}</dd>
    </div>
  );
}
