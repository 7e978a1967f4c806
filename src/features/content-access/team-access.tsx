import { Trash2, Users } from 'lucide-react';
import type { Role, TeamPermission } from '#api/generated/types.gen.ts';
import { roleEntries } from '#src/components/roles/role-entries.ts';
import { roleName } from '#src/components/roles/role-labels.ts';
import { formatCount } from '#src/lib/counts.ts';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useAccessChanges } from './access-changes.ts';
import type { ContentRef } from './access-query.ts';
import { grantableRoles } from './access-table.tsx';

interface TeamAccessProps {
  content: ContentRef;
  teams: readonly TeamPermission[];
}

/** Team roles on this content, changed or revoked by button. */
export function TeamAccess({ content, teams }: TeamAccessProps) {
  const { change, remove } = useAccessChanges(content);
  if (teams.length === 0) return <p className="text-ink-soft">No teams have access here.</p>;
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
      {teams.map((given) => (
        <li key={given.team.id} className="flex flex-wrap items-center gap-3 px-4 py-2">
          <Users aria-hidden="true" className="size-4 text-ink-soft" />
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {given.team.title}
            <span className="ml-2 text-xs font-normal text-ink-soft">
              {formatCount(given.team.members, 'member')}
            </span>
          </span>
          <MenuButton
            label={`Access for ${given.team.title}`}
            aria-label={`Access for ${given.team.title}: ${roleName(given.permission)}`}
            size="small"
            align="end"
            entries={() => entries(given)}
          >
            {roleName(given.permission)}
          </MenuButton>
        </li>
      ))}
    </ul>
  );
}
