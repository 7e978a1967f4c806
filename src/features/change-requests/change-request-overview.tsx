import { Link } from '@tanstack/react-router';
import { currentUser } from '#src/api/session.ts';
import { PanelBoundary } from '#src/components/errors/panel-boundary.tsx';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { ActivityList } from './activity-list.tsx';
import type { ChangeRequestActions, Target } from './change-request-actions.ts';
import { ChangedPages } from './changed-pages.tsx';
import { isUnfinished } from './change-request-labels.ts';
import { useReadiness } from './readiness-query.ts';
import { checksOf } from './readiness.ts';
import { ReadinessCard } from './readiness-card.tsx';
import type { DenialReasons } from './denial-reasons.ts';
import { ReviewersPanel } from './reviewers-panel.tsx';

interface ChangeRequestOverviewProps {
  organizationId: string;
  target: Target;
  denialReasons: DenialReasons;
  actions: ChangeRequestActions;
  onOpenDialog: (ask: 'review' | 'reviewers') => void;
  /** On its own page: two columns where there is room. */
  isWide?: boolean;
  /** False while the user moves quickly through a list: then nothing is fetched. */
  enabled?: boolean;
}

/** Changes, merge checks, reviewers and activity. */
export function ChangeRequestOverview(props: ChangeRequestOverviewProps) {
  const {
    organizationId,
    target,
    denialReasons,
    actions,
    onOpenDialog,
    isWide = false,
    enabled = true,
  } = props;
  const { path, changeRequest } = target;
  const readinessData = useReadiness(target, enabled);
  const isOwn = changeRequest.createdBy.id === currentUser()?.id;
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const small = buttonStyle('neutral', 'small');
  const readiness = isUnfinished(changeRequest) && (
    <ReadinessCard
      checks={checksOf({ changeRequest, denialReasons, isOwn, ...readinessData })}
      controls={{
        main: (
          <Button
            size="small"
            disabledReason={denialReasons.edit}
            onClick={() => void actions.update(target)}
          >
            Update
          </Button>
        ),
        conflicts: (
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/conflicts"
            params={params}
            className={small}
          >
            Resolve
          </Link>
        ),
        pages: (
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff"
            params={params}
            className={small}
          >
            View changes
          </Link>
        ),
        comments: (
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments"
            params={params}
            className={small}
          >
            View comments
          </Link>
        ),
        links: (
          <Link
            to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/links"
            params={params}
            className={small}
          >
            View links
          </Link>
        ),
        verdicts: (
          <Button size="small" disabledReason={denialReasons.edit} onClick={() => onOpenDialog('reviewers')}>
            Request review
          </Button>
        ),
      }}
    />
  );
  const reviewers = readinessData.requested !== null && (
    <PanelBoundary resetKey={changeRequest.id}>
      <ReviewersPanel
        path={path}
        reviews={readinessData.reviews ?? []}
        requested={readinessData.requested ?? []}
        denialReason={denialReasons.edit}
        onRequestReview={() => onOpenDialog('reviewers')}
      />
    </PanelBoundary>
  );
  const changes = (
    <PanelBoundary resetKey={changeRequest.id}>
      <ChangedPages organizationId={organizationId} path={path} enabled={enabled} />
    </PanelBoundary>
  );
  const activity = (
    <PanelBoundary resetKey={changeRequest.id}>
      <ActivityList
        changeRequest={changeRequest}
        reviews={readinessData.reviews ?? []}
        requested={readinessData.requested ?? []}
      />
    </PanelBoundary>
  );
  if (!isWide) {
    return (
      <div className="space-y-5">
        {changes}
        {readiness}
        {reviewers}
        {activity}
      </div>
    );
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex flex-col gap-5 max-xl:contents">
        {readiness}
        <div className="max-xl:order-last">{activity}</div>
      </div>
      <div className="flex flex-col gap-5 max-xl:contents">
        {changes}
        {reviewers}
      </div>
    </div>
  );
}
