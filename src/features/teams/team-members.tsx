import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organization, Team } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { membersOfTeam } from './team-member-index.ts';
import { TeamMembersTable } from './team-members-table.tsx';

interface TeamMembersProps {
  organization: Organization;
  team: Team;
  /** The action of the empty state. */
  add: ReactNode;
}

/** The members of a team, and whether it lacks an owner. */
export function TeamMembers({ organization, team, add }: TeamMembersProps) {
  const list = useList(membersOfTeam({ organizationId: organization.id, teamId: team.id }));
  const hasNoOwner =
    list.items.length > 0 && !list.hasMore && list.items.every((member) => member.team.role !== 'owner');
  return (
    <>
      {hasNoOwner && (
        <Callout className="mb-4">
          This team has no owner, so only administrators can manage it. Make a member an owner.
        </Callout>
      )}
      <TeamMembersTable
        organization={organization}
        team={team}
        list={list}
        empty={
          <EmptyState
            icon={<Users />}
            title="No members yet"
            action={add}
            className="rounded-lg border border-line"
          >
            Members get all access granted to the team.
          </EmptyState>
        }
      />
    </>
  );
}
