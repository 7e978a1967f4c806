import { History, UserPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  removeRequestedReviewerMutation,
  requestReviewersMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, RequestedReviewer, Review, User } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import {
  archivedLabel,
  changesRequestedLabel,
  outdatedLabel,
  requestedLabel,
  requestReviewLabel,
  teamLabel,
  updatedLabel,
} from '#src/lib/shared-labels.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Time } from '#src/ui/time.tsx';
import { parseReviewerRequests, type ChangeRequestPath } from './labels.ts';
import { changeRequestInvalidations } from './queries.ts';
import { latestReviews, pendingRequests } from './readiness.ts';

interface ReviewersPanelProps {
  path: ChangeRequestPath;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
  /** Reviews are no longer requested. */
  isClosed: boolean;
  /** Why review requests can't be added or removed now. */
  denialReason: string | undefined;
  onRequestReview: () => void;
}

/** Latest reviews and pending review requests. */
export function ReviewersPanel({
  path,
  reviews,
  requested,
  isClosed,
  denialReason,
  onRequestReview,
}: ReviewersPanelProps) {
  const latest = latestReviews(reviews);
  const pending = pendingRequests(reviews, requested);
  const remove = useRemoveReviewRequest(path);
  return (
    <section aria-label="Reviewers" className="rounded-lg border border-line">
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="font-medium">Reviewers</h2>
        {!isClosed && (
          <Button size="small" icon={<UserPlus />} disabledReason={denialReason} onClick={onRequestReview}>
            {requestReviewLabel}
          </Button>
        )}
      </header>
      {latest.length + pending.length === 0 && <p className="p-4 text-ink-soft">No reviewers yet.</p>}
      <ul className="divide-y divide-line">
        {latest.map(({ reviewer, status, outdated }) => (
          <Row key={reviewer.id} name={reviewer.displayName} photo={reviewer.photoURL}>
            {outdated && <Badge tip="Changed since this review.">{outdatedLabel}</Badge>}
            <ReviewBadge status={status} />
          </Row>
        ))}
        {pending.map(({ id, displayName, user }) => (
          <Row key={id} name={displayName} photo={user?.photoURL}>
            {!user && <Badge>{teamLabel}</Badge>}
            <Badge>{requestedLabel}</Badge>
            {user && !isClosed && (
              <IconButton
                label={`Remove review request for ${displayName}`}
                size="small"
                disabledReason={denialReason}
                onClick={() => remove(user)}
              >
                <X />
              </IconButton>
            )}
          </Row>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  name: string;
  photo: string | undefined;
  children: ReactNode;
}

function Row({ name, photo, children }: RowProps) {
  return (
    <li className="flex min-h-11 items-center gap-2 py-1.5 pr-2 pl-4">
      <Avatar name={name} src={photo} />
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      {children}
    </li>
  );
}

function ReviewBadge({ status }: { status: string }) {
  if (status === 'approved') return <Badge tone="success">Approved</Badge>;
  return <Badge tone="warning">{status === 'changes-requested' ? changesRequestedLabel : status}</Badge>;
}

/** Removes a review request. Can be undone. */
function useRemoveReviewRequest(path: ChangeRequestPath) {
  const refreshes = changeRequestInvalidations;
  const remove = useApiMutation(removeRequestedReviewerMutation(), { invalidates: refreshes });
  const request = useApiMutation(requestReviewersMutation(), { invalidates: refreshes });
  return async (user: User) => {
    const removeRequest = () => remove.mutateAsync({ path: { ...path, userId: user.id } });
    try {
      await removeRequest();
    } catch (error) {
      return toastFailure(error);
    }
    recordUndoable({
      label: `Removed review request for ${user.displayName}`,
      undo: () => request.mutateAsync({ path, body: { users: [user.id] } }),
      redo: removeRequest,
    });
  };
}

export interface ActivityEntry {
  key: string;
  at: string;
  /** Null if the server does not report it. */
  by: User | null;
  text: string;
  /** Markdown. */
  comment?: string | undefined;
}

/** Activity of a change request, newest first. */
export function activityOf(
  {
    createdAt,
    createdBy,
    updatedAt,
    status,
  }: Pick<ChangeRequest, 'createdAt' | 'createdBy' | 'updatedAt' | 'status'>,
  reviews: readonly Review[],
  requested: readonly RequestedReviewer[],
): ActivityEntry[] {
  const last = status === 'merged' ? 'Merged' : status === 'archived' ? archivedLabel : updatedLabel;
  const entries: ActivityEntry[] = [
    { key: 'created', at: createdAt, by: createdBy, text: 'created this change request' },
    ...reviews.map(({ id, createdAt: at, reviewer, status: reviewStatus, comment, outdated }) => ({
      key: id,
      at,
      by: reviewer,
      text: `${describeReview(reviewStatus)}${outdated ? ' (outdated)' : ''}`,
      comment,
    })),
    ...parseReviewerRequests(requested).map(({ id, displayName, requestedBy, createdAt: at }) => ({
      key: `asked-${id}`,
      at,
      by: requestedBy,
      text: `requested a review from ${displayName}`,
    })),
  ];
  if (updatedAt !== createdAt) entries.push({ key: 'updated', at: updatedAt, by: null, text: last });
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** A review as an activity text: "approved". */
function describeReview(status: string): string {
  if (status === 'approved') return 'approved';
  return status === 'changes-requested' ? 'requested changes' : status;
}

interface ActivityListProps {
  changeRequest: ChangeRequest;
  reviews: readonly Review[];
  requested: readonly RequestedReviewer[];
}

export function ActivityList({ changeRequest, reviews, requested }: ActivityListProps) {
  const entries = activityOf(changeRequest, reviews, requested);
  return (
    <section aria-label="Activity">
      <h2 className="mb-2 font-medium">Activity</h2>
      <ol className="space-y-3">
        {entries.map(({ key, at, by, text, comment }) => (
          <li key={key} className="flex gap-2.5">
            {by ? (
              <Avatar name={by.displayName} src={by.photoURL} />
            ) : (
              <History aria-hidden="true" className="size-6 shrink-0 p-1 text-ink-soft" />
            )}
            <div className="min-w-0 flex-1">
              <p className="text-pretty wrap-anywhere">
                {by && <bdi className="font-medium">{by.displayName} </bdi>}
                {text}
                <span className="text-ink-soft">
                  {' '}
                  <Time value={at} />
                </span>
              </p>
              {comment && (
                <p
                  dir="auto"
                  className="mt-1 rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere"
                >
                  {comment}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
