import { linkOptions, useNavigate } from '@tanstack/react-router';
import { Book, KeyRound } from 'lucide-react';
import { listMemberSpacesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Organization, MemberSpace } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions, useList } from '#src/api/paging.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { Address } from '#src/domain/people/address.tsx';
import { signInMethod } from '#src/domain/people/person.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleEntries, type RoleOption, roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import {
  invitedLabel,
  joinedLabel,
  lastSeenLabel,
  neverLabel,
  requireSsoLabel,
  resendInvitationLabel,
  roleLabel,
  signInLabel,
  spaceLabel,
  updatedLabel,
} from '#src/lib/shared-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';
import { AccountLinkButton } from './account-link.tsx';
import { useResendInvitations } from './invitations.ts';

export const spacesOfMember = (path: { organizationId: string; userId: string }) =>
  pagedOptions(listMemberSpacesInfiniteOptions({ path, query: { limit: pageSize } }));

const columns: readonly Column<MemberSpace>[] = [
  {
    id: 'space',
    header: spaceLabel,
    cell: ({ space }) => (
      <>
        <span aria-hidden="true" className="grid w-5 shrink-0 place-items-center text-base">
          {space.emoji ?? <Book className="size-4 text-ink-soft" />}
        </span>
        <span dir="auto" className="truncate">
          {space.title}
        </span>
      </>
    ),
  },
  {
    id: 'level',
    header: roleLabel,
    width: '9rem',
    phone: 'aside',
    cell: ({ permission }) => roleName(permission),
    tip: ({ permission }) => roleDescription(permission),
  },
  timeColumn({
    id: 'changed',
    header: updatedLabel,
    time: ({ space }) => space.updatedAt,
    event: updatedLabel,
  }),
];

interface MemberSpacesProps {
  organizationId: string;
  member: Member;
}

export function MemberSpaces({ organizationId, member }: MemberSpacesProps) {
  const navigate = useNavigate();
  const list = useList(spacesOfMember({ organizationId, userId: member.id }));
  return (
    <DataTable
      label={`Spaces of ${member.user.displayName}`}
      noun="space"
      list={list}
      columns={columns}
      rowId={({ space }) => space.id}
      rowName={({ space }) => space.title}
      rowLink={({ space }) =>
        linkOptions({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId: space.id },
        })
      }
      rowMenu={({ space }) => [
        {
          label: 'Explain access',
          icon: <KeyRound />,
          hint: 'See where it comes from',
          disabledReason: reasonUnless(space.permissions.admin, permissionReasons.accessManager),
          onSelect: () =>
            void navigate({
              to: '/o/$organizationId/spaces/$spaceId/access',
              params: { organizationId, spaceId: space.id },
              search: { q: member.user.email ?? member.user.displayName },
            }),
        },
      ]}
      empty={
        <EmptyState icon={<Book />} title="No spaces" className="rounded-lg border border-line">
          {member.user.displayName} doesn’t have access to any space yet.
        </EmptyState>
      }
    />
  );
}

interface MemberDetailsProps {
  member: Member;
  organization: Organization;
  onRole: (role: RoleOption) => void;
  onRequireSso: () => void;
}

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
        name={roleLabel}
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
        name={signInLabel}
        explanation={
          member.sso
            ? 'Only through the organization’s identity provider.'
            : 'Any sign-in method the server offers.'
        }
        action={
          !member.sso && (
            <Button size="small" disabledReason={administrator} onClick={onRequireSso}>
              {requireSsoLabel}
            </Button>
          )
        }
      >
        {signInMethod(member)}
      </Detail>
      <Detail
        name={lastSeenLabel}
        action={
          (!member.lastSeenAt || member.sso || organization.sso) && (
            <AccountLinkButton organization={organization} member={member} />
          )
        }
      >
        <Time value={member.lastSeenAt} absent={neverLabel} />
      </Detail>
      {member.invitedAt ? (
        <Detail
          name={invitedLabel}
          action={
            <Button
              size="small"
              pending={resend.isPending}
              disabledReason={administrator ?? resend.denialReason}
              onClick={() => void resend.send([member])}
            >
              {resendInvitationLabel}
            </Button>
          }
        >
          <Time value={member.invitedAt} />
        </Detail>
      ) : (
        <Detail name={joinedLabel}>
          <Time value={member.joinedAt} />
        </Detail>
      )}
      <Detail name="User ID" action={<CopyButton text={member.id} what="user ID" size="small" />}>
        <code className="font-mono text-xs wrap-anywhere">{member.id}</code>
      </Detail>
    </Details>
  );
}
