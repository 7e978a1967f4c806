import { linkOptions, useRouter } from '@tanstack/react-router';
import { Pencil, Trash2, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organization, Team } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { teamColumns } from './team-columns.tsx';
import { useTeamDeletion } from './team-deletion.ts';

interface TeamsTableProps {
  organization: Organization;
  list: List<Team>;
  empty: ReactNode;
}

export function TeamsTable({ organization, list, empty }: TeamsTableProps) {
  const { navigate } = useRouter();
  const askToDelete = useTeamDeletion(organization.id);
  const paramsOf = ({ id }: Team) => ({ organizationId: organization.id, teamId: id });
  const linkOf = (team: Team) =>
    linkOptions({ to: '/o/$organizationId/teams/$teamId', params: paramsOf(team) });
  const administrator = reasonUnless(organization.permissions.admin, permissionReasons.administrator);

  const menuOf = (team: Team): MenuEntry[] => [
    { label: 'Open', icon: <Users />, onSelect: () => void navigate(linkOf(team)) },
    {
      label: 'Add members…',
      icon: <UserPlus />,
      disabledReason: reasonUnless(team.permissions.admin, permissionReasons.teamOwner),
      onSelect: () => void navigate({ to: '/o/$organizationId/teams/$teamId/add', params: paramsOf(team) }),
    },
    {
      label: 'Rename…',
      icon: <Pencil />,
      disabledReason: administrator,
      onSelect: () =>
        void navigate({ to: '/o/$organizationId/teams/$teamId/rename', params: paramsOf(team) }),
    },
    'separator',
    {
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      disabledReason: administrator,
      onSelect: () => void askToDelete(team),
    },
  ];

  return (
    <DataTable
      label="Teams"
      noun="team"
      list={list}
      columns={teamColumns}
      rowId={({ id }) => id}
      rowName={({ title }) => title}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}
