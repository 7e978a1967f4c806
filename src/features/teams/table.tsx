import { linkOptions, useRouter } from '@tanstack/react-router';
import { Pencil, Trash2, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Team, TeamMember, Organization } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { countColumn, timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { lastSeenColumn, personColumn } from '#src/domain/people/person.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { teamRoleName } from '#src/domain/roles/team-role-labels.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useTeamDeletion } from './actions.ts';

const teamColumns: readonly Column<Team>[] = [
  {
    id: 'team',
    header: 'Team',
    cell: ({ title }) => (
      <span dir="auto" className="truncate">
        {title}
      </span>
    ),
  },
  countColumn({ id: 'members', header: 'Members', count: ({ members }) => members, noun: 'member' }),
  countColumn({ id: 'spaces', header: 'Spaces', count: ({ spaces }) => spaces, noun: 'space' }),
  timeColumn({
    id: 'created',
    header: 'Created',
    from: 'md',
    phone: 'hidden',
    time: ({ createdAt }) => createdAt,
  }),
];

const memberColumn = personColumn<TeamMember>(({ organization }) => organization);

const commonColumns: readonly Column<TeamMember>[] = [
  {
    id: 'role',
    header: 'Organization role',
    width: '10rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ organization }) => roleName(organization.role),
    tip: ({ organization }) => roleDescription(organization.role),
  },
  lastSeenColumn(({ organization }) => organization.lastSeenAt),
];

const teamRoleColumn = { id: 'place', header: 'Team role', width: '8rem', phone: 'aside' } as const;

/** For team owners: the role cell opens a menu. */
export const editableTeamMemberColumns: readonly Column<TeamMember>[] = [
  memberColumn,
  {
    ...teamRoleColumn,
    cell: ({ team, organization }) => (
      <button
        type="button"
        data-row-menu="place"
        className="cell-choice"
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={`${teamRoleName(team.role)}, team role of ${organization.user.displayName}`}
      >
        {teamRoleName(team.role)}
      </button>
    ),
  },
  ...commonColumns,
];

export const readOnlyTeamMemberColumns: readonly Column<TeamMember>[] = [
  memberColumn,
  {
    ...teamRoleColumn,
    cell: ({ team }) => teamRoleName(team.role),
    tip: () => permissionReasons.teamOwner,
  },
  ...commonColumns,
];

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
