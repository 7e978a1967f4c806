import { lazy, Suspense } from 'react';
import type { AskChoice } from './ask-choices.ts';
import type { Target } from './change-request-actions.ts';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));
const ReviewersDialog = lazy(async () => ({
  default: (await import('./reviewers-dialog.tsx')).ReviewersDialog,
}));

interface AskDialogsProps {
  organizationId: string;
  ask: AskChoice | undefined;
  target: Target;
  onClose: () => void;
  /** Called after a verdict was given. */
  onReviewed?: () => void;
}

/** The dialog that the address names, fetched when it is first opened. */
export function AskDialogs({ organizationId, ask, target, onClose, onReviewed }: AskDialogsProps) {
  return (
    <Suspense>
      {ask === 'review' && <ReviewDialog target={target} onClose={onClose} onDone={onReviewed} />}
      {ask === 'reviewers' && (
        <ReviewersDialog organizationId={organizationId} target={target} onClose={onClose} />
      )}
    </Suspense>
  );
}
