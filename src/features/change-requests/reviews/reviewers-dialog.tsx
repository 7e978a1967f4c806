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
import { PeopleField, type SelectablePerson } from '#src/domain/people/people-field.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import type { ChangeRequestActions, Target } from '../actions.ts';
import { useListsReviewers } from '../capabilities.ts';
import { parseReviewerRequests, nameOf } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import { type ChosenTeam, ReviewerField } from './reviewer-field.tsx';

interface Values {
  members: (Member | SelectablePerson)[];
  teams: ChosenTeam[];
}

const members = z.array(z.looseObject({ id: z.string() })).max(50, 'Select at most 50 people.');

const openSchema = z.object({
  members,
  teams: z.array(z.looseObject({ id: z.string() })).max(20, 'Select at most 20 teams.'),
});

const requestSchema = openSchema.refine((values) => values.members.length + values.teams.length > 0, {
  path: ['members'],
  error: 'Select at least one reviewer.',
});

interface ReviewersDialogProps {
  organizationId: string;
  target: Target;
  /** Opens a draft, with or without reviewers. Without it, at least one is requested. */
  onOpen?: ChangeRequestActions['open'] | undefined;
  onClose: () => void;
}

/** Requests reviews, or opens a draft for review. */
export function ReviewersDialog({ organizationId, target, onOpen, onClose }: ReviewersDialogProps) {
  const { path, changeRequest } = target;
  const requestReviews = useApiMutation(requestReviewersMutation(), {
    invalidates: changeRequestInvalidations,
  });
  const isDraft = changeRequest.status === 'draft';
  const openDraft = useApiMutation(
    { mutationFn: () => onOpen?.(target) ?? Promise.resolve() },
    { invalidates: [] },
  );
  const name = nameOf(changeRequest);
  return (
    <FormDialog<Values>
      title={onOpen ? `Open “${name}” for review` : `Request review of “${name}”`}
      {...(isDraft && !onOpen ? { description: 'Requesting a review opens the draft.' } : {})}
      // Reviewers are optional there: Enter goes on without.
      {...(onOpen && { initialFocus: 'button[type="submit"]' })}
      submitLabel={onOpen ? 'Open for review' : 'Request review'}
      schema={onOpen ? openSchema : requestSchema}
      defaultValues={{ members: [], teams: [] }}
      error={requestReviews.error ?? openDraft.error}
      pending={requestReviews.isPending || openDraft.isPending}
      onClose={onClose}
      onSubmit={async ({ members: reviewers, teams }) => {
        if (reviewers.length + teams.length === 0) return openDraft.mutateAsync();
        const body = {
          users: reviewers.map(({ id }) => id),
          ...(teams.length > 0 && { teams: teams.map(({ id }) => id) }),
        };
        await requestReviews.mutateAsync({ path, body });
        const who = [
          ...(reviewers.length > 0 ? [formatCount(reviewers.length, 'person', 'people')] : []),
          ...(teams.length > 0 ? [formatCount(teams.length, 'team')] : []),
        ].join(' and ');
        return toast(`Requested review of “${name}” from ${who}`);
      }}
    >
      {({ control }) => (
        <Reviewers
          control={control}
          organizationId={organizationId}
          target={target}
          isOptional={onOpen !== undefined}
        />
      )}
    </FormDialog>
  );
}

interface ReviewersProps {
  control: Control<Values, unknown, Values>;
  organizationId: string;
  target: Target;
  isOptional: boolean;
}

function Reviewers(props: ReviewersProps) {
  const { field, fieldState } = useController({ control: props.control, name: 'members' });
  const teams = useController({ control: props.control, name: 'teams' });
  const isListed = useListsReviewers();
  if (!isListed) return <AnyMembers {...props} />;
  return (
    <ReviewerField
      organizationId={props.organizationId}
      path={props.target.path}
      teams={teams.field.value}
      onTeams={teams.field.onChange}
      error={fieldState.error?.message ?? teams.fieldState.error?.message}
      optional={props.isOptional}
      selected={field.value}
      onChange={field.onChange}
    />
  );
}

/** At servers that don't list who may review: all members. */
function AnyMembers({
  control,
  organizationId,
  target: { path, changeRequest },
  isOptional,
}: ReviewersProps) {
  const { field, fieldState } = useController({ control, name: 'members' });
  const { data, isPending } = useQuery(listRequestedReviewersOptions({ path, query: { limit: 100 } }));
  const requests = parseReviewerRequests(data?.items ?? []);
  const denialReasonFor = ({ id }: Member) => {
    if (id === changeRequest.createdBy.id) return 'Author';
    return requests.some((request) => request.id === id) ? 'Requested' : undefined;
  };
  return (
    <PeopleField
      organizationId={organizationId}
      label="Reviewers"
      error={fieldState.error?.message}
      optional={isOptional}
      selected={field.value.filter((member) => 'role' in member)}
      onChange={field.onChange}
      isLoading={isPending}
      disabledReason={denialReasonFor}
    />
  );
}
