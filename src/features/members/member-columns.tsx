import type { Member } from '#api/generated/types.gen.ts';
import { LastSeen } from '#src/components/people/last-seen.tsx';
import { Person } from '#src/components/people/person.tsx';
import { roleDescription, roleName } from '#src/components/roles/role-labels.ts';
import type { Column } from '#src/components/table/columns.ts';
import { formatNumber } from '#src/lib/counts.ts';
import { calendarDay, exactTime } from '#src/lib/times.ts';

const roleColumn = { id: 'role', header: 'Role', width: '9.5rem', phone: 'aside' } as const;

const commonColumns: readonly Column<Member>[] = [
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: '8rem',
    sort: 'lastSeenAt',
    cell: ({ lastSeenAt }) => <LastSeen value={lastSeenAt} />,
  },
  {
    id: 'joined',
    header: 'Joined',
    width: '8rem',
    sort: 'joinedAt',
    from: 'md',
    phone: 'hidden',
    cell: ({ joinedAt }) => (
      <time dateTime={joinedAt} data-tip={exactTime(joinedAt)}>
        {calendarDay(joinedAt)}
      </time>
    ),
  },
  {
    id: 'sso',
    header: 'Sign-in',
    width: '6rem',
    from: 'lg',
    cell: ({ sso }) => (sso ? 'SSO' : 'Any'),
  },
  {
    id: 'spaces',
    header: 'Spaces',
    width: '4.5rem',
    align: 'end',
    from: 'lg',
    phone: 'hidden',
    cell: ({ spaces }) => formatNumber(spaces),
  },
  {
    id: 'teams',
    header: 'Teams',
    width: '4.5rem',
    align: 'end',
    from: 'lg',
    phone: 'hidden',
    cell: ({ teams }) => formatNumber(teams),
  },
];

const memberColumn: Column<Member> = {
  id: 'member',
  header: 'Member',
  cell: ({ user, disabled }) => <Person user={user} disabled={disabled} />,
};

/** For administrators: the role cell opens a menu. */
export const editableMemberColumns: readonly Column<Member>[] = [
  memberColumn,
  {
    ...roleColumn,
    cell: ({ role, user }) => (
      <button
        type="button"
        data-row-menu="role"
        className="cell-choice"
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={`${roleName(role)}, role of ${user.displayName}`}
      >
        {roleName(role)}
      </button>
    ),
  },
  ...commonColumns,
];

export const readOnlyMemberColumns: readonly Column<Member>[] = [
  memberColumn,
  { ...roleColumn, cell: ({ role }) => <span data-tip={roleDescription(role)}>{roleName(role)}</span> },
  ...commonColumns,
];
