import { Link } from '@tanstack/react-router';
import { currentUser } from '#src/api/session.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { activityOf } from './activity.ts';
import { ActivityList } from './activity-list.tsx';
import type { ChangeRequestActions, Target } from './change-request-actions.ts';
import { isUnfinished } from './change-request-words.ts';
import { useReadiness } from './readiness-query.ts';
import { checksOf } from './readiness.ts';
import { ReadinessCard } from './readiness-card.tsx';
import type { Refusals } from './refusals.ts';
import { ReviewersPanel } from './reviewers-panel.tsx';

interface ChangeRequestOverviewProps {
  organizationId: string;
  target: Target;
  refusals: Refusals;
  actions: ChangeRequestActions;
  onAsk: (ask: 'review' | 'reviewers') => void;
  /** False while somebody runs along a list: nothing is asked for then. */
  enabled?: boolean;
}

/** Whether a change request is ready, who has reviewed it, and what happened to it. */
export function ChangeRequestOverview(props: ChangeRequestOverviewProps) {
  const { organizationId, target, refusals, actions, onAsk, enabled = true } = props;
  const { path, changeRequest } = target;
  const known = useReadiness(target, enabled);
  const isOwn = changeRequest.createdBy.id === currentUser()?.id;
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const small = buttonStyle('neutral', 'small');
  return (
    <div className="space-y-5">
      {isUnfinished(changeRequest) && (
        <ReadinessCard
          checks={checksOf({ changeRequest, refusals, isOwn, ...known })}
          controls={{
            main: (
              <Button size="small" disabledReason={refusals.edit} onClick={() => void actions.update(target)}>
                Update
              </Button>
            ),
            conflicts: (
              <Link
                to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/conflicts"
                params={params}
                className={small}
              >
                Settle
              </Link>
            ),
            pages: (
              <Link
                to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff"
                params={params}
                className={small}
              >
                View
              </Link>
            ),
            comments: (
              <Link
                to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments"
                params={params}
                className={small}
              >
                Read
              </Link>
            ),
            links: (
              <Link
                to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/links"
                params={params}
                className={small}
              >
                Look
              </Link>
            ),
            verdicts: (
              <Button size="small" disabledReason={refusals.edit} onClick={() => onAsk('reviewers')}>
                Ask for reviews
              </Button>
            ),
          }}
        />
      )}
      {known.requested !== null && (
        <ReviewersPanel
          path={path}
          reviews={known.reviews ?? []}
          requested={known.requested ?? []}
          refusal={refusals.edit}
          onAsk={() => onAsk('reviewers')}
        />
      )}
      <ActivityList entries={activityOf(changeRequest, known.reviews ?? [], known.requested ?? [])} />
    </div>
  );
}
