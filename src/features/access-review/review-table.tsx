import { linkOptions } from '@tanstack/react-router';
import { KeyRound, ShieldCheck, UserMinus, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import { completeList } from '#src/api/paging.ts';
import type { BulkAction } from '#src/components/member-bulk/member-bulk-dialog.tsx';
import { LastSeen } from '#src/components/people/last-seen.tsx';
import { Person } from '#src/components/people/person.tsx';
import { roleName, type RoleOption } from '#src/components/roles/role-labels.ts';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { type SelectionAction, SelectionBar } from '#src/components/table/selection-bar.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { formatNumber } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import type { Finding } from './findings.ts';

const MemberBulkDialog = lazy(async () => ({
  default: (await import('#src/components/member-bulk/member-bulk-dialog.tsx')).MemberBulkDialog,
}));

const columns: readonly Column<Member>[] = [
  {
    id: 'member',
    header: 'Member',
    cell: ({ user, disabled }) => <Person user={user} disabled={disabled} />,
  },
  { id: 'role', header: 'Role', width: '9rem', phone: 'aside', cell: ({ role }) => roleName(role) },
  {
    id: 'seen',
    header: 'Last seen',
    width: '8rem',
    cell: ({ lastSeenAt }) => <LastSeen value={lastSeenAt} />,
  },
  { id: 'sso', header: 'Sign-in', width: '6rem', from: 'md', cell: ({ sso }) => (sso ? 'SSO' : 'Any') },
  {
    id: 'spaces',
    header: 'Spaces',
    width: '5rem',
    align: 'end',
    from: 'lg',
    phone: 'hidden',
    cell: ({ spaces }) => formatNumber(spaces),
  },
  {
    id: 'teams',
    header: 'Teams',
    width: '5rem',
    align: 'end',
    from: 'lg',
    phone: 'hidden',
    cell: ({ teams }) => formatNumber(teams),
  },
];

/** A bulk action suggested for a finding; `role` is set for role changes. */
interface SuggestedAction {
  action: BulkAction;
  role?: RoleOption;
  label: string;
  icon: ReactNode;
}

const changeRole: SuggestedAction = {
  action: 'role',
  role: 'edit',
  label: 'Change role…',
  icon: <ShieldCheck />,
};
const removeMembers: SuggestedAction = { action: 'remove', label: 'Remove…', icon: <UserMinus /> };

const suggestedActions: Record<Finding, readonly SuggestedAction[]> = {
  administrators: [changeRole],
  guests: [removeMembers],
  away: [{ action: 'role', role: null, label: 'Change to guest…', icon: <ShieldCheck /> }, removeMembers],
  'no-sso': [{ action: 'sso', label: 'Require single sign-on…', icon: <KeyRound /> }],
  'no-team': [{ action: 'team', label: 'Add to team…', icon: <Users /> }, removeMembers],
  disabled: [removeMembers],
};

interface ReviewTableProps {
  organization: Organization;
  finding: Finding;
  members: readonly Member[];
  empty: ReactNode;
}

export function ReviewTable({ organization, finding, members, empty }: ReviewTableProps) {
  const selection = useSelection(members.map(({ id }) => id));
  const [openAction, setOpenAction] = useState<SuggestedAction | null>(null);
  const selected = members.filter(({ id }) => selection.has(id));
  const targets = selected.length > 0 ? selected : members;
  const actions = suggestedActions[finding].map((action, index): SelectionAction => ({
    label: action.label,
    icon: action.icon,
    prominent: index === 0,
    ...(action.action === 'remove' ? { tone: 'danger' } : {}),
    onSelect: () => setOpenAction(action),
  }));
  return (
    <>
      {members.length > 0 && selected.length === 0 && (
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <span className="text-ink-soft">For all {formatNumber(members.length)}:</span>
          {suggestedActions[finding].map((action) => (
            <Button
              key={action.label}
              icon={action.icon}
              tone={action.action === 'remove' ? 'quiet-danger' : 'neutral'}
              onClick={() => setOpenAction(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      <DataTable
        label="Members"
        noun="member"
        list={completeList(members)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ user }) => user.displayName}
        rowLink={({ id }) =>
          linkOptions({
            to: '/o/$organizationId/members/$userId',
            params: { organizationId: organization.id, userId: id },
          })
        }
        selection={selection}
        empty={empty}
      />
      <SelectionBar count={selected.length} noun="member" onClear={selection.clear} actions={actions} />
      <Suspense>
        {openAction && (
          <MemberBulkDialog
            organizationId={organization.id}
            selection={{ members: targets }}
            action={openAction.action}
            {...(openAction.role === undefined ? {} : { role: openAction.role })}
            onClose={() => setOpenAction(null)}
          />
        )}
      </Suspense>
    </>
  );
}
