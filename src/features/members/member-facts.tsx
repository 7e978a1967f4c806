import type { ReactNode } from 'react';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { roleEntries } from '#src/components/roles/role-entries.ts';
import { type RoleChoice, roleMeaning, roleName } from '#src/components/roles/role-words.ts';
import { calendarDay, exactTime } from '#src/lib/times.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';

interface MemberFactsProps {
  member: Member;
  organization: Organization;
  onRole: (role: RoleChoice) => void;
  onRequireSso: () => void;
}

/** What is known of a member, one fact a line, with what can be changed about it. */
export function MemberFacts({ member, organization, onRole, onRequireSso }: MemberFactsProps) {
  const administrator = unless(organization.permissions.admin, needs.administrator);
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      <Fact
        name="Role"
        explanation={roleMeaning(member.role)}
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
      </Fact>
      <Fact
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
      </Fact>
      <Fact name="Last seen">
        <Time value={member.lastSeenAt} absent="Never" />
      </Fact>
      <Fact name="Joined">
        <time dateTime={member.joinedAt} data-tip={exactTime(member.joinedAt)}>
          {calendarDay(member.joinedAt)}
        </time>
      </Fact>
      <Fact name="User ID" action={<CopyButton text={member.id} what="user ID" size="small" />}>
        <code className="font-mono text-xs wrap-anywhere">{member.id}</code>
      </Fact>
    </dl>
  );
}

interface FactProps {
  name: string;
  explanation?: string;
  action?: ReactNode;
  children: ReactNode;
}

function Fact({ name, explanation, action, children }: FactProps) {
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
