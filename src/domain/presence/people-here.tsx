import { currentUser } from '#src/api/session/session.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { describePeople } from './describe-editors.ts';
import { useOpenSubject } from './use-people.ts';

const maxPictures = 4;

/** The pictures of those who have the same thing open; with a page, the same page. */
export function PeopleHere({ subject }: { subject: string }) {
  const [, , page] = subject.split(':');
  const people = (useOpenSubject(subject) ?? []).filter((person) => person.page === page);
  const users = [...new Map(people.map(({ user }) => [user.id, user])).values()];
  if (users.length === 0) return null;
  const label = describePeople(users, currentUser()?.id);
  return (
    <span
      role="img"
      aria-label={label}
      data-tip={label}
      className="inline-flex shrink-0 items-center gap-0.5"
    >
      {users.slice(0, maxPictures).map(({ id, displayName, photoURL }) => (
        <Avatar key={id} name={displayName} src={photoURL} size="small" />
      ))}
      {users.length > maxPictures && <span className="text-xs">+{users.length - maxPictures}</span>}
    </span>
  );
}
