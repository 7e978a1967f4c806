import type { ReactNode } from 'react';
import type { Organization } from '#api/generated/types.gen.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { planName, describeTrial } from './plan-labels.ts';

/** Plan, billing and trial of the organization (read-only). */
export function PlanDetails({ organization }: { organization: Organization }) {
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
        <DetailItem name="Plan">{planName(plan)}</DetailItem>
        {permissions.viewBilling && (
          <>
            <DetailItem name="Billing">{billing?.interval ?? 'Not billed'}</DetailItem>
            {billing?.endDate && (
              <DetailItem name={billing.isScheduledToCancel ? 'Ends' : 'Renews'}>
                <Time value={billing.endDate} />
              </DetailItem>
            )}
            {trial && (
              <DetailItem name="Trial">
                {describeTrial(trial)}
                {trial.endDate && (
                  <>
                    {' '}
                    <Time value={trial.endDate} />
                  </>
                )}
              </DetailItem>
            )}
          </>
        )}
        <DetailItem name="Created">
          <Time value={organization.createdAt} />
        </DetailItem>
      </dl>
    </section>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="first-letter:uppercase">{children}</dd>
    </div>
  );
}
