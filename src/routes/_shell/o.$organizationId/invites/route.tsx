import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Link2, Plus, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useList } from '#src/api/paging.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { fetchInvites, invitesOf, useInviteDenials } from '#src/features/invites/queries.ts';
import { InvitesDisabledNotice, OpenInviteById, InvitesTable } from '#src/features/invites/table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const meaning = 'Anyone with one of these links can join with its role.';

export const Route = createFileRoute('/_shell/o/$organizationId/invites')({
  loader: async ({ context: { queryClient }, params: { organizationId } }) => ({
    isListed: await fetchInvites(queryClient, organizationId),
  }),
  component: Invites,
  pendingComponent: () => (
    <Page isLoading title="Invite links" description={meaning}>
      <TableSkeleton columns={[8, 10, 8, 8]} />
    </Page>
  ),
});

function Invites() {
  const { organizationId } = Route.useParams();
  const { isListed } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { permissions, inviteLinks } = organization;
  const { createLink: disabledReason, inviteByEmail } = useInviteDenials(organization);
  useScreenActions(
    useMemo(() => {
      const run = () => void navigate({ to: '/o/$organizationId/invites/new' });
      return disabledReason ? [] : [{ label: 'New invite link', keys: 'n', icon: <Plus />, run }];
    }, [disabledReason, navigate]),
  );
  const create = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/invites/new', params: { organizationId } })}
      disabledReason={disabledReason}
      tone={tone}
      icon={<Plus />}
    >
      New invite link
    </LinkButton>
  );
  return (
    <Page
      title="Invite links"
      description={meaning}
      actions={
        <>
          <ListMenu
            moreEntries={() => [
              exportEntry(
                async () =>
                  (await import('#src/features/invites/invite-export.ts')).exportInvites(organization),
                'Without the link URLs',
              ),
            ]}
          />
          <LinkButton
            link={linkOptions({ to: '/o/$organizationId/members/invite', params: { organizationId } })}
            disabledReason={inviteByEmail}
            icon={<UserPlus />}
          >
            Invite people
          </LinkButton>
          {create('primary')}
        </>
      }
    >
      {!inviteLinks && <InvitesDisabledNotice organization={organization} />}
      {isListed ? (
        <ListedInvites organizationId={organizationId} create={create('neutral')} />
      ) : (
        <OpenInviteById
          onOpen={(inviteId) =>
            void navigate({
              to: '/o/$organizationId/invites/$inviteId',
              params: { organizationId, inviteId },
            })
          }
        />
      )}
      <ReadOnlyForm value={permissions.admin ? undefined : permissionReasons.administrator}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}

function ListedInvites({ organizationId, create }: { organizationId: string; create: React.ReactNode }) {
  const list = useList(invitesOf(organizationId));
  return (
    <InvitesTable
      organizationId={organizationId}
      list={list}
      empty={
        <EmptyState icon={<Link2 />} title="No invite links yet" action={create}>
          Share a link to let people join on their own. Revoke it at any time.
        </EmptyState>
      }
    />
  );
}
