import type { User } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { neverLabel } from '#src/lib/shared-labels.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Time } from '#src/ui/time.tsx';

interface PersonProps {
  user: User;
  /** The member is disabled. */
  disabled?: boolean;
}

/** A person in a list row: picture, name, email. The parent sets the layout. */
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

/** When a member was last seen. Adds the word on phones, which have no column heading. */
export function LastSeen({ value }: { value: string | undefined }) {
  return (
    <span className={value ? "max-sm:before:content-['Seen_']" : "max-sm:after:content-['_seen']"}>
      <Time value={value} absent={neverLabel} />
    </span>
  );
}
