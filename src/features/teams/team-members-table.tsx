import { linkOptions, useRouter } from '@tanstack/react-router';
import { User, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organization, Team, TeamMember, TeamRole } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import {
  optimisticTeamRoles,
  type TeamRoleAssignment,
  useTeamRoles,
} from '#src/domain/roles/team-role-changes.ts';
import { teamRoleEntries } from '#src/domain/roles/team-role-labels.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { MenuEntry } from '#src/ui/menu.ts';
import { editableTeamMemberColumns, readOnlyTeamMemberColumns } from './table.tsx';

interface TeamMembersTableProps {
  organization: Organization;
  team: Team;
  list: List<TeamMember>;
  empty: ReactNode;
}

export function TeamMembersTable({ organization, team, list, empty }: TeamMembersTableProps) {
  const { navigate } = useRouter();
  const organizationId = organization.id;
  const setTeamRole = useTeamRoleChange(organization, team);
  const optimisticRoles = useStore(optimisticTeamRoles.all);
  const linkOf = ({ organization: { id } }: TeamMember) =>
    linkOptions({ to: '/o/$organizationId/members/$userId', params: { organizationId, userId: id } });

  const menuOf = (entry: TeamMember, part: string): MenuEntry[] =>
    part === 'place'
      ? teamRoleEntries(entry.team.role, (role) => setTeamRole(entry, role))
      : [
          { label: 'Open', icon: <User />, onSelect: () => void navigate(linkOf(entry)) },
          'separator',
          {
            label: 'Remove from team',
            icon: <UserMinus />,
            tone: 'danger',
            disabledReason: reasonUnless(team.permissions.admin, permissionReasons.teamOwner),
            onSelect: () => setTeamRole(entry, null),
          },
        ];

  return (
    <DataTable
      label={`Members of ${team.title}`}
      noun="member"
      list={{ ...list, items: withOptimisticMemberships(list.items, optimisticRoles, team.id) }}
      columns={team.permissions.admin ? editableTeamMemberColumns : readOnlyTeamMemberColumns}
      rowId={({ organization: { id } }) => id}
      rowName={({ organization: { user } }) => user.displayName}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}

/** Applies pending role changes to team members. */
export function withOptimisticMemberships(
  members: readonly TeamMember[],
  changes: readonly TeamRoleAssignment[],
  team: string,
): TeamMember[] {
  return members.flatMap((entry) => {
    const optimistic = changes.findLast(
      ({ userId, teamId }) => userId === entry.organization.id && teamId === team,
    );
    if (!optimistic) return [entry];
    return optimistic.role === null ? [] : [{ ...entry, team: { role: optimistic.role } }];
  });
}

/** Owners who give up their own role must confirm, because they cannot take it back. */
function useTeamRoleChange(organization: Organization, team: Team) {
  const { changeAsync, change } = useTeamRoles(organization.id);
  return (entry: TeamMember, role: TeamRole | null) => {
    const { id, user } = entry.organization;
    const previousRole = entry.team.role;
    const membership = {
      userId: id,
      teamId: team.id,
      role,
      previousRole: previousRole,
      person: user.displayName,
      team: team.title,
    };
    const final = id === currentUser()?.id && previousRole === 'owner' && !organization.permissions.admin;
    if (!final) return change(membership);
    return void confirm({
      title: role === null ? `Leave “${team.title}”?` : `Give up ownership of “${team.title}”?`,
      body: 'You can no longer manage its members, and you can’t undo this yourself.',
      confirmLabel: role === null ? 'Leave team' : 'Give up ownership',
      tone: 'danger',
      action: () => changeAsync({ ...membership, isIrreversible: final }),
    });
  };
}
