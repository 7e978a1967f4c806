import { linkOptions, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Member, Organization } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { roleEntries } from '#src/components/roles/role-entries.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useMemberActions } from './member-actions.ts';
import { editableMemberColumns, readOnlyMemberColumns } from './member-columns.tsx';
import { memberMenu } from './member-menu.tsx';
import { type MemberSearch, withSorting, sortingOf } from './member-search.ts';
import { useRoleChange, useOptimisticRoles } from './role-changes.ts';
import { useMemberSelection } from './use-member-selection.ts';

const MemberSelection = lazy(async () => ({
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
  const linkOf = ({ id }: Member) =>
    linkOptions({
      to: '/o/$organizationId/members/$userId',
      params: { organizationId: organization.id, userId: id },
    });
  const { admin } = organization.permissions;
  const choice = useMemberSelection(
    list.items,
    `${search.q ?? ''} ${search.role ?? ''} ${search.sort ?? ''}`,
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
          : memberMenu(member, organization, actions, () => void navigate(linkOf(member)))
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
  const { q: _q, role: _role, ...rest } = search;
  const isFiltered = search.q !== undefined || search.role !== undefined;
  return (
    <EmptyState
      icon={<SearchX />}
      title={search.q ? `No members match “${search.q}”` : 'No members found'}
      action={isFiltered && <Button onClick={() => onSearch(rest)}>Show all members</Button>}
    >
      {search.sort === 'lastSeenAt'
        ? 'Sorting by last seen hides members who were never seen.'
        : 'Search covers names and email addresses. Check the role filter too.'}
    </EmptyState>
  );
}
