import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useChangeRequestActions } from '#src/features/change-requests/actions.ts';
import { fetchDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { ClosedNotice } from '#src/features/change-requests/details.tsx';
import { denialReasonsOf, isUntouched } from '#src/features/change-requests/labels.ts';
import { LiveNotice } from '#src/features/change-requests/live/live-notice.tsx';
import { ChangeRequestOverview } from '#src/features/change-requests/overview/overview.tsx';
import { changeRequestOf } from '#src/features/change-requests/queries.ts';
import { readinessQueries, useReadiness } from '#src/features/change-requests/readiness.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/')({
  loader: async ({ context: { queryClient }, params, cause, location: { state } }) => {
    const { spaceId, changeRequest } = params;
    // Not awaited: the checks show what is still loading.
    const { reviews, requested, conflicts } = readinessQueries({ spaceId, changeRequestId: changeRequest });
    void queryClient.prefetchQuery(reviews);
    void queryClient.prefetchQuery(requested);
    void queryClient.prefetchQuery(conflicts);
    if (cause === 'stay' || state.isOverviewChosen) return;
    // An empty draft opens where one writes. What can't be fetched is an error of the whole screen.
    if (await canBegin(queryClient, params).catch(() => false))
      throw redirect({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content',
        params,
        search: true,
        replace: true,
      });
  },
  component: Overview,
});

/** Whether it is a draft without changes that the user can edit. */
async function canBegin(
  queryClient: QueryClient,
  { spaceId, changeRequest: number }: { spaceId: string; changeRequest: string },
): Promise<boolean> {
  const path = { spaceId, changeRequestId: number };
  const changeRequest = await queryClient.ensureQueryData(changeRequestOf(path));
  if (changeRequest.status !== 'draft' || !isUntouched(changeRequest)) return false;
  const space = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } }));
  return (await fetchDenialReasons(queryClient, changeRequest, space)).write === undefined;
}

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
