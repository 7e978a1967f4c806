import { Trash2, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import type { EffectivePermission, Role } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { Person } from '#src/components/people/person.tsx';
import { roleEntries } from '#src/components/roles/role-entries.ts';
import { roleOptions, roleDescription, roleName } from '#src/components/roles/role-labels.ts';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useAccessChanges } from './access-changes.ts';
import type { ContentRef } from './access-query.ts';
import { describeAccess, sourceLabel, type AccessContext } from './access-labels.ts';

/** Roles that can be granted on content: all but guest. */
export const grantableRoles = roleOptions.filter((role) => role !== null);

function columnsFor(context: AccessContext): readonly Column<EffectivePermission>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      cell: ({ user }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Person user={user} />
        </span>
      ),
    },
    {
      id: 'level',
      header: 'Role',
      width: '9rem',
      phone: 'aside',
      cell: ({ permission }) =>
        permission === null ? (
          <Badge tip="Can’t see this content.">No access</Badge>
        ) : (
          <span data-tip={roleDescription(permission)}>{roleName(permission)}</span>
        ),
    },
    {
      id: 'why',
      header: 'Reason',
      width: '42%',
      cell: (permission) => (
        <span className="block truncate" data-tip={describeAccess(permission, context)}>
          <span className="mr-2 text-xs text-ink-soft">{sourceLabel(permission.source)}</span>
          {describeAccess(permission, context)}
        </span>
      ),
    },
  ];
}

interface AccessTableProps {
  content: ContentRef;
  list: List<EffectivePermission>;
  context: AccessContext;
}

/** Each member's role and the reason. Roles granted here are changed and revoked in the row menu. */
export function AccessTable({ content, list, context }: AccessTableProps) {
  const { change, remove, give: grantOne } = useAccessChanges(content);
  const { contentId, titleOf, teamTitleOf } = context;
  const columns = useMemo(
    () => columnsFor({ contentId, titleOf, teamTitleOf }),
    [contentId, titleOf, teamTitleOf],
  );
  const menu = ({ user, permission, source, content: from }: EffectivePermission): MenuEntry[] => {
    const holder = { type: 'user', id: user.id, name: user.displayName } as const;
    const isDirect = source === 'user' && from === content.id && permission !== null;
    const administratorReason = source === 'administrator' && 'Organization administrators have full access.';
    const choose = (role: Role | null) => {
      if (role === null) return;
      if (isDirect) change(holder, permission, role);
      else grantOne(holder, role);
    };
    return [
      { heading: isDirect ? 'Granted here' : 'Grant a role here' },
      ...roleEntries(isDirect ? permission : '', choose, grantableRoles).map((entry) => ({
        ...entry,
        disabledReason: administratorReason,
      })),
      'separator',
      {
        label: 'Revoke',
        icon: <Trash2 />,
        tone: 'danger',
        disabledReason: !isDirect && 'No direct access here.',
        onSelect: () => {
          if (isDirect) remove(holder, permission);
        },
      },
    ];
  };
  return (
    <DataTable
      label="People with access"
      noun="person"
      nouns="people"
      list={list}
      columns={columns}
      rowId={({ user }) => user.id}
      rowName={({ user }) => user.displayName}
      rowMenu={menu}
      empty={
        <EmptyState
          icon={<UserRound />}
          title="No people with this role"
          className="rounded-lg border border-line"
        />
      }
    />
  );
}
