import type { Member, TeamRole } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { judge, type MemberChange, type MemberFacts } from '#src/components/member-bulk/member-change.ts';
import { type RoleChoice, roleName } from '#src/components/roles/role-words.ts';
import type { MemberRow } from './csv-rows.ts';

/** Somebody who becomes a member, and what follows once they are one. */
export interface NewMember {
  email: string;
  role: RoleChoice | undefined;
  /** Whether they sign in through single sign-on only. */
  sso: boolean;
  teams: readonly TeamName[];
}

/** What one line of a file asks for: changes of a member, or a new member. */
export type RowWork = { member: Member; changes: MemberChange[] } | NewMember;

interface TeamName {
  id: string;
  title: string;
}

/** What the lines are compared with. */
export interface CsvFacts extends MemberFacts {
  /** Members by the keys of the lines that name them. */
  members: ReadonlyMap<string, Member>;
  /** The teams of a title, by the title in lower case. */
  teams: ReadonlyMap<string, readonly TeamName[]>;
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
  if (row.id !== undefined && row.id !== member.id)
    return {
      ...base,
      item: nobody,
      verdict: 'refuse',
      says: 'The email address and ID belong to different members.',
    };
  if ('problem' in changes) return { ...base, item: nobody, verdict: 'refuse', says: changes.problem };
  const judged = changes.wanted.map((change) => {
    const places = change.kind === 'team' ? facts.inTeam.get(change.team.id) : undefined;
    return { change, ...judge(member, change, places ? { ...facts, places } : facts) };
  });
  const refusal = judged.find(({ verdict }) => verdict === 'refuse');
  if (refusal) return { ...base, item: nobody, verdict: 'refuse', says: refusal.says };
  const open = judged.filter(({ verdict }) => verdict === 'change');
  const item = { member, changes: open.map(({ change }) => change) };
  if (open.length === 0) return { ...base, item, verdict: 'skip', says: 'No changes.' };
  const warning =
    [...open.flatMap((one) => one.warning ?? []), ...unusedIn(row, member)].join(' ') || undefined;
  const says = open.map(({ change, says: words }) => (change.kind === 'team' ? sayTeam(change) : words));
  return { ...base, item, verdict: 'change', says: says.join('; '), warning };
}

const sayTeam = ({ place, team }: { place: TeamRole | null; team: { title: string } }) =>
  `${place === null ? 'Leaves' : 'Joins'} “${team.title}”`;

const nobody: RowWork = { email: '', role: undefined, sso: false, teams: [] };

/** What a line says that has no effect beside the rest of it. */
function unusedIn(row: MemberRow, member: Member | undefined): string[] {
  if (row.remove)
    return row.teams.length + row.leaves.length > 0 ||
      (member && row.role !== undefined && row.role !== member.role)
      ? ['“remove” is yes, so the other cells are ignored.']
      : [];
  if (member) return [];
  return [
    row.leaves.length > 0 && '“leave teams” is ignored for a new member.',
    row.id !== undefined && `No member has the ID “${row.id}”; the email address is used.`,
  ].filter((part) => part !== false);
}

function planStranger(
  row: MemberRow,
  facts: CsvFacts,
): Pick<PlannedStep<RowWork>, 'item' | 'verdict' | 'says' | 'warning'> {
  const item = nobody;
  if (row.remove) return { item, verdict: 'skip', says: 'Not a member.' };
  if (!row.key.includes('@')) return { item, verdict: 'refuse', says: 'No member has this ID.' };
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(row.key))
    return { item, verdict: 'refuse', says: 'Not a valid email address.' };
  if (!facts.invites)
    return {
      item,
      verdict: 'refuse',
      says: 'Not a member, and this server can’t add members by email address. Send them an invite link.',
    };
  const found = teamsOf(row.teams, facts);
  if ('problem' in found) return { item, verdict: 'refuse', says: found.problem };
  const work = { email: row.key, role: row.role, sso: row.sso === true, teams: found.teams };
  const warning = unusedIn(row, undefined).join(' ') || undefined;
  return { item: work, verdict: 'create', says: partsOf(work).join('; '), warning };
}

/** What a new member gets, in the order in which it is done. */
function partsOf({ role, sso, teams }: NewMember): string[] {
  const as = role === undefined ? 'with the default role' : `as ${roleName(role).toLowerCase()}`;
  return [
    `New member ${as}${sso ? ', SSO only' : ''}`,
    ...teams.map((team) => sayTeam({ place: 'member', team })),
  ];
}

/** The teams that titles name, each once; a problem where one names none or several. */
function teamsOf(
  titles: readonly string[],
  { teams }: CsvFacts,
): { teams: TeamName[] } | { problem: string } {
  const found = new Map<string, TeamName>();
  for (const title of titles) {
    const [team, another] = teams.get(title.toLowerCase()) ?? [];
    if (!team) return { problem: `Team “${title}” doesn’t exist.` };
    if (another) return { problem: `Several teams are named “${title}”. Rename one of them first.` };
    found.set(team.id, team);
  }
  return { teams: [...found.values()] };
}

function changesOf(
  row: MemberRow,
  member: Member,
  facts: CsvFacts,
): { wanted: MemberChange[] } | { problem: string } {
  if (row.remove) return { wanted: [{ kind: 'remove' }] };
  if (row.sso === false && member.sso) return { problem: 'SSO can’t be turned off through the API.' };
  const wanted: MemberChange[] = [];
  for (const [titles, place] of [
    [row.teams, 'member'],
    [row.leaves, null],
  ] as const) {
    const found = teamsOf(titles, facts);
    if ('problem' in found) return found;
    for (const team of found.teams) {
      const isIn = facts.inTeam.get(team.id)?.has(member.id) ?? false;
      if (isIn === (place === null)) wanted.push({ kind: 'team', team, place });
    }
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
