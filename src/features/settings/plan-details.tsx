import type { BillingInterval, Organization } from '#api/generated/types.gen.ts';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { planName, describeTrial } from './plan-labels.ts';

const intervalLabels: Record<BillingInterval, string> = { monthly: 'Monthly', yearly: 'Yearly' };

/** Plan, billing and trial of the organization (read-only). */
export function PlanDetails({ organization }: { organization: Organization }) {
  const { billing, trial, plan, blocked, permissions } = organization;
  return (
    <Section title="Plan and billing">
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
      <Details>
        <Detail name="Plan">{planName(plan)}</Detail>
        {permissions.viewBilling && (
          <>
            <Detail name="Billing">
              {billing?.interval ? intervalLabels[billing.interval] : 'Not billed'}
            </Detail>
            {billing?.endDate && (
              <Detail name={billing.isScheduledToCancel ? 'Ends' : 'Renews'}>
                <Time value={billing.endDate} />
              </Detail>
            )}
            {trial && (
              <Detail name="Trial">
                {describeTrial(trial)}
                {trial.endDate && (
                  <>
                    {' '}
                    <Time value={trial.endDate} />
                  </>
                )}
              </Detail>
            )}
          </>
        )}
        <Detail name="Created">
          <Time value={organization.createdAt} />
        </Detail>
      </Details>
    </Section>
  );
}
