import { linkOptions, useRouter } from '@tanstack/react-router';
import { UserMinus, Users } from 'lucide-react';
import { listMemberTeamsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, MemberTeam, TeamRole } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions, useList } from '#src/api/paging.ts';
import { countColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { optimisticTeamRoles, useTeamRoles } from '#src/domain/roles/team-role-changes.ts';
import { teamRoleEntries, teamRoleName } from '#src/domain/roles/team-role-labels.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const teamsOfMember = (path: { organizationId: string; userId: string }) =>
  pagedOptions(listMemberTeamsInfiniteOptions({ path, query: { limit: pageSize } }));

const columns: readonly Column<MemberTeam>[] = [
  {
    id: 'team',
    header: 'Team',
    cell: ({ team }) => (
      <span dir="auto" className="truncate">
        {team.title}
      </span>
    ),
  },
  {
    id: 'place',
    header: 'Team role',
    width: '8rem',
    phone: 'aside',
    cell: ({ team, member }) =>
      team.permissions.admin ? (
        <button
          type="button"
          data-row-menu="place"
          className="cell-choice"
          aria-haspopup="menu"
          aria-expanded={false}
          aria-label={`${teamRoleName(member.role)}, role in ${team.title}`}
        >
          {teamRoleName(member.role)}
        </button>
      ) : (
        <span data-tip={permissionReasons.teamOwner}>{teamRoleName(member.role)}</span>
      ),
  },
  countColumn({
    id: 'members',
    header: 'Members',
    count: ({ team }) => team.members,
    noun: 'member',
  }),
  countColumn({
    id: 'spaces',
    header: 'Spaces',
    count: ({ team }) => team.spaces,
    noun: 'space',
  }),
];

interface MemberTeamsProps {
  organizationId: string;
  member: Member;
}

export function MemberTeams({ organizationId, member }: MemberTeamsProps) {
  const { navigate } = useRouter();
  const list = useList(teamsOfMember({ organizationId, userId: member.id }));
  const optimisticRoles = useStore(optimisticTeamRoles.all);
  const { change } = useTeamRoles(organizationId);
  const person = member.user.displayName;
  const setTeamRole = ({ team, member: { role: before } }: MemberTeam, role: TeamRole | null) =>
    change({ userId: member.id, teamId: team.id, role, previousRole: before, person, team: team.title });
  const linkOf = ({ team }: MemberTeam) =>
    linkOptions({ to: '/o/$organizationId/teams/$teamId', params: { organizationId, teamId: team.id } });
  const visibleTeams = list.items.flatMap((entry) => {
    const optimistic = optimisticRoles.findLast(
      ({ userId, teamId }) => userId === member.id && teamId === entry.team.id,
    );
    if (!optimistic) return [entry];
    return optimistic.role === null ? [] : [{ ...entry, member: { role: optimistic.role } }];
  });
  return (
    <DataTable
      label={`Teams of ${person}`}
      noun="team"
      list={{ ...list, items: visibleTeams }}
      columns={columns}
      rowId={({ team }) => team.id}
      rowName={({ team }) => team.title}
      rowLink={linkOf}
      rowMenu={(entry, part) =>
        part === 'place'
          ? teamRoleEntries(entry.member.role, (role) => setTeamRole(entry, role))
          : [
              { label: 'Open team', icon: <Users />, onSelect: () => void navigate(linkOf(entry)) },
              'separator',
              {
                label: 'Remove from team',
                icon: <UserMinus />,
                tone: 'danger',
                disabledReason: reasonUnless(entry.team.permissions.admin, permissionReasons.teamOwner),
                onSelect: () => setTeamRole(entry, null),
              },
            ]
      }
      empty={
        <EmptyState icon={<Users />} title="No teams" className="rounded-lg border border-line">
          Add {person} to a team to grant the team’s access.
        </EmptyState>
      }
    />
  );
}
