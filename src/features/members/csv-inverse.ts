import type { Outcome } from '#src/components/bulk/paced-run.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import type { MemberChange } from '#src/components/member-bulk/member-change.ts';
import { roleKey } from '#src/components/roles/role-words.ts';
import { writeCsv } from '#src/lib/csv.ts';
import type { RowWork } from './csv-plan.ts';

type TeamChange = Extract<MemberChange, { kind: 'team' }>;

/**
 * The file that takes back what a file of members has done, to be read like any other: the roles from before, teams left
 * and joined again, newcomers removed, and those who were removed invited with their role. Single sign-on stays, for
 * nothing takes it back, and who was removed has lost teams and spaces.
 *
 * @param outcomes what became of the steps, by id
 * @returns null where nothing was done that can be taken back
 */
export function inverseCsv(
  plan: readonly PlannedStep<RowWork>[],
  outcomes: ReadonlyMap<string, Outcome>,
): string | null {
  const rows = plan
    .filter(({ id }) => outcomes.get(id)?.status === 'done')
    .map(({ item }) => inverseRow(item))
    .filter((cells) => cells.slice(1).some(Boolean));
  return rows.length === 0
    ? null
    : writeCsv([['email', 'role', 'add to teams', 'leave teams', 'remove'], ...rows]);
}

function inverseRow(work: RowWork): string[] {
  if ('email' in work) return [work.email, '', '', '', 'yes'];
  const { member, changes } = work;
  const teams = changes.filter((change): change is TeamChange => change.kind === 'team');
  const titles = (isLeft: boolean) =>
    teams
      .filter(({ place }) => (place === null) === isLeft)
      .map(({ team }) => team.title)
      .join(' | ');
  const hadRole = changes.some(({ kind }) => kind === 'role' || kind === 'remove');
  const key = member.user.email ?? member.id;
  return [key, hadRole ? roleKey(member.role) : '', titles(true), titles(false), ''];
}
