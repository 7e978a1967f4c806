import type { Member } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { Badge } from '#src/ui/badge.tsx';

/** The special states of a member. */
export function MemberBadges({ member }: { member: Member }) {
  return (
    <>
      {member.id === currentUser()?.id && <Badge>You</Badge>}
      {member.invitedAt && (
        <Badge tone="info" tip="Invited by email address, and never here yet.">
          Invited
        </Badge>
      )}
      {member.disabled && (
        <Badge tone="warning" tip="This member can’t sign in until an operator enables the account again.">
          Disabled
        </Badge>
      )}
    </>
  );
}
