import { Copy, KeyRound, LogOut, User, UserMinus } from 'lucide-react';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session.ts';
import { copyText } from '#src/components/clipboard/copy-text.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { MemberActions } from './member-actions.ts';

export function memberMenu(
  member: Member,
  organization: Organization,
  { requireSso, remove }: MemberActions,
  open: () => void,
): MenuEntry[] {
  const administrator = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  const { email } = member.user;
  const self = member.id === currentUser()?.id;
  return [
    { label: 'Open', icon: <User />, onSelect: open },
    ...(email ? [{ label: 'Copy email address', icon: <Copy />, onSelect: () => void copy(email) }] : []),
    {
      label: 'Require single sign-on',
      icon: <KeyRound />,
      disabledReason: member.sso ? 'Already uses SSO.' : administrator,
      onSelect: () => requireSso(member),
    },
    'separator',
    self
      ? { label: 'Leave organization…', icon: <LogOut />, tone: 'danger', onSelect: () => remove(member) }
      : {
          label: 'Remove from organization…',
          icon: <UserMinus />,
          tone: 'danger',
          disabledReason: administrator,
          onSelect: () => remove(member),
        },
  ];
}

async function copy(email: string): Promise<void> {
  if (await copyText(email)) toast(`Copied ${email}`);
}
