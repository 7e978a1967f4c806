import { cancelPlannedMergeMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import type { Target } from '../actions.ts';
import { describeTime, planInvalidations } from './planned-merges.ts';

/** When a change request is merged by itself and for whom, or why it was not. */
export function PlanNotice({ target, denialReason }: { target: Target; denialReason: string | undefined }) {
  const { path, changeRequest } = target;
  const { plannedMerge: plan } = changeRequest;
  const cancel = useApiMutation(cancelPlannedMergeMutation(), { invalidates: planInvalidations });
  if (!plan) return null;
  const name = <bdi>{plan.user.displayName}</bdi>;
  if (plan.state === 'refused')
    return (
      <Callout tone="danger" title="Not merged as planned">
        {plan.problem} {name} planned to merge it {describeTime(plan)}.
      </Callout>
    );
  const run = async () => {
    try {
      await cancel.mutateAsync({ path });
      toast('Canceled the planned merge');
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Callout title={`Merges ${describeTime(plan)}`}>
      <p>
        Planned by {name}.{plan.problem !== undefined && <> Waiting: {plan.problem}</>}
      </p>
      <Button
        size="small"
        className="mt-2"
        pending={cancel.isPending}
        disabledReason={denialReason}
        onClick={() => void run()}
      >
        Cancel the planned merge
      </Button>
    </Callout>
  );
}
