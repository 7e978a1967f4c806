import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { FileText, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import type { ContentChange } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { currentUser } from '#src/api/session/session.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { changesLabel, requestReviewLabel } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { ChangeRequestActions, Target } from './actions.ts';
import { type ChangeRequestPath, isUnfinished, type DenialReasons } from './labels.ts';
import { ActivityList, ReadinessCard, ReviewersPanel } from './overview-panels.tsx';
import { useReadiness, checksOf } from './readiness.ts';
import { changesOf } from './views/sides.ts';
import { changePreviewLimit } from './views/viewed.ts';

const changeTypeLabels: Record<string, { name: string; tone: Tone }> = {
  page_created: { name: 'Added', tone: 'success' },
  page_edited: { name: 'Edited', tone: 'warning' },
  page_moved: { name: 'Moved', tone: 'info' },
  page_deleted: { name: 'Deleted', tone: 'danger' },
  file_created: { name: 'Added', tone: 'success' },
  file_edited: { name: 'Replaced', tone: 'warning' },
  file_deleted: { name: 'Deleted', tone: 'danger' },
};

interface ChangedPagesProps {
  organizationId: string;
  path: ChangeRequestPath;
  enabled: boolean;
}

/** Changed pages and files, one per line; [ and ] move between them. */
function ChangedPages({ organizationId, path, enabled }: ChangedPagesProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data, error } = useQuery({ ...changesOf(path, changePreviewLimit), enabled, retry: false });
  const step = (by: number) => {
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    const at = lines.findIndex((line) => line === document.activeElement);
    lines[
      at < 0 ? (by > 0 ? 0 : lines.length - 1) : Math.min(Math.max(at + by, 0), lines.length - 1)
    ]?.focus();
  };
  useShortcuts([
    { keys: ']', label: 'Next change', group: 'List', run: () => step(1) },
    { keys: '[', label: 'Previous change', group: 'List', run: () => step(-1) },
  ]);
  const params = { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const linkTo = ({ page }: ContentChange) =>
    page
      ? linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
          params: { ...params, pageId: page.id },
        })
      : linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/files', params });
  return (
    <section aria-label={changesLabel} className="rounded-lg border border-line">
      <h2 className="border-b border-line px-4 py-2.5 font-medium">
        {changesLabel}
        {data && (
          <span className="ml-2 font-normal text-ink-soft tabular-nums">
            {data.more ? `${changePreviewLimit}+` : data.changes.length}
          </span>
        )}
      </h2>
      {error && <p className="p-4 text-ink-soft">{errorMessage(error)}</p>}
      {!data && !error && (
        <div className="px-4">
          <SkeletonRows rows={3} label="Loading changes" />
        </div>
      )}
      {data?.changes.length === 0 && <p className="p-4 text-ink-soft">No changes yet.</p>}
      <ul ref={list} className="divide-y divide-line">
        {data?.changes.map((change) => (
          <ChangeLine
            key={`${change.type} ${change.page?.id ?? change.file?.id}`}
            change={change}
            link={linkTo(change)}
          />
        ))}
      </ul>
      {data?.more && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-soft">
          Only the first {formatCount(changePreviewLimit, 'change')} are listed.
        </p>
      )}
    </section>
  );
}

interface ChangeLineProps {
  change: ContentChange;
  /** The page that shows its diff. */
  link: LinkProps;
}

function ChangeLine({ change: { type, page, file }, link }: ChangeLineProps) {
  const { name, tone } = changeTypeLabels[type] ?? { name: type, tone: 'neutral' };
  const Icon = page ? FileText : Paperclip;
  const previous = page?.previousTitle ?? page?.previousPath;
  return (
    <li>
      <Link
        {...link}
        data-change=""
        className="flex min-h-9 items-center gap-2.5 px-4 py-1.5 -outline-offset-2 hover:bg-hover"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1 truncate">
          <bdi>{page?.title ?? file?.name}</bdi>
          {previous && <span className="text-ink-soft"> (was {previous})</span>}
        </span>
        <Badge tone={tone}>{name}</Badge>
      </Link>
    </li>
  );
}

interface ChangeRequestOverviewProps {
  organizationId: string;
  target: Target;
  denialReasons: DenialReasons;
  actions: ChangeRequestActions;
  onOpenDialog: (dialog: 'review' | 'reviewers') => void;
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
        reviews: (
          <Button size="small" disabledReason={denialReasons.edit} onClick={() => onOpenDialog('reviewers')}>
            {requestReviewLabel}
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
