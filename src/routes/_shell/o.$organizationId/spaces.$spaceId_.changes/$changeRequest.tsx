import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet, useChildMatches, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { useSubscriptionEntries } from '#src/domain/notifications/subscription-entries.tsx';
import { ViewAsSite } from '#src/domain/published/view-as-site.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import {
  ActionButtons,
  ChangeRequestDialogs,
  useChangeRequestKeys,
} from '#src/features/change-requests/action-buttons.tsx';
import { useChangeRequestActions } from '#src/features/change-requests/actions.ts';
import { useDenialReasons } from '#src/features/change-requests/denial-reasons.ts';
import { StatusBadges, MergedNotice } from '#src/features/change-requests/details.tsx';
import { nameOf } from '#src/features/change-requests/labels.ts';
import { type DialogName, dialogNames, changeRequestOf } from '#src/features/change-requests/queries.ts';
import { useReadiness } from '#src/features/change-requests/readiness.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { ChangeRequestTabs } from '#src/routes/_shell/o.$organizationId/-change-request/change-request-tabs.tsx';
import { LiveBadge } from '#src/routes/_shell/o.$organizationId/-change-request/live-badge.tsx';
import { useContentEntries } from '#src/routes/_shell/o.$organizationId/-change-request/use-content-entries.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const validateSearch = searchParams({ dialog: choiceParam(dialogNames) });

// Few visits rename, and forms are the largest part of a screen.
const SubjectForm = lazyPart(async () => ({
  default: (await import('#src/features/change-requests/subject-form.tsx')).SubjectForm,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest')({
  staticData: { hasScreens: true },
  validateSearch,
  loader: ({ context: { queryClient }, params: { spaceId, changeRequest } }) =>
    Promise.all([
      queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } })),
      queryClient.ensureQueryData(changeRequestOf({ spaceId, changeRequestId: changeRequest })),
    ]),
  component: ChangeRequestPage,
  pendingComponent: () => (
    <Page isLoading title="Change request">
      <SkeletonRows />
    </Page>
  ),
});

/** A change request: subject, status, actions and tabs. */
// oxlint-disable-next-line max-lines-per-function -- one screen: heading, actions and tabs in order of appearance
function ChangeRequestPage() {
  const params = Route.useParams();
  const { organizationId, spaceId } = params;
  const { dialog } = Route.useSearch();
  // Without `from`, so that `.` is the open tab, not the overview.
  const navigate = useNavigate();
  const path = { spaceId, changeRequestId: params.changeRequest };
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: changeRequest } = useSuspenseQuery(changeRequestOf(path));
  const [isRenaming, setRenaming] = useState(false);
  const actions = useChangeRequestActions(organizationId);
  const target = { path, changeRequest };
  const denialReasons = useDenialReasons(changeRequest, space.permissions);
  const show = (next?: DialogName) =>
    void navigate({ to: '.', search: (old) => ({ ...old, dialog: next }), replace: next === undefined });
  const subscriptionEntries = useSubscriptionEntries(params.organizationId, {
    kind: 'change-request',
    id: changeRequest.id,
    title: changeRequest.subject.trim() || `#${changeRequest.number}`,
  });
  const contentEntries = useContentEntries(params, changeRequest, denialReasons, () => show('replace'));
  const tab = useChildMatches({ select: (matches) => /\/(\w+)$/.exec(matches[0]?.routeId ?? '')?.[1] });
  const pageId = useChildMatches({ select: (matches) => shownPage(matches.at(-1)?.params) });
  // Without fetching, since only the overview shows the checks.
  const { checks, canBypass } = useReadiness(target, denialReasons, false);
  // On the comments tab, E and R apply to comments.
  useChangeRequestKeys(tab === 'comments' ? null : target, actions, () => show('review'));

  return (
    <Page
      title={nameOf(changeRequest)}
      crumbs={[
        {
          label: 'Inbox',
          link: linkOptions({ to: '/o/$organizationId/inbox', params: { organizationId } }),
        },
        {
          label: space.title,
          link: linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes', params }),
        },
        { label: `#${changeRequest.number}` },
      ]}
      editor={
        isRenaming && (
          <Suspense fallback={<span className="text-base font-semibold">{changeRequest.subject}</span>}>
            <SubjectForm
              path={path}
              subject={changeRequest.subject}
              onSave={(subject, before) => actions.rename(target, subject, before)}
              onClose={() => setRenaming(false)}
            />
          </Suspense>
        )
      }
      badges={
        <>
          <StatusBadges changeRequest={changeRequest} />
          <LiveBadge {...params} id={changeRequest.id} page={pageId} />
        </>
      }
      actions={
        <ActionButtons
          target={target}
          denialReasons={denialReasons}
          actions={actions}
          checks={checks}
          canBypass={canBypass}
          isMainStep={tab !== 'import' && tab !== 'conflicts'}
          onOpenDialog={show}
          onRename={() => setRenaming(true)}
          more={[...contentEntries, ...subscriptionEntries]}
        >
          <ViewAsSite
            organizationId={organizationId}
            spaceId={space.id}
            content={{ changeRequest: changeRequest.id, page: pageId }}
          />
        </ActionButtons>
      }
      tabs={<ChangeRequestTabs {...params} comments={changeRequest.comments} />}
    >
      <MergedNotice key={changeRequest.id} changeRequest={changeRequest} />
      <Outlet />
      <ChangeRequestDialogs
        organizationId={organizationId}
        dialog={dialog}
        target={target}
        actions={actions}
        onClose={() => show()}
      />
    </Page>
  );
}

/** The page of a tab that shows one, such as its differences. */
function shownPage(params: object | undefined): string | undefined {
  return params && 'pageId' in params && typeof params.pageId === 'string' ? params.pageId : undefined;
}
