import { createReviewMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ReviewStatus } from '#api/generated/types.gen.ts';
import { zCreateReviewBody } from '#api/generated/zod.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { changesRequestedLabel } from '#src/lib/shared-labels.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import type { Target } from './actions.ts';
import { nameOf, noReviewsReason } from './labels.ts';
import { changeRequestInvalidations } from './queries.ts';

interface Values {
  status: ReviewStatus;
  comment: string;
}

interface ReviewDialogProps {
  target: Target;
  onClose: () => void;
  /** Called after the review was submitted. */
  onDone?: (() => void) | undefined;
}

const reviewOptions = [
  { value: 'approved', label: 'Approve' },
  { value: 'changes-requested', label: 'Request changes' },
] as const satisfies readonly { value: ReviewStatus; label: string }[];

/** Submits a review. The draft survives a reload. */
export function ReviewDialog(props: ReviewDialogProps) {
  if (useSupports('createReview') !== false) return <ReviewForm {...props} />;
  const { target, onClose } = props;
  const title = `Review “${nameOf(target.changeRequest)}”`;
  return <Dialog title={title} description={noReviewsReason} size="small" onClose={onClose} />;
}

function ReviewForm({ target, onClose, onDone }: ReviewDialogProps) {
  const { path, changeRequest } = target;
  const isTouch = useMatches('(pointer: coarse)');
  const review = useApiMutation(createReviewMutation(), { invalidates: changeRequestInvalidations });
  return (
    <FormDialog<Values>
      title={`Review “${nameOf(changeRequest)}”`}
      description="Your review applies to the current revision."
      submitLabel="Submit review"
      schema={zCreateReviewBody}
      defaultValues={{ status: 'approved', comment: '' }}
      draft={`review.${changeRequest.id}`}
      error={review.error}
      pending={review.isPending}
      onClose={onClose}
      onSubmit={async ({ status, comment }) => {
        const trimmedComment = comment.trim();
        await review.mutateAsync({
          path,
          body: { status, ...(trimmedComment && { comment: { markdown: trimmedComment } }) },
        });
        toast(status === 'approved' ? 'Approved' : changesRequestedLabel);
        onDone?.();
      }}
    >
      {({ control }) => (
        <>
          <SelectField control={control} name="status" label="Review" options={reviewOptions} />
          <TextField
            control={control}
            name="comment"
            label="Comment"
            hint={isTouch ? 'Markdown.' : 'Markdown. Ctrl+Enter submits.'}
            limit={20_000}
            multiline
            optional
          />
        </>
      )}
    </FormDialog>
  );
}
