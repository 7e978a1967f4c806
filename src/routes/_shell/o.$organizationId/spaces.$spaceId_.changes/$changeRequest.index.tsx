import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useChangeRequestActions } from '#src/features/change-requests/actions.ts';
import { ClosedNotice } from '#src/features/change-requests/details.tsx';
import { denialReasonsOf } from '#src/features/change-requests/labels.ts';
import { LiveNotice } from '#src/features/change-requests/live-notice.tsx';
import { ChangeRequestOverview } from '#src/features/change-requests/overview.tsx';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { readinessQueries, useReadiness } from '#src/features/change-requests/readiness.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/')({
  // Not awaited: the checks show what is still loading.
  loader: ({ context: { queryClient }, params: { spaceId, changeRequest } }) => {
    const { reviews, requested, conflicts } = readinessQueries({ spaceId, changeRequestId: changeRequest });
    void queryClient.prefetchQuery(reviews);
    void queryClient.prefetchQuery(requested);
    void queryClient.prefetchQuery(conflicts);
  },
  component: Overview,
});

/** Changes and activity of the change request, with checks, reviewers and details at the side. */
function Overview() {
  const { organizationId, spaceId, changeRequest: number } = Route.useParams();
  const navigate = Route.useNavigate();
  const path = { spaceId, changeRequestId: number };
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const actions = useChangeRequestActions(organizationId);
  const target = { path, changeRequest };
  const denialReasons = denialReasonsOf(changeRequest, space.permissions, currentUser()?.id);
  const readiness = useReadiness(target, denialReasons, true);
  return (
    <>
      {changeRequest.status === 'merged' ? (
        <LiveNotice organizationId={organizationId} path={path} space={space} />
      ) : (
        <ClosedNotice changeRequest={changeRequest} reason={denialReasons.edit} className="mb-4" />
      )}
      <ChangeRequestOverview
        organizationId={organizationId}
        target={target}
        readiness={readiness}
        denialReasons={denialReasons}
        space={space}
        actions={actions}
        onOpenDialog={(dialog) => void navigate({ to: '.', search: { dialog } })}
      />
    </>
  );
}
