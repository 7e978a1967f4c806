import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentUser } from '#src/api/session/session.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import type { ChangeRequestActions, Target } from '../actions.ts';
import type { CheckSubject } from '../checks.ts';
import { DetailsPanel } from '../details.tsx';
import '../change-request.css';
import { type DenialReasons, isUnfinished } from '../labels.ts';
import { PlanNotice } from '../planned/plan-notice.tsx';
import { pendingRequests, type Readiness } from '../readiness.ts';
import { ActivityList } from './activity.tsx';
import { ChangedPages } from './changed-pages.tsx';
import { DescriptionPanel } from './description-panel.tsx';
import { MergeChecks, MergeChecksLine } from './merge-checks.tsx';
import { ReviewersPanel } from './overview-panels.tsx';

interface ChangeRequestOverviewProps {
  organizationId: string;
  target: Target;
  readiness: Readiness;
  denialReasons: DenialReasons;
  actions: ChangeRequestActions;
  onOpenDialog: (dialog: 'review' | 'reviewers' | 'description' | 'paragraphs') => void;
  /** On its own page: the space for the panel of details, and a second column where there is room. */
  space?: { title: string; emoji: string };
  /** False while the user moves quickly through a list: then nothing is fetched. */
  enabled?: boolean;
}

/** Changes with their text, merge checks, reviewers and activity. */
export function ChangeRequestOverview(props: ChangeRequestOverviewProps) {
  const { organizationId, target, readiness, denialReasons, onOpenDialog, space, enabled = true } = props;
  const { path, changeRequest } = target;
  const { checks, reviews, requested, isLoading } = readiness;
  const hasColumns = useMatches('(width >= 80rem)') && space !== undefined;
  const Checks = hasColumns ? MergeChecks : MergeChecksLine;
  const mergeChecks = isUnfinished(changeRequest) && (
    <Checks checks={checks} isLoading={isLoading} controls={checkControls(props)} />
  );
  const reviewers = !isLoading && <Reviewers {...props} />;
  const details = !isLoading && space && (
    <DetailsPanel path={path} changeRequest={changeRequest} space={space} organizationId={organizationId} />
  );
  const main = (
    <>
      <PlanNotice target={target} denialReason={denialReasons.merge} />
      <DescriptionPanel
        changeRequest={changeRequest}
        denialReason={denialReasons.edit}
        offersToAdd={space !== undefined}
        onEdit={() => onOpenDialog('description')}
      />
      <PanelBoundary resetKey={changeRequest.id}>
        <ChangedPages
          organizationId={organizationId}
          path={path}
          changeRequest={changeRequest}
          enabled={enabled}
        />
      </PanelBoundary>
      {!hasColumns && reviewers}
      {!isLoading && (
        <PanelBoundary resetKey={changeRequest.id}>
          <ActivityList
            organizationId={organizationId}
            path={path}
            changeRequest={changeRequest}
            reviews={reviews ?? []}
            requested={requested ?? []}
            commentStatus={space ? 'all' : 'open'}
            enabled={enabled}
          />
        </PanelBoundary>
      )}
    </>
  );
  if (!hasColumns)
    return (
      <div className="in-order space-y-4">
        {mergeChecks}
        {main}
        {details}
      </div>
    );
  return (
    <div className="grid grid-cols-main-aside items-start gap-8 layout-record">
      <div className="in-order space-y-6">{main}</div>
      <div className="flex flex-col gap-6">
        {mergeChecks}
        {reviewers}
        {details}
      </div>
    </div>
  );
}

/** Reviews and requests, unless a closed change request has none. */
function Reviewers({ target, readiness, denialReasons, onOpenDialog }: ChangeRequestOverviewProps) {
  const { path, changeRequest } = target;
  const { reviews, requested } = readiness;
  const isReviewed = (reviews?.length ?? 0) + (requested?.length ?? 0) > 0;
  if (requested === null || !(isUnfinished(changeRequest) || isReviewed)) return null;
  return (
    <PanelBoundary resetKey={changeRequest.id}>
      <ReviewersPanel
        path={path}
        reviews={reviews ?? []}
        requested={requested ?? []}
        isClosed={!isUnfinished(changeRequest)}
        denialReason={denialReasons.edit}
        onRequestReview={() => onOpenDialog('reviewers')}
      />
    </PanelBoundary>
  );
}

interface LinksLinkProps {
  params: { organizationId: string; spaceId: string; changeRequest: string };
  hash?: string;
  children: string;
}

function LinksLink({ params, hash, children }: LinksLinkProps) {
  return (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/links"
      params={params}
      hash={hash ?? ''}
      className={buttonStyle('neutral', 'small')}
    >
      {children}
    </Link>
  );
}

/** The control that resolves a check. */
function checkControls(props: ChangeRequestOverviewProps): Partial<Record<CheckSubject, ReactNode>> {
  const { organizationId, target, denialReasons, actions, onOpenDialog } = props;
  const { spaceId, changeRequestId } = target.path;
  const params = { organizationId, spaceId, changeRequest: changeRequestId };
  const small = buttonStyle('neutral', 'small');
  return {
    main: (
      <Button size="small" disabledReason={denialReasons.edit} onClick={() => void actions.update(target)}>
        Update
      </Button>
    ),
    empty: denialReasons.edit === undefined && (
      <Link
        to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content"
        params={params}
        className={small}
      >
        Open content
      </Link>
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
    paragraphs: (
      <Button size="small" onClick={() => onOpenDialog('paragraphs')}>
        Read
      </Button>
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
    links: <LinksLink params={params}>View links</LinksLink>,
    readers: (
      <LinksLink params={params} hash="readers">
        View problems
      </LinksLink>
    ),
    reviews: <ReviewControl {...props} />,
  };
}

/** Asks for a review, or begins the one that the person is asked for. */
function ReviewControl({ readiness, denialReasons, onOpenDialog }: ChangeRequestOverviewProps) {
  const isAwaited = pendingRequests(readiness.reviews ?? [], readiness.requested ?? []).some(
    ({ id }) => id === currentUser()?.id,
  );
  return isAwaited ? (
    <Button size="small" disabledReason={denialReasons.review} onClick={() => onOpenDialog('review')}>
      Review
    </Button>
  ) : (
    <Button size="small" disabledReason={denialReasons.edit} onClick={() => onOpenDialog('reviewers')}>
      Request review
    </Button>
  );
}
