import { lazy, Suspense } from 'react';
import type { DialogName } from './dialog-names.ts';
import type { Target } from './change-request-actions.ts';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));
const ReviewersDialog = lazy(async () => ({
  default: (await import('./reviewers-dialog.tsx')).ReviewersDialog,
}));

interface ChangeRequestDialogsProps {
  organizationId: string;
  dialog: DialogName | undefined;
  target: Target;
  onClose: () => void;
  /** Called after a review was submitted. */
  onReviewed?: () => void;
}

/** The dialog named in the URL, loaded when first opened. */
export function ChangeRequestDialogs({
  organizationId,
  dialog,
  target,
  onClose,
  onReviewed,
}: ChangeRequestDialogsProps) {
  return (
    <Suspense>
      {dialog === 'review' && <ReviewDialog target={target} onClose={onClose} onDone={onReviewed} />}
      {dialog === 'reviewers' && (
        <ReviewersDialog organizationId={organizationId} target={target} onClose={onClose} />
      )}
    </Suspense>
  );
}
