import { Trash2, UserRound, Users } from 'lucide-react';
import { useMemo } from 'react';
import type { EffectivePermission, Role, TeamPermission } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { Person } from '#src/domain/people/person.tsx';
import { roleEntries, roleOptions, roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useAccessChanges } from './actions.ts';
import { describeAccess, type AccessContext } from './labels.ts';
import type { ContentRef } from './queries.ts';

/** Roles that can be granted on content: all but guest. */
export const grantableRoles = roleOptions.filter((role) => role !== null);

function columnsFor(context: AccessContext): readonly Column<EffectivePermission>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      cell: ({ user }) => <Person user={user} />,
    },
    {
      id: 'level',
      header: 'Role',
      width: '9rem',
      phone: 'aside',
      cell: ({ permission }) =>
        permission === null ? <Badge tip="Can’t see this content.">No access</Badge> : roleName(permission),
      tip: ({ permission }) => (permission === null ? undefined : roleDescription(permission)),
    },
    {
      id: 'why',
      header: 'Reason',
      grow: true,
      cell: (permission) => describeAccess(permission, context),
      tip: (permission) => describeAccess(permission, context),
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
  const { change, remove, add: grantOne } = useAccessChanges(content);
  const { contentId, titleOf, teamTitleOf } = context;
  const columns = useMemo(
    () => columnsFor({ contentId, titleOf, teamTitleOf }),
    [contentId, titleOf, teamTitleOf],
  );
  const menu = ({ user, permission, source, content: from }: EffectivePermission): MenuEntry[] => {
    const grantee = { type: 'user', id: user.id, name: user.displayName } as const;
    const isDirect = source === 'user' && from === content.id && permission !== null;
    const administratorReason = source === 'administrator' && 'Organization administrators have full access.';
    const choose = (role: Role | null) => {
      if (role === null) return;
      if (isDirect) change(grantee, permission, role);
      else grantOne(grantee, role);
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
          if (isDirect) remove(grantee, permission);
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

interface TeamAccessProps {
  content: ContentRef;
  teams: readonly TeamPermission[];
  /** Whether other teams have access through a collection above. */
  hasInherited: boolean;
}

/** Team roles on this content, changed or revoked by button. */
export function TeamAccess({ content, teams, hasInherited }: TeamAccessProps) {
  const { change, remove } = useAccessChanges(content);
  if (teams.length === 0)
    return (
      <p className="text-ink-soft">
        {hasInherited ? 'No team has been granted access here.' : 'No teams have access here.'}
      </p>
    );
  const entries = ({ team, permission }: TeamPermission): MenuEntry[] => {
    const grantee = { type: 'team', id: team.id, name: `the team “${team.title}”` } as const;
    const choose = (role: Role | null) => {
      if (role !== null) change(grantee, permission, role);
    };
    return [
      ...roleEntries(permission, choose, grantableRoles),
      'separator',
      { label: 'Revoke', icon: <Trash2 />, tone: 'danger', onSelect: () => remove(grantee, permission) },
    ];
  };
  return (
    <ul aria-label="Teams with access" className="divide-y divide-line rounded-lg border border-line">
      {teams.map((grant) => (
        <li key={grant.team.id} className="flex flex-wrap items-center gap-3 px-4 py-2">
          <Users aria-hidden="true" className="size-4 text-ink-soft" />
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {grant.team.title}
            <span className="ml-2 text-xs font-normal text-ink-soft">
              {formatCount(grant.team.members, 'member')}
            </span>
          </span>
          <MenuButton
            label={`Access for ${grant.team.title}`}
            aria-label={`Access for ${grant.team.title}: ${roleName(grant.permission)}`}
            size="small"
            align="end"
            entries={() => entries(grant)}
          >
            {roleName(grant.permission)}
          </MenuButton>
        </li>
      ))}
    </ul>
  );
}
