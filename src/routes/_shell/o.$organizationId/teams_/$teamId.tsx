import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { ClipboardPaste, Ellipsis, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { getOrganizationOptions, getTeamOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useListTotal } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { SideBySide } from '#src/components/layout/record.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useTeamDeletion } from '#src/features/teams/actions.ts';
import { TeamDetails } from '#src/features/teams/team-details.tsx';
import { membersOfTeam } from '#src/features/teams/team-member-index.ts';
import { TeamMembers } from '#src/features/teams/team-members.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/teams_/$teamId')({
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(getTeamOptions({ path: params })),
      loadPart(queryClient.ensureInfiniteQueryData(membersOfTeam(params))),
    ]),
  component: TeamPage,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: its menu, then its sections in order of appearance
function TeamPage() {
  const path = Route.useParams();
  const { organizationId } = path;
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: team } = useSuspenseQuery(getTeamOptions({ path }));
  const askToDelete = useTeamDeletion(organizationId);
  const administrator = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  const owner = reasonUnless(team.permissions.admin, permissionReasons.teamOwner);

  const remove = async () => {
    if (await askToDelete(team))
      await navigate({ to: '/o/$organizationId/teams', params: path, replace: true });
  };
  const more = (): MenuEntry[] => [
    {
      label: pasteLabel,
      icon: <ClipboardPaste />,
      disabledReason: owner,
      onSelect: () => void navigate({ to: '/o/$organizationId/teams/$teamId/paste', params: path }),
    },
    {
      label: 'Rename…',
      icon: <Pencil />,
      disabledReason: administrator,
      onSelect: () => void navigate({ to: '/o/$organizationId/teams/$teamId/rename', params: path }),
    },
    'separator',
    {
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason: administrator,
      onSelect: () => void remove(),
    },
  ];
  useTeamActions(team.permissions.admin);
  const add = (tone: 'primary' | 'neutral') => (
    <LinkButton
      link={linkOptions({ to: '/o/$organizationId/teams/$teamId/add', params: path })}
      disabledReason={owner}
      tone={tone}
      icon={<UserPlus />}
    >
      Add members
    </LinkButton>
  );

  return (
    <Page
      title={team.title}
      layout="record"
      crumbs={[
        { label: 'Teams', link: linkOptions({ to: '/o/$organizationId/teams', params: path }) },
        { label: team.title },
      ]}
      actions={
        <>
          <MenuIconButton label="More actions" align="end" entries={more}>
            <Ellipsis />
          </MenuIconButton>
          {add('primary')}
        </>
      }
    >
      <SideBySide
        side={<TeamDetails team={team} members={useListTotal(membersOfTeam(path)) ?? team.members} />}
      >
        <PanelBoundary resetKey={team.id}>
          <TeamMembers organization={organization} team={team} add={add('neutral')} />
        </PanelBoundary>
      </SideBySide>
      <ReadOnlyForm value={owner}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}

const pasteLabel = 'Paste email addresses';

function useTeamActions(managed: boolean): void {
  const navigate = Route.useNavigate();
  useScreenActions(
    useMemo(() => {
      const add = () => void navigate({ to: '/o/$organizationId/teams/$teamId/add' });
      const paste = () => void navigate({ to: '/o/$organizationId/teams/$teamId/paste' });
      return managed
        ? [
            { label: 'Add members to team', keys: 'a', icon: <UserPlus />, run: add },
            { label: pasteLabel, icon: <ClipboardPaste />, run: paste },
          ]
        : [];
    }, [managed, navigate]),
  );
}
