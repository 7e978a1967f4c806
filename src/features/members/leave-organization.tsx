import { LogOut } from 'lucide-react';
import type { Organization } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { DangerAction } from '#src/components/layout/danger-zone.tsx';
import { useMemberActions } from './actions.ts';

/** The actions of every member on their own membership of an organization. */
export function LeaveOrganization({
  organization,
  onLeft,
}: {
  organization: Organization;
  onLeft: () => void;
}) {
  const user = currentUser();
  const { remove } = useMemberActions(organization, onLeft);
  return (
    <DangerAction
      explanation="You lose access to the organization. Your content stays."
      icon={<LogOut />}
      onClick={() => user && remove({ id: user.id, user })}
    >
      Leave organization…
    </DangerAction>
  );
}
