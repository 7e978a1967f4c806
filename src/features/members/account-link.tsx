import { useState } from 'react';
import { createAccountLinkMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { AccountLink, Member, Organization } from '#api/generated/types.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { confirm } from '#src/components/confirm/confirm.ts';
import { calendarDay } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface AccountLinkButtonProps {
  organization: Organization;
  member: Member;
}

/** Creates a link with which a member who was never here creates their account, and shows it once. */
export function AccountLinkButton({ organization, member }: AccountLinkButtonProps) {
  const isSupported = useSupports('createAccountLink');
  const [created, setCreated] = useState<AccountLink | null>(null);
  const { mutateAsync } = useApiMutation(createAccountLinkMutation(), {
    optional: 'createAccountLink',
    invalidates: [],
  });
  if (!isSupported || !organization.permissions.admin) return null;
  const { displayName } = member.user;
  const ask = () =>
    confirm({
      title: `Create an account link for ${displayName}?`,
      body: 'Whoever opens it first sets the password or passkey. Send it only to this person. Earlier links stop working.',
      confirmLabel: 'Create link',
      action: async () =>
        setCreated(await mutateAsync({ path: { organizationId: organization.id, userId: member.id } })),
    });
  return (
    <>
      <Button size="small" onClick={() => void ask()}>
        Create account link…
      </Button>
      {created && (
        <Dialog title={`Account link for ${displayName}`} size="medium" onClose={() => setCreated(null)}>
          <Callout tone="warning" className="mb-4">
            Copy the link now. It isn’t shown again. It works once, until {calendarDay(created.expiresAt)},
            and for this organization only.
          </Callout>
          <div className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
            <code className="min-w-0 flex-1 break-all" aria-label="Account link">
              {created.link}
            </code>
            <CopyButton text={created.link} what="account link" />
          </div>
          <div className="mt-4 flex justify-end">
            <Button tone="primary" onClick={() => setCreated(null)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
