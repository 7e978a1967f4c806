import { z } from 'zod';
import {
  createChangeRequestCommentMutation,
  createReviewMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ReviewStatus } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { RadioField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { changePending, toCommentCreate, usePending } from '#src/domain/comments/pending-comments.ts';
import { MentionField } from '#src/domain/mentions/mention-field.tsx';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { Target } from '../actions.ts';
import { useNoReviewsReason } from '../denial-reasons.ts';
import { nameOf } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import { describeUnviewed, useUnviewedPages } from '../views/viewed.ts';
import { PendingSummary, refusedIndex } from './pending-summary.tsx';

/** A comment is sent as one on the change request: it is no review. */
type ReviewChoice = ReviewStatus | 'comment';

interface Values {
  status: ReviewChoice | '';
  comment: string;
}

const values = z.object({
  status: z.enum(['approved', 'changes-requested', 'comment'], { error: 'Choose what you submit.' }),
  // An empty field counts as missing.
  comment: z.string().max(20_000).default(''),
});

/** Without gathered comments, a comment alone needs a text. */
const textSchema = values.refine(({ status, comment }) => status !== 'comment' || comment.trim() !== '', {
  path: ['comment'],
  error: 'Enter a comment.',
});

interface ReviewDialogProps {
  target: Target;
  onClose: () => void;
  /** Called after the review was submitted. */
  onDone?: (() => void) | undefined;
}

const reviewOptions = [
  { value: 'comment', label: 'Comment only' },
  { value: 'approved', label: 'Approve' },
  { value: 'changes-requested', label: 'Request changes' },
] as const satisfies readonly { value: ReviewChoice; label: string }[];

const resultLabels: Record<ReviewChoice, string> = {
  comment: 'Commented on',
  approved: 'Approved',
  'changes-requested': 'Requested changes to',
};

/** Submits a review. The draft survives a reload. */
export function ReviewDialog(props: ReviewDialogProps) {
  const noReviews = useNoReviewsReason();
  if (noReviews === undefined) return <ReviewForm {...props} />;
  const { target, onClose } = props;
  const title = `Review “${nameOf(target.changeRequest)}”`;
  return <Dialog title={title} description={noReviews} size="small" onClose={onClose} />;
}

/** Sends a review with the gathered comments, or the comments alone. Those that were sent are no longer pending. */
function useSending({ path, changeRequest: { id: changeRequestId } }: Target) {
  const pending = usePending(changeRequestId);
  const invalidates = [
    ...changeRequestInvalidations,
    'listChangeRequestComments',
    'listOrganizationComments',
  ] as const;
  const review = useApiMutation(createReviewMutation(), { invalidates });
  const addComment = useApiMutation(createChangeRequestCommentMutation(), { invalidates });
  const send = async (status: ReviewChoice, markdown: string) => {
    if (status !== 'comment') {
      const comments = pending.map(toCommentCreate);
      const texts = { ...(markdown && { comment: { markdown } }), ...(comments.length > 0 && { comments }) };
      await review.mutateAsync({ path, body: { status, ...texts } });
      for (const { id } of pending) changePending(changeRequestId, id, null);
      return;
    }
    for (const comment of pending) {
      await addComment.mutateAsync({ path, body: toCommentCreate(comment) });
      changePending(changeRequestId, comment.id, null);
    }
    if (markdown) await addComment.mutateAsync({ path, body: { body: { markdown } } });
  };
  const error = review.error ?? addComment.error;
  return { pending, send, error, isSending: review.isPending || addComment.isPending };
}

function ReviewForm({ target, onClose, onDone }: ReviewDialogProps) {
  const { path, changeRequest } = target;
  const isTouch = useMatches('(pointer: coarse)');
  const { pages } = useUnviewedPages(path, changeRequest, true);
  const unviewed = describeUnviewed(pages);
  const { pending, send, error, isSending } = useSending(target);
  return (
    <FormDialog<Values>
      title={`Review “${nameOf(changeRequest)}”`}
      description="Your review applies to the current revision."
      submitLabel="Submit review"
      schema={pending.length > 0 ? values : textSchema}
      defaultValues={{ status: '', comment: '' }}
      draft={`review.${changeRequest.id}`}
      error={error}
      pending={isSending}
      onClose={onClose}
      onSubmit={async ({ status, comment }) => {
        if (status === '') return;
        await send(status, comment.trim());
        toast(`${resultLabels[status]} “${nameOf(changeRequest)}”`);
      }}
      onSaved={({ status }) => {
        if (status !== 'comment') onDone?.();
      }}
    >
      {({ control, watch }) => (
        <>
          <PendingSummary
            changeRequestId={changeRequest.id}
            pending={pending}
            refused={refusedIndex(error)}
          />
          <RadioField control={control} name="status" label="Review" options={reviewOptions} />
          {watch('status') === 'approved' && unviewed !== undefined && (
            <Callout tone="warning">{unviewed}</Callout>
          )}
          <TextField
            control={control}
            name="comment"
            label="Comment"
            hint={isTouch ? 'Markdown.' : 'Markdown. Ctrl+Enter submits.'}
            limit={20_000}
            multiline
            optional
            renderControl={(field) => <MentionField {...field} spaceId={path.spaceId} className="min-h-16" />}
          />
        </>
      )}
    </FormDialog>
  );
}
