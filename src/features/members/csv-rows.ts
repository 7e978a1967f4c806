import { type RoleChoice, roleChoices, roleKey, roleName } from '#src/components/roles/role-words.ts';
import { readCsv } from '#src/lib/csv.ts';

/** One line of a file of members, read. What the line does not say is undefined and stays as it is. */
export interface MemberRow {
  /** Counted from 1, the heading included, as a spreadsheet counts. */
  line: number;
  /** An e-mail address in lower case, or a user id; names the member. */
  key: string;
  role?: RoleChoice;
  sso?: boolean;
  /** Titles of teams to join. */
  teams: string[];
  /** Titles of teams to leave. */
  leaves: string[];
  remove: boolean;
  /** What is wrong with the line, as a sentence. */
  problem?: string;
}

/** What was read from a file, or why nothing could be. */
export type ReadFile = { rows: MemberRow[] } | { problem: string };

const mostRows = 20_000;

const allRoles = roleChoices.map(roleKey).join(', ');

const named: Record<string, keyof typeof columns> = {
  email: 'email',
  'e-mail': 'email',
  'e-mail address': 'email',
  id: 'id',
  'user id': 'id',
  role: 'role',
  sso: 'sso',
  'add to teams': 'teams',
  'leave teams': 'leaves',
  remove: 'remove',
};
const columns = { email: -1, id: -1, role: -1, sso: -1, teams: -1, leaves: -1, remove: -1 };

/**
 * Reads a file of members: a heading line with `email` or `id`, and any of `role`, `sso`, `add to teams`, `leave
 * teams` (titles apart by |) and `remove`. Roles are named as the interface or as the console names them. Other columns
 * are passed over, so that an export can be changed and read again.
 */
export function readMemberFile(text: string): ReadFile {
  const [headings = [], ...lines] = readCsv(text);
  const at = { ...columns };
  for (const [index, heading] of headings.entries()) {
    const column = named[heading.toLowerCase()];
    if (column && at[column] < 0) at[column] = index;
  }
  if (at.email < 0 && at.id < 0)
    return { problem: 'The first line has to name the columns; one of them has to be “email” or “id”.' };
  if (lines.length > mostRows) return { problem: `A file may have at most ${mostRows} lines.` };
  const seen = new Set<string>();
  const rows = lines.map((cells, index) => {
    const row = readRow((column) => cells[at[column]] ?? '', index + 2);
    if (row.problem === undefined && seen.has(row.key))
      row.problem = 'This person stands in an earlier line.';
    seen.add(row.key);
    return row;
  });
  return { rows };
}

function readRow(cell: (column: keyof typeof columns) => string, line: number): MemberRow {
  const key = cell('email').toLowerCase() || cell('id');
  const role = readRole(cell('role'));
  const sso = readYes(cell('sso'));
  const remove = readYes(cell('remove'));
  const [teams, leaves] = [readTitles(cell('teams')), readTitles(cell('leaves'))];
  const row: MemberRow = { line, key, teams, leaves, remove: remove === true };
  if (key === '') row.problem = 'Names nobody.';
  else if (role === 'unknown') row.problem = `There is no role “${cell('role')}”. The roles are ${allRoles}.`;
  else if (sso === 'unknown') row.problem = `“${cell('sso')}” is neither yes nor no.`;
  else if (remove === 'unknown') row.problem = `“${cell('remove')}” is neither yes nor no.`;
  if (role !== 'unknown' && role !== undefined) row.role = role;
  if (typeof sso === 'boolean') row.sso = sso;
  return row;
}

function readTitles(text: string): string[] {
  return text
    .split('|')
    .map((title) => title.trim())
    .filter(Boolean);
}

function readRole(text: string): RoleChoice | undefined | 'unknown' {
  if (text === '') return undefined;
  const word = text.toLowerCase();
  const found = roleChoices.find((role) => roleKey(role) === word || roleName(role).toLowerCase() === word);
  return found === undefined ? 'unknown' : found;
}

function readYes(text: string): boolean | undefined | 'unknown' {
  if (text === '') return undefined;
  if (/^(yes|y|true|1|x)$/i.test(text)) return true;
  return /^(no|n|false|0)$/i.test(text) ? false : 'unknown';
}
