import { linkOptions, useRouter } from '@tanstack/react-router';
import { Copy, KeyRound, LogOut, MailPlus, User, UserMinus, SearchX } from 'lucide-react';
import { useState, Suspense, useMemo } from 'react';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { type ListSelection, useSelection } from '#src/components/table/use-selection.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { memberColumns, personColumn } from '#src/domain/people/person.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleDescription, roleName, roleEntries } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { type MemberActions, useMemberActions, useOptimisticRoles, useRoleChange } from './actions.ts';
import { type ResendInvitations, useResendInvitations } from './invitations.ts';
import { type MemberSearch, withSorting, sortingOf } from './queries.ts';

/** The selected members: some of the loaded rows, or all that match the filter. */
interface MemberSelectionState {
  selection: ListSelection;
  selected: readonly Member[];
  all: boolean;
  selectAll: () => void;
  clear: () => void;
}

/**
 * @param filter clears the selection of all when it changes
 */
function useMemberSelection(members: readonly Member[], filter: string): MemberSelectionState {
  const [allOf, setAllOf] = useState<string | null>(null);
  const ids = useMemo(() => members.map(({ id }) => id), [members]);
  const rows = useSelection(ids, () => setAllOf(null));
  const all = allOf === filter;
  const selection: ListSelection = all
    ? {
        ...rows,
        ids: new Set(ids),
        has: () => true,
        // Deselecting one of “all” leaves the loaded rows without it.
        toggle(id) {
          rows.clear();
          rows.replace(members.flatMap((member) => (member.id === id ? [] : member.id)));
        },
        toggleAll: rows.clear,
      }
    : rows;
  return {
    selection,
    selected: rows.ids.size === 0 ? [] : members.filter(({ id }) => rows.has(id)),
    all,
    selectAll: () => setAllOf(filter),
    clear: rows.clear,
  };
}

const roleColumn = { id: 'role', header: 'Role', width: '9.5rem', phone: 'aside' } as const;

const memberColumn = personColumn<Member>((member) => member);

/** For administrators: the role cell opens a menu. */
const editableMemberColumns: readonly Column<Member>[] = [
  memberColumn,
  {
    ...roleColumn,
    cell: ({ role, user }) => (
      <button
        type="button"
        data-row-menu="role"
        className="cell-choice"
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={`${roleName(role)}, role of ${user.displayName}`}
      >
        {roleName(role)}
      </button>
    ),
  },
  ...memberColumns,
];

const readOnlyMemberColumns: readonly Column<Member>[] = [
  memberColumn,
  { ...roleColumn, cell: ({ role }) => roleName(role), tip: ({ role }) => roleDescription(role) },
  ...memberColumns,
];

function memberMenu(
  member: Member,
  organization: Organization,
  { requireSso, remove, revoke }: MemberActions,
  resend: ResendInvitations,
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
    ...(member.invitedAt
      ? [
          {
            label: 'Resend invitation',
            icon: <MailPlus />,
            disabledReason: administrator ?? resend.denialReason,
            onSelect: () => void resend.send([member]),
          },
        ]
      : []),
    'separator',
    member.invitedAt && !self
      ? {
          label: 'Revoke invitation…',
          icon: <UserMinus />,
          tone: 'danger',
          disabledReason: administrator,
          onSelect: () => revoke(member),
        }
      : self
        ? {
            label: 'Leave organization…',
            icon: <LogOut />,
            tone: 'danger',
            onSelect: () => remove(member),
          }
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

const MemberSelection = lazyPart(async () => ({
  default: (await import('./member-selection-bar.tsx')).MemberSelectionBar,
}));

interface MembersTableProps {
  organization: Organization;
  list: List<Member>;
  search: MemberSearch;
  onSearch: (search: MemberSearch) => void;
}

export function MembersTable({ organization, list, search, onSearch }: MembersTableProps) {
  const { navigate } = useRouter();
  useShortcuts(organization.permissions.admin ? roleShortcuts : noShortcuts);
  const changeRole = useRoleChange(organization);
  const actions = useMemberActions(organization, (left) => {
    if (left) void navigate({ to: '/orgs' });
  });
  const resend = useResendInvitations(organization.id);
  const linkOf = ({ id }: Member) =>
    linkOptions({
      to: '/o/$organizationId/members/$userId',
      params: { organizationId: organization.id, userId: id },
    });
  const { admin } = organization.permissions;
  const choice = useMemberSelection(
    list.items,
    `${search.q ?? ''} ${search.role ?? ''} ${search.status ?? ''} ${search.sort ?? ''}`,
  );
  const [selecting, setSelecting] = useState(false);
  // Stays mounted, so that removing all selected members does not remove its own result.
  if (!selecting && (choice.all || choice.selected.length > 0)) setSelecting(true);
  const table = (
    <DataTable
      label="Members"
      noun="member"
      list={{ ...list, items: useOptimisticRoles(organization.id, list.items) }}
      columns={admin ? editableMemberColumns : readOnlyMemberColumns}
      {...(admin ? { selection: choice.selection } : {})}
      rowId={({ id }) => id}
      rowName={({ user }) => user.displayName}
      rowLink={linkOf}
      rowMenu={(member, part) =>
        part === 'role'
          ? roleEntries(member.role, (role) => changeRole(member, role))
          : memberMenu(member, organization, actions, resend, () => void navigate(linkOf(member)))
      }
      sorting={sortingOf(search)}
      onSort={(sorting) => onSearch(withSorting(search, sorting))}
      empty={<NoMembersFound search={search} onSearch={onSearch} />}
    />
  );
  return (
    <>
      {table}
      <Suspense>
        {selecting && (
          <MemberSelection
            organizationId={organization.id}
            selected={choice.selected}
            all={choice.all}
            total={list.total}
            search={search}
            onAll={choice.selectAll}
            onClear={choice.clear}
          />
        )}
      </Suspense>
    </>
  );
}

const noShortcuts: readonly Shortcut[] = [];

const roleShortcuts: readonly Shortcut[] = [
  {
    keys: 'r',
    label: 'Change role of the focused member',
    group: 'List',
    run: () => document.querySelector<HTMLElement>('[data-row]:focus-within [data-row-menu="role"]')?.click(),
  },
];

/** An organization always has members, so an empty list means the filters match none. */
function NoMembersFound({ search, onSearch }: Pick<MembersTableProps, 'search' | 'onSearch'>) {
  const { q: _q, role: _role, status: _status, ...rest } = search;
  const isFiltered = [search.q, search.role, search.status].some((value) => value !== undefined);
  return (
    <EmptyState
      icon={<SearchX />}
      title={search.q ? `No members match “${search.q}”` : 'No members found'}
      action={isFiltered && <Button onClick={() => onSearch(rest)}>Show all members</Button>}
    >
      {search.sort === 'lastSeenAt'
        ? 'Sorting by last seen hides members who were never seen.'
        : search.status === 'invited'
          ? 'Nobody who was invited still has to come.'
          : 'Search covers names and email addresses. Check the role filter too.'}
    </EmptyState>
  );
}
