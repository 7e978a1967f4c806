import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { bypassMergeRulesMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Callout } from '#src/ui/callout.tsx';
import { recordOwnMerge, showConflicts, type Target, useMergeNavigation } from './actions.ts';
import { mergeReadinessOf, unmetRules } from './checks.ts';
import { nameOf } from './labels.ts';
import { changeRequestInvalidations } from './queries.ts';

interface Values {
  reason: string;
}

const maxLength = 1000;

const schema = z.object({ reason: z.string().max(maxLength) });

interface BypassDialogProps {
  organizationId: string;
  target: Target;
  onClose: () => void;
}

/** Merges although rules are not met; the reason is kept for those who manage the rules. */
export function BypassDialog({ organizationId, target, onClose }: BypassDialogProps) {
  const { path, changeRequest } = target;
  const { data: readiness } = useQuery(mergeReadinessOf(path));
  const { openConflicts, leaveEditing } = useMergeNavigation(organizationId);
  const bypass = useApiMutation(bypassMergeRulesMutation(), { invalidates: changeRequestInvalidations });
  const unmet = readiness ? unmetRules(readiness) : [];
  return (
    <FormDialog<Values>
      title={`Merge “${nameOf(changeRequest)}” against the rules?`}
      description="The audit log keeps your name and the reason."
      submitLabel="Merge against the rules"
      submitTone="danger"
      schema={schema}
      defaultValues={{ reason: '' }}
      error={bypass.error}
      pending={bypass.isPending}
      onClose={onClose}
      onSubmit={async (body) => {
        const { result } = await bypass.mutateAsync({ path, body });
        if (result === 'conflicts') {
          showConflicts('Not merged', () => openConflicts(target));
          return;
        }
        recordOwnMerge(changeRequest.id);
        leaveEditing(target);
        toast(`Merged “${nameOf(changeRequest)}” against the rules`);
      }}
    >
      {({ control }) => (
        <>
          {unmet.length > 0 && (
            <Callout tone="warning">
              <ul aria-label="Rules that are not met">
                {unmet.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </Callout>
          )}
          <TextField control={control} name="reason" label="Reason" limit={maxLength} multiline />
        </>
      )}
    </FormDialog>
  );
}
