import type { Member, Organization } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { Address } from '#src/domain/people/address.tsx';
import { signInMethod } from '#src/domain/people/person.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleEntries, type RoleOption, roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';
import { AccountLinkButton } from './account-link.tsx';
import { useResendInvitations } from './invitations.ts';

interface MemberDetailsProps {
  member: Member;
  organization: Organization;
  onRole: (role: RoleOption) => void;
  onRequireSso: () => void;
}

// oxlint-disable-next-line max-lines-per-function -- a list of details, from top to bottom
export function MemberDetails({ member, organization, onRole, onRequireSso }: MemberDetailsProps) {
  const resend = useResendInvitations(organization.id);
  const administrator = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  return (
    <Details>
      {member.user.email && (
        <Detail
          name="Email"
          action={<CopyButton text={member.user.email} what="email address" size="small" />}
        >
          <Address text={member.user.email} />
        </Detail>
      )}
      <Detail
        name="Role"
        explanation={roleDescription(member.role)}
        action={
          <MenuButton
            label={`Role of ${member.user.displayName}`}
            aria-label={`Change role, currently ${roleName(member.role)}`}
            entries={() => roleEntries(member.role, onRole)}
            align="end"
            size="small"
            disabledReason={administrator}
          >
            Change role
          </MenuButton>
        }
      >
        {roleName(member.role)}
      </Detail>
      <Detail
        name="Sign-in"
        explanation={
          member.sso
            ? 'Only through the organization’s identity provider.'
            : 'Any sign-in method the server offers.'
        }
        action={
          !member.sso && (
            <Button size="small" disabledReason={administrator} onClick={onRequireSso}>
              Require single sign-on
            </Button>
          )
        }
      >
        {signInMethod(member)}
      </Detail>
      <Detail
        name="Last seen"
        action={
          (!member.lastSeenAt || member.sso || organization.sso) && (
            <AccountLinkButton organization={organization} member={member} />
          )
        }
      >
        <Time value={member.lastSeenAt} absent="Never" />
      </Detail>
      {member.invitedAt ? (
        <Detail
          name="Invited"
          action={
            <Button
              size="small"
              pending={resend.isPending}
              disabledReason={administrator ?? resend.denialReason}
              onClick={() => void resend.send([member])}
            >
              Resend invitation
            </Button>
          }
        >
          <Time value={member.invitedAt} />
        </Detail>
      ) : (
        <Detail name="Joined">
          <Time value={member.joinedAt} />
        </Detail>
      )}
      <Detail name="User ID" action={<CopyButton text={member.id} what="user ID" size="small" />}>
        <code className="font-mono text-xs wrap-anywhere">{member.id}</code>
      </Detail>
    </Details>
  );
}
