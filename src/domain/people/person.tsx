import type { Member, User } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { countColumn, timeColumn } from '#src/components/table/columns.ts';
import type { Column } from '#src/components/table/data-table.tsx';
import { Avatar } from '#src/ui/avatar.tsx';

interface PersonProps {
  user: User;
  /** The member is disabled. */
  disabled?: boolean;
}

/** A person: picture and name, the email address below the name. */
export function Person(props: PersonProps) {
  return (
    <span className="person">
      <PersonLines {...props} />
    </span>
  );
}

/** The two lines are one text, which the stylesheet tells apart: a list of a thousand people has few elements. */
function PersonLines({ user, disabled = false }: PersonProps) {
  const note = disabled ? ' (disabled)' : user.id === currentUser()?.id ? ' (you)' : '';
  return (
    <>
      <Avatar name={user.displayName} src={user.photoURL} />
      {`${user.displayName}${note}${user.email ? `\n${user.email}` : ''}`}
    </>
  );
}

/** The first column of people whose rows are links. */
export const personColumn = <Row,>(person: (row: Row) => PersonProps): Column<Row> => ({
  id: 'member',
  header: 'Member',
  isPerson: true,
  cell: (row) => <PersonLines {...person(row)} />,
});

export const lastSeenColumn = <Row,>(time: (row: Row) => string | undefined): Column<Row> =>
  timeColumn({
    id: 'lastSeen',
    header: 'Last seen',
    width: '8rem',
    sort: 'lastSeenAt',
    time,
    absent: 'Never',
    event: 'Seen',
  });

const seenColumn = lastSeenColumn<Member>(({ lastSeenAt }) => lastSeenAt);

/** The cells of a member beside name and role, in the order of every table of members. */
export const memberColumns: readonly Column<Member>[] = [
  {
    ...seenColumn,
    cell: (member) => (member.invitedAt ? 'Invited' : seenColumn.cell(member)),
    tipTime: (member) => member.invitedAt ?? seenColumn.tipTime?.(member),
    after: (member) => (member.invitedAt ? undefined : seenColumn.after?.(member)),
  },
  timeColumn({
    id: 'joined',
    header: 'Joined',
    width: '8rem',
    sort: 'joinedAt',
    from: 'md',
    phone: 'hidden',
    absent: 'Not yet',
    time: ({ joinedAt, invitedAt }) => (invitedAt ? undefined : joinedAt),
  }),
  {
    id: 'sso',
    header: 'Sign-in',
    width: '6rem',
    from: 'lg',
    phone: 'hidden',
    cell: (member) => signInMethod(member),
  },
  countColumn({
    id: 'spaces',
    header: 'Spaces',
    from: 'lg',
    phone: 'hidden',
    count: ({ spaces }) => spaces,
    noun: 'space',
  }),
  countColumn({
    id: 'teams',
    header: 'Teams',
    from: 'lg',
    phone: 'hidden',
    count: ({ teams }) => teams,
    noun: 'team',
  }),
];

/** How a member signs in. */
export const signInMethod = ({ sso }: Member) => (sso ? 'SSO' : 'Any');
