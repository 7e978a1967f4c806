import { UserPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  removeRequestedReviewerMutation,
  removeRequestedTeamMutation,
  requestReviewersMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { RequestedReviewer, Review } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useTakesTeams } from '../capabilities.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import { latestReviews, pendingRequests } from '../readiness.ts';

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
  const takesTeams = useTakesTeams();
  return (
    <section aria-label="Reviewers" className="rounded-lg border border-line">
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="font-medium">Reviewers</h2>
        {!isClosed && (
          <Button size="small" icon={<UserPlus />} disabledReason={denialReason} onClick={onRequestReview}>
            Request review
          </Button>
        )}
      </header>
      {latest.length + pending.length === 0 && <p className="p-4 text-ink-soft">No reviewers yet.</p>}
      <ul className="divide-y divide-line">
        {latest.map(({ reviewer, status, outdated }) => (
          <Row key={reviewer.id} name={reviewer.displayName} photo={reviewer.photoURL}>
            {outdated && <Badge tip="Changed since this review.">Outdated</Badge>}
            <ReviewBadge status={status} />
          </Row>
        ))}
        {pending.map(({ id, displayName, user }) => (
          <Row key={id} name={displayName} photo={user?.photoURL}>
            {!user && <Badge>Team</Badge>}
            <Badge>Requested</Badge>
            {(user || takesTeams) && !isClosed && (
              <IconButton
                label={`Remove review request for ${displayName}`}
                size="small"
                disabledReason={denialReason}
                onClick={() => remove({ id, displayName, isTeam: !user })}
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
  return <Badge tone="warning">{status === 'changes-requested' ? 'Changes requested' : status}</Badge>;
}

/** A person or a team whose review is requested. */
interface Requested {
  id: string;
  displayName: string;
  isTeam: boolean;
}

/** Removes a review request. Can be undone. */
function useRemoveReviewRequest(path: ChangeRequestPath) {
  const refreshes = changeRequestInvalidations;
  const removePerson = useApiMutation(removeRequestedReviewerMutation(), { invalidates: refreshes });
  const removeTeam = useApiMutation(removeRequestedTeamMutation(), { invalidates: refreshes });
  const request = useApiMutation(requestReviewersMutation(), { invalidates: refreshes });
  return async ({ id, displayName, isTeam }: Requested) => {
    const removeRequest = () =>
      isTeam
        ? removeTeam.mutateAsync({ path: { ...path, teamId: id } })
        : removePerson.mutateAsync({ path: { ...path, userId: id } });
    try {
      await removeRequest();
    } catch (error) {
      return toastFailure(error);
    }
    recordUndoable({
      label: `Removed review request for ${displayName}`,
      undo: () => request.mutateAsync({ path, body: isTeam ? { teams: [id] } : { users: [id] } }),
      redo: removeRequest,
    });
  };
}
