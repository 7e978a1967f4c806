import type { ReactNode } from 'react';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { roleEntries } from '#src/components/roles/role-entries.ts';
import { type RoleOption, roleDescription, roleName } from '#src/components/roles/role-labels.ts';
import { calendarDay, exactTime } from '#src/lib/times.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';

interface MemberDetailsProps {
  member: Member;
  organization: Organization;
  onRole: (role: RoleOption) => void;
  onRequireSso: () => void;
}

export function MemberDetails({ member, organization, onRole, onRequireSso }: MemberDetailsProps) {
  const administrator = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      <DetailItem
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
      </DetailItem>
      <DetailItem
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
        {member.sso ? 'Single sign-on' : 'Any'}
      </DetailItem>
      <DetailItem name="Last seen">
        <Time value={member.lastSeenAt} absent="Never" />
      </DetailItem>
      <DetailItem name="Joined">
        <time dateTime={member.joinedAt} data-tip={exactTime(member.joinedAt)}>
          {calendarDay(member.joinedAt)}
        </time>
      </DetailItem>
      <DetailItem name="User ID" action={<CopyButton text={member.id} what="user ID" size="small" />}>
        <code className="font-mono text-xs wrap-anywhere">{member.id}</code>
      </DetailItem>
    </dl>
  );
}

interface DetailItemProps {
  name: string;
  explanation?: string;
  action?: ReactNode;
  children: ReactNode;
}

function DetailItem({ name, explanation, action, children }: DetailItemProps) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-4 px-4 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">
        <span className="flex min-h-7 items-center justify-between gap-3">
          {children}
          {action}
        </span>
        {explanation && <span className="mt-1 block text-xs text-ink-soft text-pretty">{explanation}</span>}
      </dd>
    </div>
  );
}
