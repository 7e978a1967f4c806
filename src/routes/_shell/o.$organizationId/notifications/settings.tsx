import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { AddressNotice } from '#src/features/account/address-notice.tsx';
import { ownAddress } from '#src/features/account/credentials.ts';
import { notificationSettingsOf, type SettingsScope } from '#src/features/notifications/queries.ts';
import { NotificationSettingsForm } from '#src/features/notifications/settings-form.tsx';
import { Subscriptions } from '#src/features/notifications/subscriptions.tsx';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';

const skeleton = Array.from({ length: 9 }, () => 'hint' as const);

const validateSearch = searchParams({ scope: choiceParam(['organization']) });

const scopeOf = (organizationId: string, scope: 'organization' | undefined): SettingsScope =>
  scope === 'organization' ? organizationId : null;

export const Route = createFileRoute('/_shell/o/$organizationId/notifications/settings')({
  validateSearch,
  loaderDeps: ({ search: { scope } }) => ({ scope }),
  loader: ({ context: { queryClient }, params: { organizationId }, deps: { scope } }) =>
    queryClient.ensureQueryData(notificationSettingsOf(scopeOf(organizationId, scope))),
  component: NotificationSettings,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <Page title="Notification settings">
          <EmptyState icon={<Bell />} title="No notifications on this server">
            This server doesn’t say what happened.
          </EmptyState>
        </Page>
      }
    />
  ),
  pendingComponent: () => (
    <Page isLoading title="Notification settings" layout="form">
      <FormSkeleton fields={skeleton} />
    </Page>
  ),
});

/** How notifications reach the person, in all organizations or in this one, and what they follow. */
function NotificationSettings() {
  const { organizationId } = Route.useParams();
  const { scope } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const settingsScope = scopeOf(organizationId, scope);
  return (
    <Page
      title="Notification settings"
      layout="form"
      crumbs={[
        {
          label: 'Notifications',
          link: linkOptions({ to: '/o/$organizationId/notifications', params: { organizationId } }),
        },
        { label: 'Notification settings' },
      ]}
    >
      <MailNotice />
      <div className="mb-4">
        <SegmentedControl
          label="Applies to"
          value={scope ?? 'all'}
          options={[
            { value: 'all', label: 'All organizations' },
            { value: 'organization', label: organization.title },
          ]}
          onChange={(value) =>
            void navigate({ search: { scope: value === 'all' ? undefined : value }, replace: true })
          }
        />
      </div>
      <NotificationSettingsForm
        key={scope ?? 'all'}
        scope={settingsScope}
        scopeName={settingsScope === null ? 'all organizations' : organization.title}
      />
      <Subscriptions scope={settingsScope} />
    </Page>
  );
}

/** Why nothing is mailed. */
function MailNotice() {
  const { data: address } = useQuery(ownAddress());
  if (address && !address.canMail)
    return (
      <Callout title="No mail from this server" className="mb-6">
        Mail isn’t set up, or never goes to your address. Notifications appear here only.
      </Callout>
    );
  return <AddressNotice />;
}
