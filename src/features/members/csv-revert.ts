import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import type { MemberChange } from '#src/components/member-bulk/member-change.ts';
import { roleKey } from '#src/components/roles/role-labels.ts';
import { formatCsv } from '#src/lib/csv.ts';
import type { RowChange } from './csv-plan.ts';
import type { RowProgress } from './csv-run.ts';

type TeamChange = Extract<MemberChange, { kind: 'team' }>;

/**
 * The CSV that reverts an import: previous roles, teams left and joined again, new members removed, removed members
 * invited with their role. It cannot turn off single sign-on or restore teams and spaces of removed members.
 *
 * @param progress what was done per row, also of rows that failed halfway
 * @returns null if nothing can be reverted
 */
export function createRevertCsv(
  plan: readonly PlannedStep<RowChange>[],
  progress: ReadonlyMap<RowChange, RowProgress>,
): string | null {
  const rows = plan
    .flatMap(({ item }) => {
      const done = progress.get(item);
      return done ? [revertRow(item, done)] : [];
    })
    .filter((cells) => cells.slice(1).some(Boolean));
  return rows.length === 0
    ? null
    : formatCsv([['email', 'role', 'add to teams', 'leave teams', 'remove'], ...rows]);
}

function revertRow(work: RowChange, { addedUserId, done: changes }: RowProgress): string[] {
  if (addedUserId !== undefined && 'email' in work) return [work.email, '', '', '', 'yes'];
  const teams = changes.filter((change): change is TeamChange => change.kind === 'team');
  const titles = (wasLeft: boolean) =>
    teams
      .filter(({ role }) => (role === null) === wasLeft)
      .map(({ team }) => team.title)
      .join(' | ');
  // Added by someone else in the meantime, so the previous role is unknown.
  if ('email' in work) return [work.email, '', titles(true), titles(false), ''];
  const { member } = work;
  const hadRole = changes.some(({ kind }) => kind === 'role' || kind === 'remove');
  const key = member.user.email ?? member.id;
  return [key, hadRole ? roleKey(member.role) : '', titles(true), titles(false), ''];
}
