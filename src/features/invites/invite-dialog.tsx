import { Trash2 } from 'lucide-react';
import type { Invite } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { roleEntries, roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { inviteRoles, useInviteChanges, useOptimisticInvites } from './actions.ts';
import { redundantDescription } from './table.tsx';
import { targetInText } from './targets.ts';
import { useInviteTargets } from './use-invite-targets.ts';

interface InviteDialogProps {
  organizationId: string;
  invite: Invite;
  /** Called when the dialog is closed or the link is revoked. */
  onClose: () => void;
}

export function InviteDialog({ organizationId, invite, onClose }: InviteDialogProps) {
  const { setRole, confirmRevoke } = useInviteChanges(organizationId);
  const [named] = useInviteTargets(useOptimisticInvites([invite]));
  if (!named) return null;
  const { role, redundant, urls } = named.invite;
  const revoke = async () => {
    if (await confirmRevoke(named)) onClose();
  };
  return (
    <Dialog
      title={`Invite link to ${targetInText(named)}`}
      description="Anyone with the link can join."
      onClose={onClose}
      initialFocus="[data-copy-link]"
      footer={
        <>
          <Button tone="quiet-danger" icon={<Trash2 />} onClick={revoke} className="-ml-3 mr-auto">
            Revoke…
          </Button>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {urls?.app ? (
          <Field label="Invite link">
            {({ id }) => (
              <div className="flex gap-2">
                <Input id={id} readOnly value={urls.app ?? ''} onFocus={(event) => event.target.select()} />
                <CopyButton showLabel text={urls.app ?? ''} what="link" data-copy-link="" />
              </div>
            )}
          </Field>
        ) : (
          <Callout>The URL of this link isn’t available.</Callout>
        )}
        <div className="flex items-center justify-between gap-4">
          <div>
            <p className="font-medium">{roleName(role)}</p>
            <p className="text-xs text-ink-soft">{roleDescription(role)}</p>
          </div>
          <MenuButton
            label="Role"
            aria-label={`Change role, currently ${roleName(role)}`}
            align="end"
            entries={() => roleEntries(role, (next) => setRole(named, next), inviteRoles)}
          >
            Change role
          </MenuButton>
        </div>
        {redundant && <Callout title="Redundant">{redundantDescription}</Callout>}
      </div>
    </Dialog>
  );
}
