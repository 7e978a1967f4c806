import type { QueryClient } from '@tanstack/react-query';
import {
  removeMember,
  removeTeamMember,
  setMemberSso,
  setTeamMember,
  updateMember,
} from '#api/generated/sdk.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { type InvalidationTarget, invalidate } from '#src/api/queries.ts';
import { runBatch, countOutcomes } from '#src/components/bulk/batch.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import type { MemberChange } from '#src/domain/member-bulk/plan-members.ts';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';

export async function changeMember(
  organizationId: string,
  { id }: Pick<Member, 'id'>,
  change: MemberChange,
): Promise<void> {
  const path = { organizationId, userId: id };
  if (change.kind === 'role') await updateMember({ path, body: { role: change.role }, throwOnError: true });
  else if (change.kind === 'sso') await setMemberSso({ path, throwOnError: true });
  else if (change.kind === 'remove') await removeMember({ path, throwOnError: true });
  else {
    const teamMemberPath = { ...path, teamId: change.team.id };
    await (change.role === null
      ? removeTeamMember({ path: teamMemberPath, throwOnError: true })
      : setTeamMember({ path: teamMemberPath, body: { role: change.role }, throwOnError: true }));
  }
}

/** Invalidates everything that member changes affect. */
export function invalidateMembers(queryClient: QueryClient, organizationId: string): Promise<void> {
  const path = { organizationId };
  const touched = [
    'listMembers',
    'getMember',
    'listMemberTeams',
    'listMemberSpaces',
    'listTeams',
    'getTeam',
    'listTeamMembers',
  ] as const;
  return invalidate(queryClient, ...touched.map((operation): InvalidationTarget => ({ operation, path })));
}

const never = new AbortController().signal;

/** The change that undoes a change, or null. */
function inverseOf(member: Member, change: MemberChange): MemberChange | null {
  if (change.kind === 'role') return { kind: 'role', role: member.role };
  if (change.kind !== 'team') return null;
  return { ...change, role: change.role === null ? 'member' : null };
}

/** Records changes for undo. SSO and removal can't be undone. */
export function recordUndoableChanges(
  queryClient: QueryClient,
  organizationId: string,
  members: readonly Member[],
  change: MemberChange,
): void {
  if (members.length === 0) return;
  // The previous team role is unknown.
  if (change.kind === 'team' && change.role === 'owner') return;
  const changeAll = async (changeOf: (member: Member) => MemberChange | null) => {
    const outcomes = await runBatch(
      members,
      async (member) => {
        const next = changeOf(member);
        if (next) await changeMember(organizationId, member, next);
      },
      { signal: never },
    );
    await invalidateMembers(queryClient, organizationId);
    const { failed } = countOutcomes(outcomes);
    if (failed > 0) {
      const message = `${formatCount(failed, 'change')} of ${formatNumber(members.length)} failed.`;
      throw new ApiError({ status: 409, message, operation: 'PATCH' });
    }
  };
  if (members.every((member) => inverseOf(member, change) === null)) return;
  const label = describeChange(change, members.length);
  const body = `This changes ${formatCount(members.length, 'member')}.`;
  recordUndoable({
    label,
    undo: () => changeAll((member) => inverseOf(member, change)),
    redo: () => changeAll(() => change),
    confirmations: {
      undo: () => ({ title: `Undo “${label}”?`, body, confirmLabel: 'Undo' }),
      redo: () => ({ title: `Redo “${label}”?`, body, confirmLabel: 'Redo' }),
    },
  });
}

function describeChange(change: MemberChange, count: number): string {
  const people = formatCount(count, 'member');
  if (change.kind === 'role') return `Changed role of ${people} to ${roleName(change.role)}`;
  if (change.kind === 'team')
    return change.role === null
      ? `Removed ${people} from “${change.team.title}”`
      : `Added ${people} to “${change.team.title}”`;
  return `Changed ${people}`;
}
