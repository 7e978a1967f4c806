import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { getSpaceOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { Page } from '#src/components/layout/page.tsx';
import { changeRequestOf } from '#src/features/change-requests/change-request-query.ts';
import { nameOf, statusOf } from '#src/features/change-requests/change-request-words.ts';
import { Badge } from '#src/ui/badge.tsx';
import { ChangeRequestTabs } from './-change-request/change-request-tabs.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest')({
  loader: ({ context: { queryClient }, params: { spaceId, changeRequest } }) =>
    Promise.all([
      queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } })),
      queryClient.ensureQueryData(changeRequestOf({ spaceId, changeRequestId: changeRequest })),
    ]),
  component: ChangeRequestPage,
});

/** One change request: what it is about, what can be done with it, and the tabs to its parts. */
function ChangeRequestPage() {
  const params = Route.useParams();
  const { organizationId, spaceId } = params;
  const path = { spaceId, changeRequestId: params.changeRequest };
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const status = statusOf(changeRequest.status);
  return (
    <Page
      title={nameOf(changeRequest)}
      crumbs={[
        {
          label: 'Content',
          link: linkOptions({ to: '/o/$organizationId/content', params: { organizationId } }),
        },
        {
          label: space.title,
          link: linkOptions({
            to: '/o/$organizationId/spaces/$spaceId',
            params: { organizationId, spaceId },
          }),
        },
        { label: `#${changeRequest.number}` },
      ]}
      badges={
        <>
          <Badge tone={status.tone} tip={status.meaning}>
            {status.name}
          </Badge>
          <span className="text-ink-soft tabular-nums">#{changeRequest.number}</span>
        </>
      }
      tabs={<ChangeRequestTabs {...params} />}
    >
      <Outlet />
    </Page>
  );
}
