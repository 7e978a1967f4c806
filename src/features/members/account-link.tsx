import { useState } from 'react';
import { createAccountLinkMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { AccountLink, Member, Organization } from '#api/generated/types.gen.ts';
import { useOptionalMutation } from '#src/api/optional-requests.ts';
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

/**
 * Creates a link and shows it once. A new member creates their account with it; where single sign-on is
 * required, it confirms the account of a member who hasn't used that yet.
 */
export function AccountLinkButton({ organization, member }: AccountLinkButtonProps) {
  const [created, setCreated] = useState<AccountLink | null>(null);
  const { mutateAsync, isOffered } = useOptionalMutation('createAccountLink', createAccountLinkMutation(), {
    optional: 'createAccountLink',
    invalidates: [],
  });
  if (!isOffered || !organization.permissions.admin) return null;
  const { displayName } = member.user;
  const requiresSso = member.sso || organization.sso;
  const noun = requiresSso ? 'sign-in link' : 'account link';
  const ask = () =>
    confirm({
      title: `Create ${requiresSso ? 'a' : 'an'} ${noun} for ${displayName}?`,
      body: requiresSso
        ? 'For someone whom single sign-on asks for one: they open it in the same browser afterwards. Send it only to this person. Earlier links stop working.'
        : 'Whoever opens it first sets the password or passkey. Send it only to this person. Earlier links stop working.',
      confirmLabel: 'Create link',
      action: async () =>
        setCreated(await mutateAsync({ path: { organizationId: organization.id, userId: member.id } })),
    });
  return (
    <>
      <Button size="small" onClick={() => void ask()}>
        Create {noun}…
      </Button>
      {created && (
        <Dialog
          title={`${requiresSso ? 'Sign-in' : 'Account'} link for ${displayName}`}
          size="medium"
          onClose={() => setCreated(null)}
          footer={
            <Button tone="primary" autoFocus onClick={() => setCreated(null)}>
              Done
            </Button>
          }
        >
          <Callout tone="warning" className="mb-4">
            Copy the link now. It isn’t shown again. It works once, until {calendarDay(created.expiresAt)},
            and for this organization only.
          </Callout>
          <div className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
            <code
              className="min-w-0 flex-1 break-all"
              aria-label={requiresSso ? 'Sign-in link' : 'Account link'}
            >
              {created.link}
            </code>
            <CopyButton text={created.link} what={noun} />
          </div>
        </Dialog>
      )}
    </>
  );
}
