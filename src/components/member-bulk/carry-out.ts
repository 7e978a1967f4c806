import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
import {
  removeMember,
  removeTeamMember,
  setMemberSso,
  setTeamMember,
  updateMember,
} from '#api/generated/sdk.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { type Refresh, refresh } from '#src/api/queries.ts';
import { runPaced, tally } from '#src/components/bulk/paced-run.ts';
import { roleName } from '#src/components/roles/role-words.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { countOf } from '#src/lib/counts.ts';
import type { MemberChange } from './member-change.ts';

/** Does a change to one member. */
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
    const place = { ...path, teamId: change.team.id };
    await (change.place === null
      ? removeTeamMember({ path: place, throwOnError: true })
      : setTeamMember({ path: place, body: { role: change.place }, throwOnError: true }));
  }
}

/** Fetches anew what changes of members touch. */
export function refreshMembers(queryClient: QueryClient, organizationId: string): Promise<void> {
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
  return refresh(queryClient, ...touched.map((operation): Refresh => ({ operation, path })));
}

const never = new AbortController().signal;

/** What takes a change of one member back; null where nothing can. */
function inverse(member: Member, change: MemberChange): MemberChange | null {
  if (change.kind === 'role') return { kind: 'role', role: member.role };
  if (change.kind !== 'team') return null;
  return { ...change, place: change.place === null ? 'member' : null };
}

/** Notes changes that were done, so that they can be taken back together. Single sign-on and removal cannot. */
export function recordChanges(
  queryClient: QueryClient,
  organizationId: string,
  members: readonly Member[],
  change: MemberChange,
): void {
  if (members.length === 0) return;
  // Somebody's place in the team was changed, not given: what it was is not known any more.
  if (change.kind === 'team' && change.place === 'owner') return;
  const all = async (changeOf: (member: Member) => MemberChange | null) => {
    const outcomes = await runPaced(
      members,
      async (member) => {
        const next = changeOf(member);
        if (next) await changeMember(organizationId, member, next);
      },
      { signal: never },
    );
    await refreshMembers(queryClient, organizationId);
    const { failed } = tally(outcomes);
    if (failed > 0) {
      const message = `${countOf(failed, 'change')} of ${members.length} failed.`;
      throw new ApiError({ status: 409, message, operation: 'PATCH' });
    }
  };
  if (members.every((member) => inverse(member, change) === null)) return;
  const label = labelOf(change, members.length);
  const body = `This changes ${countOf(members.length, 'member')}.`;
  recordUndoable({
    label,
    undo: () => all((member) => inverse(member, change)),
    redo: () => all(() => change),
    asks: {
      undo: () => ({ title: `Undo “${label}”?`, body, confirmLabel: 'Undo' }),
      redo: () => ({ title: `Redo “${label}”?`, body, confirmLabel: 'Redo' }),
    },
  });
}

function labelOf(change: MemberChange, count: number): string {
  const people = countOf(count, 'member');
  if (change.kind === 'role') return `Changed role of ${people} to ${roleName(change.role)}`;
  if (change.kind === 'team')
    return change.place === null
      ? `Removed ${people} from “${change.team.title}”`
      : `Added ${people} to “${change.team.title}”`;
  return `Changed ${people}`;
}
