import { useState } from 'react';
import { planMergeMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { firstSuggestedTime, ScheduleField } from '#src/domain/snooze/schedule-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { Target } from '../actions.ts';
import { nameOf } from '../labels.ts';
import { planInvalidations } from './planned-merges.ts';

const choices = [
  {
    when: 'ready',
    label: 'When it is ready',
    hint: 'As soon as the merge rules are met and nothing conflicts.',
  },
  { when: 'at', label: 'At a time', hint: 'If it is not ready then, you are told why.' },
] as const;

/** Chooses when a change request is merged by itself. */
export function PlanDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { path, changeRequest } = target;
  const [when, setWhen] = useState<'ready' | 'at'>('ready');
  const [text, setText] = useState(firstSuggestedTime);
  const [error, setError] = useState<string>();
  const plan = useApiMutation(planMergeMutation(), { invalidates: planInvalidations });
  const submit = async () => {
    const at = new Date(text);
    if (when === 'at' && !(at > new Date())) return setError('Enter a time in the future.');
    setError(undefined);
    try {
      await plan.mutateAsync({ path, body: { when, ...(when === 'at' && { at: at.toISOString() }) } });
    } catch {
      return undefined;
    }
    toast(`Planned the merge of “${nameOf(changeRequest)}”`);
    onClose();
  };
  return (
    <Dialog
      title={`Merge “${nameOf(changeRequest)}” later`}
      description="It merges in your name, with the permissions that you have then. You can cancel until then."
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" pending={plan.isPending} onClick={() => void submit()}>
            Merge later
          </Button>
        </>
      }
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {plan.error && (
          <Callout tone="danger" urgent title="Couldn’t plan the merge">
            {errorMessage(plan.error)}
          </Callout>
        )}
        <fieldset className="space-y-1">
          <legend className="sr-only">When</legend>
          {choices.map(({ when: value, label, hint }) => (
            <label key={value} className="flex min-h-6 items-start gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="when"
                className="checkbox mt-0.5"
                checked={when === value}
                onChange={() => setWhen(value)}
              />
              <span>
                {label}
                <span className="block text-xs text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {when === 'at' && <ScheduleField value={text} onChange={setText} error={error} />}
      </form>
    </Dialog>
  );
}
