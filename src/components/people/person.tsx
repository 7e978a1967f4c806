import { currentUser } from '#src/api/session.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import type { User } from '#api/generated/types.gen.ts';

interface PersonProps {
  user: User;
  /** The server refuses this member. */
  disabled?: boolean;
}

/** Somebody in a row of a list: picture, name and, smaller, e-mail address. Its parent lays the parts out in a line. */
export function Person({ user, disabled = false }: PersonProps) {
  const note = disabled ? 'disabled' : user.id === currentUser()?.id && 'you';
  return (
    <>
      <Avatar name={user.displayName} src={user.photoURL} />
      <span className="min-w-0 truncate">
        <bdi>{user.displayName}</bdi>
        {note && <span className="font-normal text-ink-soft"> ({note})</span>}
        {user.email && (
          <bdi dir="ltr" className="ml-2 font-normal text-ink-soft">
            {user.email}
          </bdi>
        )}
      </span>
    </>
  );
}
