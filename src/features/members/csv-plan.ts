import type { Member, TeamRole } from '#src/api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { judge, type MemberChange, type MemberFacts } from '#src/components/member-bulk/member-change.ts';
import { type RoleChoice, roleName } from '#src/components/roles/role-words.ts';
import type { MemberRow } from './csv-rows.ts';

/** What one line of a file asks for: changes of a member, or an invitation. */
export type RowWork =
  | { member: Member; changes: MemberChange[] }
  | { email: string; role: RoleChoice | undefined };

/** What the lines are compared with. */
export interface CsvFacts extends MemberFacts {
  /** Members by the keys of the lines that name them. */
  members: ReadonlyMap<string, Member>;
  /** Teams by their titles in lower case. */
  teams: ReadonlyMap<string, { id: string; title: string }>;
  /** The places of those who are in a team by their user ids, by the team's id. */
  inTeam: ReadonlyMap<string, ReadonlyMap<string, TeamRole>>;
  /** Whether the server invites people by e-mail. */
  invites: boolean;
}

/** What each line of a file would do: create, change, skip or refuse. */
export function planRows(rows: readonly MemberRow[], facts: CsvFacts): PlannedStep<RowWork>[] {
  return rows.map((row) => planRow(row, facts));
}

function planRow(row: MemberRow, facts: CsvFacts): PlannedStep<RowWork> {
  const member = facts.members.get(row.key);
  const base = {
    id: String(row.line),
    name: member?.user.displayName ?? (row.key || `Line ${row.line}`),
    detail: member?.user.email,
    item: { member, changes: [] },
  };
  if (row.problem !== undefined)
    return { ...base, item: nobody, verdict: 'refuse', says: `Line ${row.line}: ${row.problem}` };
  if (!member) return { ...base, ...planStranger(row, facts) };
  const changes = changesOf(row, member, facts);
  if ('problem' in changes) return { ...base, item: nobody, verdict: 'refuse', says: changes.problem };
  const judged = changes.wanted.map((change) => {
    const places = change.kind === 'team' ? facts.inTeam.get(change.team.id) : undefined;
    return { change, ...judge(member, change, places ? { ...facts, places } : facts) };
  });
  const refusal = judged.find(({ verdict }) => verdict === 'refuse');
  if (refusal) return { ...base, item: nobody, verdict: 'refuse', says: refusal.says };
  const open = judged.filter(({ verdict }) => verdict === 'change');
  const item = { member, changes: open.map(({ change }) => change) };
  if (open.length === 0) return { ...base, item, verdict: 'skip', says: 'Nothing to change.' };
  const warning = open.find((one) => one.warning)?.warning;
  const says = open.map(({ change, says: words }) => (change.kind === 'team' ? sayTeam(change) : words));
  return { ...base, item, verdict: 'change', says: says.join('; '), warning };
}

const sayTeam = ({ place, team }: { place: TeamRole | null; team: { title: string } }) =>
  `${place === null ? 'Leaves' : 'Joins'} “${team.title}”`;

const nobody: RowWork = { email: '', role: undefined };

function planStranger(
  row: MemberRow,
  facts: CsvFacts,
): Pick<PlannedStep<RowWork>, 'item' | 'verdict' | 'says'> {
  const item = { email: row.key, role: row.role };
  if (row.remove) return { item, verdict: 'skip', says: 'Not in the organization.' };
  if (!row.key.includes('@'))
    return { item, verdict: 'refuse', says: 'Nobody in the organization has this id.' };
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(row.key))
    return { item, verdict: 'refuse', says: 'This is not an e-mail address.' };
  if (!facts.invites)
    return {
      item,
      verdict: 'refuse',
      says: 'Not in the organization, and this server does not invite by e-mail. An invite link brings them in.',
    };
  const as = row.role === undefined ? 'with the default role' : `as ${roleName(row.role).toLowerCase()}`;
  return { item, verdict: 'create', says: `Becomes a member ${as}` };
}

function changesOf(
  row: MemberRow,
  member: Member,
  { teams, inTeam }: CsvFacts,
): { wanted: MemberChange[] } | { problem: string } {
  if (row.remove) return { wanted: [{ kind: 'remove' }] };
  if (row.sso === false && member.sso)
    return { problem: 'Single sign-on cannot be taken back through this interface.' };
  const wanted: MemberChange[] = [];
  for (const [titles, place] of [
    [row.teams, 'member'],
    [row.leaves, null],
  ] as const)
    for (const title of titles) {
      const team = teams.get(title.toLowerCase());
      if (!team) return { problem: `There is no team “${title}”.` };
      const isIn = inTeam.get(team.id)?.has(member.id) ?? false;
      if (isIn === (place === null)) wanted.push({ kind: 'team', team, place });
    }
  if (row.role !== undefined) wanted.unshift({ kind: 'role', role: row.role });
  if (row.sso === true) wanted.push({ kind: 'sso' });
  // Who has the role and the sign-on already is skipped without the reasons that would refuse a change.
  return {
    wanted: wanted.filter(
      (change) =>
        !(change.kind === 'role' && change.role === member.role) && !(change.kind === 'sso' && member.sso),
    ),
  };
}
