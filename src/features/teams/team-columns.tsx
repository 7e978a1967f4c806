import type { Team, TeamMember } from '#api/generated/types.gen.ts';
import { LastSeen } from '#src/components/people/last-seen.tsx';
import { Person } from '#src/components/people/person.tsx';
import { permissionReasons } from '#src/components/permission/permission-reasons.ts';
import { roleDescription, roleName } from '#src/components/roles/role-labels.ts';
import { teamRoleName } from '#src/components/roles/team-role-labels.ts';
import type { Column } from '#src/components/table/columns.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { Time } from '#src/ui/time.tsx';

export const teamColumns: readonly Column<Team>[] = [
  {
    id: 'team',
    header: 'Team',
    cell: ({ title }) => (
      <span dir="auto" className="truncate">
        {title}
      </span>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    width: '9rem',
    from: 'md',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    id: 'members',
    header: 'Members',
    width: '6rem',
    align: 'end',
    cell: ({ members }) => countCell(members, 'member'),
  },
  {
    id: 'spaces',
    header: 'Spaces',
    width: '6rem',
    align: 'end',
    cell: ({ spaces }) => countCell(spaces, 'space'),
  },
];

/** A number; on phones with its noun, because there is no column header. */
function countCell(value: number, noun: string) {
  return (
    <>
      <span className="sm:hidden">{formatCount(value, noun)}</span>
      <span className="max-sm:hidden">{formatNumber(value)}</span>
    </>
  );
}

const memberColumn: Column<TeamMember> = {
  id: 'member',
  header: 'Member',
  cell: ({ organization }) => <Person user={organization.user} disabled={organization.disabled} />,
};

const commonColumns: readonly Column<TeamMember>[] = [
  {
    id: 'role',
    header: 'Organization role',
    width: '10rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ organization: { role } }) => <span data-tip={roleDescription(role)}>{roleName(role)}</span>,
  },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: '9rem',
    cell: ({ organization }) => <LastSeen value={organization.lastSeenAt} />,
  },
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
    cell: ({ team }) => <span data-tip={permissionReasons.teamOwner}>{teamRoleName(team.role)}</span>,
  },
  ...commonColumns,
];
