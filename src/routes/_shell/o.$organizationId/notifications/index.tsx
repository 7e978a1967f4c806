import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Bell, CheckCheck, Ellipsis, ListChecks, Settings2 } from 'lucide-react';
import { useDeferredValue } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { useNotificationActions } from '#src/features/notifications/actions.ts';
import { NotificationList } from '#src/features/notifications/notification-list.tsx';
import {
  type NotificationSearch,
  parseNotificationSearch,
} from '#src/features/notifications/notification-search.ts';
import { notificationsOf } from '#src/features/notifications/queries.ts';
import { NotificationFilters, StateTabs } from '#src/features/notifications/toolbar.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';

const skeleton = { columns: [24, 11, 8], selectable: true };

export const Route = createFileRoute('/_shell/o/$organizationId/notifications/')({
  validateSearch: parseNotificationSearch,
  loaderDeps: ({ search }) => parseNotificationSearch(search),
  loader: ({ context: { queryClient }, params: { organizationId }, deps, cause }) =>
    loadList(queryClient, notificationsOf(organizationId, deps), cause),
  component: Notifications,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <Page title="Notifications">
          <EmptyState icon={<Bell />} title="No notifications on this server">
            This server doesn’t say what happened.
          </EmptyState>
        </Page>
      }
    />
  ),
  pendingComponent: () => (
    <Page isLoading title="Notifications">
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

/** What happened that concerns the person. */
function Notifications() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const visibleSearch = useDeferredValue(search);
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const actions = useNotificationActions(organizationId, search);
  const onSearch = (next: NotificationSearch) => void navigate({ search: next, replace: true });
  const more = () => [
    {
      label: 'Mark all as done',
      icon: <ListChecks />,
      onSelect: () => void actions.changeAll('inbox', 'done'),
    },
  ];
  return (
    <Page
      title="Notifications"
      tabs={<StateTabs organizationId={organizationId} search={search} />}
      actions={
        <>
          <MenuIconButton label="More actions" align="end" entries={more}>
            <Ellipsis />
          </MenuIconButton>
          <LinkButton
            icon={<Settings2 />}
            link={linkOptions({
              to: '/o/$organizationId/notifications/settings',
              params: { organizationId },
            })}
          >
            Settings
          </LinkButton>
          <Button icon={<CheckCheck />} onClick={() => void actions.changeAll('unread', 'read')}>
            Mark all as read
          </Button>
        </>
      }
    >
      <NotificationFilters search={search} organization={organization.title} onSearch={onSearch} />
      <ListSection
        query={notificationsOf(organizationId, visibleSearch)}
        isStale={visibleSearch !== search}
        skeleton={<TableSkeleton {...skeleton} />}
      >
        {(list) => (
          <NotificationList
            key={search.state ?? ''}
            list={list}
            search={search}
            actions={actions}
            onSearch={onSearch}
          />
        )}
      </ListSection>
    </Page>
  );
}
