import type { QueryClient } from '@tanstack/react-query';
import { listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, TeamRole, Team } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import {
  evaluateChange,
  type MemberChange,
  type MemberPlanContext,
  countAdministrators,
  fetchTeamRoles,
} from '#src/domain/member-bulk/plan-members.ts';
import { invitesByEmail } from '#src/domain/people/invitations.ts';
import { createCachedLookup, resolvePeople } from '#src/domain/people/resolve-people.ts';
import { type RoleOption, roleName } from '#src/domain/roles/role-labels.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import type { MemberRow } from './csv-rows.ts';

export interface NewMember {
  email: string;
  role: RoleOption | undefined;
  sso: boolean;
  teams: readonly TeamRef[];
}

/** The change of one row: of an existing member, or of a new one. */
export type RowChange = { member: Member; changes: MemberChange[] } | NewMember;

interface TeamRef {
  id: string;
  title: string;
}

/** The data that the rows are checked against. */
export interface CsvPlanContext extends MemberPlanContext {
  /** Members by the key used in the row. */
  members: ReadonlyMap<string, Member>;
  /** Teams by title in lower case. */
  teams: ReadonlyMap<string, readonly TeamRef[]>;
  /** Team roles by user id, by team id. */
  teamRolesByTeam: ReadonlyMap<string, ReadonlyMap<string, TeamRole>>;
  canInvite: boolean;
}

/** Plans each row: create, change, skip or block. */
export function planRows(rows: readonly MemberRow[], context: CsvPlanContext): PlannedStep<RowChange>[] {
  return rows.map((row) => planRow(row, context));
}

function planRow(row: MemberRow, context: CsvPlanContext): PlannedStep<RowChange> {
  const member = context.members.get(row.key);
  const base = {
    id: String(row.line),
    name: member?.user.displayName ?? (row.key || `Line ${row.line}`),
    detail: member?.user.email,
    item: { member, changes: [] },
  };
  if (row.problem !== undefined)
    return { ...base, item: noChange, action: 'block', description: `Line ${row.line}: ${row.problem}` };
  if (!member) return { ...base, ...planNonMember(row, context) };
  const changes = changesOfMember(row, member, context);
  if (row.id !== undefined && (context.members.get(row.id)?.id ?? member.id) !== member.id)
    return {
      ...base,
      item: noChange,
      action: 'block',
      description: 'The email address and ID belong to different members.',
    };
  if ('problem' in changes) return { ...base, item: noChange, action: 'block', description: changes.problem };
  const evaluated = changes.wanted.map((change) => {
    const teamRoles = change.kind === 'team' ? context.teamRolesByTeam.get(change.team.id) : undefined;
    return {
      change,
      ...evaluateChange(member, change, teamRoles ? { ...context, teamRoles } : context),
    };
  });
  const rejected = evaluated.find(({ action }) => action === 'block');
  if (rejected) return { ...base, item: noChange, action: 'block', description: rejected.description };
  const allowed = evaluated.filter(({ action }) => action === 'change');
  const item = { member, changes: allowed.map(({ change }) => change) };
  if (allowed.length === 0) return { ...base, item, action: 'skip', description: 'No changes.' };
  const warning =
    [...allowed.flatMap((result) => result.warning ?? []), ...ignoredCells(row, member)].join(' ') ||
    undefined;
  const says = allowed.map(({ change, description: words }) =>
    change.kind === 'team' ? describeTeamChange(change) : words,
  );
  return { ...base, item, action: 'change', description: says.join('; '), warning };
}

const describeTeamChange = ({ role, team }: { role: TeamRole | null; team: { title: string } }) =>
  `${role === null ? 'Leaves' : 'Joins'} “${team.title}”`;

const noChange: RowChange = { email: '', role: undefined, sso: false, teams: [] };

/** Cells that are ignored because of other cells. */
function ignoredCells(row: MemberRow, member: Member | undefined): string[] {
  if (row.remove)
    return row.teamsToJoin.length + row.teamsToLeave.length > 0 ||
      (member && row.role !== undefined && row.role !== member.role)
      ? ['“remove” is yes, so the other cells are ignored.']
      : [];
  return [
    !member && row.teamsToLeave.length > 0 && '“leave teams” is ignored for a new member.',
    row.id !== undefined &&
      row.id !== member?.id &&
      `No member has the ID “${row.id}”; the email address is used.`,
  ].filter((part) => part !== false);
}

function planNonMember(
  row: MemberRow,
  context: CsvPlanContext,
): Pick<PlannedStep<RowChange>, 'item' | 'action' | 'description' | 'warning'> {
  const item = noChange;
  if (row.remove) return { item, action: 'skip', description: 'Not a member.' };
  if (!row.key.includes('@')) return { item, action: 'block', description: 'No member has this ID.' };
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(row.key))
    return { item, action: 'block', description: 'Not a valid email address.' };
  if (!context.canInvite)
    return {
      item,
      action: 'block',
      description:
        'Not a member, and this server can’t add members by email address. Send them an invite link.',
    };
  const resolvedTeams = resolveTeams(row.teamsToJoin, context);
  if ('problem' in resolvedTeams) return { item, action: 'block', description: resolvedTeams.problem };
  const work = { email: row.key, role: row.role, sso: row.sso === true, teams: resolvedTeams.teams };
  const warning = ignoredCells(row, undefined).join(' ') || undefined;
  return { item: work, action: 'create', description: describeNewMember(work).join('; '), warning };
}

/** The steps for a new member, in order of execution. */
function describeNewMember({ role, sso, teams }: NewMember): string[] {
  const as = role === undefined ? 'with the default role' : `as ${roleName(role).toLowerCase()}`;
  return [
    `New member ${as}${sso ? ', SSO only' : ''}`,
    ...teams.map((team) => describeTeamChange({ role: 'member', team })),
  ];
}

/** The teams with these titles, without duplicates; a problem if a title is unknown or ambiguous. */
function resolveTeams(
  titles: readonly string[],
  { teams }: CsvPlanContext,
): { teams: TeamRef[] } | { problem: string } {
  const teamsByTitle = new Map<string, TeamRef>();
  for (const title of titles) {
    const [team, duplicate] = teams.get(title.toLowerCase()) ?? [];
    if (!team) return { problem: `Team “${title}” doesn’t exist.` };
    if (duplicate) return { problem: `Several teams are named “${title}”. Rename one of them first.` };
    teamsByTitle.set(team.id, team);
  }
  return { teams: [...teamsByTitle.values()] };
}

function changesOfMember(
  row: MemberRow,
  member: Member,
  context: CsvPlanContext,
): { wanted: MemberChange[] } | { problem: string } {
  if (row.remove) return { wanted: [{ kind: 'remove' }] };
  if (row.sso === false && member.sso) return { problem: 'SSO can’t be turned off through the API.' };
  const changes: MemberChange[] = [];
  for (const [titles, teamRole] of [
    [row.teamsToJoin, 'member'],
    [row.teamsToLeave, null],
  ] as const) {
    const resolvedTeams = resolveTeams(titles, context);
    if ('problem' in resolvedTeams) return resolvedTeams;
    for (const team of resolvedTeams.teams) {
      const isMember = context.teamRolesByTeam.get(team.id)?.has(member.id) ?? false;
      if (isMember === (teamRole === null)) changes.push({ kind: 'team', team, role: teamRole });
    }
  }
  if (row.role !== undefined) changes.unshift({ kind: 'role', role: row.role });
  if (row.sso === true) changes.push({ kind: 'sso' });
  // Unchanged roles and SSO settings are dropped first, so that they can't make a row invalid.
  return {
    wanted: changes.filter(
      (change) =>
        !(change.kind === 'role' && change.role === member.role) && !(change.kind === 'sso' && member.sso),
    ),
  };
}

const CONCURRENCY = 3;

/** Loads what the rows refer to and plans each row. */
export async function planFile(
  queryClient: QueryClient,
  organizationId: string,
  rows: readonly MemberRow[],
  signal: AbortSignal,
): Promise<PlannedStep<RowChange>[]> {
  const validRows = rows.filter(({ problem }) => problem === undefined);
  const keys = [...new Set(validRows.map(({ key }) => key))];
  const titles = [
    ...new Set(
      validRows.flatMap((row) =>
        [...row.teamsToJoin, ...row.teamsToLeave].map((title) => title.toLowerCase()),
      ),
    ),
  ];
  const [members, administrators, invites, teams] = await Promise.all([
    findMembers(queryClient, organizationId, validRows, keys),
    countAdministrators(queryClient, organizationId),
    invitesByEmail(queryClient),
    mapLimit(titles, CONCURRENCY, (title) => findTeams(queryClient, organizationId, title)),
  ]);
  const teamRefs = teams.flat();
  const teamRolesByTeam = await mapLimit(teamRefs, CONCURRENCY, async ({ id }) => {
    return [id, await fetchTeamRoles(organizationId, id, signal)] as const;
  });
  return planRows(rows, {
    currentUserId: currentUser()?.id,
    administrators,
    teamRoles: new Map(),
    ownedTeams: new Map(),
    members,
    teams: new Map(titles.map((title, index) => [title, teams[index] ?? []])),
    teamRolesByTeam: new Map(teamRolesByTeam),
    canInvite: invites,
  });
}

/** Ids that are looked up before a column of them is taken for another system's. */
const sampledIds = 5;

/** Members by the keys of the rows, and by ids in rows with another person's address. */
async function findMembers(
  queryClient: QueryClient,
  organizationId: string,
  rows: readonly MemberRow[],
  keys: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  const lookup = createCachedLookup(queryClient, organizationId);
  const members = await resolvePeople(keys, lookup);
  const ids = rows.flatMap(({ key, id }) => {
    const member = members.get(key);
    return id === undefined || !member || member.id === id ? [] : [id];
  });
  const others = new Map(await resolvePeople(ids.slice(0, sampledIds), lookup));
  const isOurs =
    others.size > 0 || rows.some(({ key, id }) => id !== undefined && members.get(key)?.id === id);
  if (isOurs) for (const entry of await resolvePeople(ids.slice(sampledIds), lookup)) others.set(...entry);
  return new Map([...others, ...members]);
}

/** Teams with this title (lower case); more than one if titles are not unique. */
async function findTeams(queryClient: QueryClient, organizationId: string, title: string): Promise<Team[]> {
  const options = listTeamsOptions({ path: { organizationId }, query: { title, limit: 100 } });
  const { items } = await queryClient.fetchQuery(options);
  return items.filter((team) => team.title.toLowerCase() === title);
}
