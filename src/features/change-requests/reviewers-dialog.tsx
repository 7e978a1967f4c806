import { useQuery } from '@tanstack/react-query';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import {
  listRequestedReviewersOptions,
  requestReviewersMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { PeopleField } from '#src/domain/people/people-field.tsx';
import { authorLabel, requestReviewLabel } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import type { Target } from './actions.ts';
import { parseReviewerRequests, nameOf } from './labels.ts';
import { changeRequestInvalidations } from './queries.ts';

interface Values {
  members: Member[];
}

const schema = z.object({
  members: z
    .array(z.looseObject({ id: z.string() }))
    .min(1, 'Select at least one person.')
    .max(50, 'Select at most 50 people.'),
});

interface ReviewersDialogProps {
  organizationId: string;
  target: Target;
  onClose: () => void;
}

/** Requests reviews. Opens a draft. */
export function ReviewersDialog({ organizationId, target, onClose }: ReviewersDialogProps) {
  const { path, changeRequest } = target;
  const requestReviews = useApiMutation(requestReviewersMutation(), {
    invalidates: changeRequestInvalidations,
  });
  return (
    <FormDialog<Values>
      title={`Request review of “${nameOf(changeRequest)}”`}
      {...(changeRequest.status === 'draft' ? { description: 'Requesting a review opens the draft.' } : {})}
      submitLabel={requestReviewLabel}
      schema={schema}
      defaultValues={{ members: [] }}
      error={requestReviews.error}
      pending={requestReviews.isPending}
      onClose={onClose}
      onSubmit={async ({ members }) => {
        await requestReviews.mutateAsync({ path, body: { users: members.map(({ id }) => id) } });
        toast(`Requested review from ${formatCount(members.length, 'person', 'people')}`);
      }}
    >
      {({ control }) => <Reviewers control={control} organizationId={organizationId} target={target} />}
    </FormDialog>
  );
}

interface ReviewersProps {
  control: Control<Values, unknown, Values>;
  organizationId: string;
  target: Target;
}

function Reviewers({ control, organizationId, target: { path, changeRequest } }: ReviewersProps) {
  const { field, fieldState } = useController({ control, name: 'members' });
  const { data, isPending } = useQuery(listRequestedReviewersOptions({ path, query: { limit: 100 } }));
  const requests = parseReviewerRequests(data?.items ?? []);
  const denialReasonFor = ({ id }: Member) => {
    if (id === changeRequest.createdBy.id) return authorLabel;
    return requests.some((request) => request.id === id) ? 'Requested' : undefined;
  };
  return (
    <PeopleField
      organizationId={organizationId}
      label="Reviewers"
      error={fieldState.error?.message}
      selected={field.value}
      onChange={field.onChange}
      isLoading={isPending}
      disabledReason={denialReasonFor}
    />
  );
}
