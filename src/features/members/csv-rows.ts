import { type RoleChoice, roleChoices, roleKey, roleName } from '#src/components/roles/role-words.ts';
import { countOf } from '#src/lib/counts.ts';
import { parseTable, type Table, type TableLine } from '#src/lib/csv.ts';
import { cellsBeyond, type IgnoredColumn, matchColumns } from '#src/lib/table-columns.ts';
import { exportHeadings } from './member-export.ts';

/** One line of a file of members, read. What the line does not say is undefined and stays as it is. */
export interface MemberRow {
  /** Counted from 1, the heading included, as a spreadsheet counts. */
  line: number;
  /** An e-mail address in lower case, or a user id; names the member. */
  key: string;
  /** The user id beside an e-mail address. */
  id?: string;
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
export type ReadFile =
  | {
      rows: MemberRow[];
      /** Columns that nothing is done with, which the person has to confirm. */
      ignored: IgnoredColumn[];
      /** Headings of an export that only inform. */
      informing: string[];
      emptyLines: number;
    }
  | { problem: string };

const mostRows = 20_000;

const allRoles = roleChoices.map(roleKey).join(', ');

type ColumnKey = 'email' | 'id' | 'role' | 'sso' | 'teams' | 'leaves' | 'remove';

/** The headings that a file of members may have. */
export const knownColumns = ['email', 'id', 'role', 'sso', 'add to teams', 'leave teams', 'remove'];

const named = new Map<string, ColumnKey>([
  ['email', 'email'],
  ['e-mail', 'email'],
  ['email address', 'email'],
  ['e-mail address', 'email'],
  ['id', 'id'],
  ['user id', 'id'],
  ['role', 'role'],
  ['sso', 'sso'],
  ['add to teams', 'teams'],
  ['leave teams', 'leaves'],
  ['remove', 'remove'],
]);

/**
 * Reads a file of members: a heading line with `email` or `id`, and any of `role`, `sso`, `add to teams`, `leave
 * teams` (titles apart by |) and `remove`. Roles are named as the interface or as the console names them. Other columns
 * are listed as ignored, but for those of an export, which can be changed and read again.
 */
export function readMemberFile(text: string): ReadFile {
  const table = parseTable(text);
  if (table.problem !== null) return { problem: table.problem };
  const { at, ignored } = matchColumns(table, (heading) => named.get(heading.toLowerCase()), knownColumns);
  if (!at.has('email') && !at.has('id'))
    return { problem: 'The first line must name the columns and include “email” or “id”.' };
  if (table.lines.length > mostRows) return { problem: `A file can have at most ${mostRows} rows.` };
  const seen = new Set<string>();
  const rows = table.lines.map((line) => {
    const row = readRow((column) => line.cells[at.get(column) ?? -1] ?? '', line, table.headings);
    if (row.problem === undefined && seen.has(row.key)) row.problem = 'Duplicate of an earlier row.';
    seen.add(row.key);
    return row;
  });
  const informing = ignored.filter((column) => informs(column, table));
  return {
    rows,
    ignored: ignored.filter((column) => !informing.includes(column)),
    informing: informing.map(({ heading }) => heading),
    emptyLines: table.emptyLines,
  };
}

/** Whether a column of an export tells what no file can change. One that was filled with other values does not. */
function informs({ heading, number, reason }: IgnoredColumn, { headings, lines }: Table): boolean {
  const isExport = exportHeadings.every((name) => headings.includes(name));
  if (!isExport || reason !== 'unknown' || !exportHeadings.includes(heading)) return false;
  const isCount = heading === 'teams' || heading === 'spaces';
  return !isCount || lines.every(({ cells }) => /^\d*$/.test(cells[number - 1] ?? ''));
}

function readRow(
  cell: (column: ColumnKey) => string,
  { line, cells }: TableLine,
  headings: readonly string[],
): MemberRow {
  const [email, id] = [cell('email').toLowerCase(), cell('id')];
  const role = readRole(cell('role'));
  const sso = readYes(cell('sso'));
  const remove = readYes(cell('remove'));
  const [teams, leaves] = [readTitles(cell('teams')), readTitles(cell('leaves'))];
  const row: MemberRow = { line, key: email || id, teams, leaves, remove: remove === true };
  const beyond = cellsBeyond(headings, cells);
  if (beyond > 0)
    row.problem = `${countOf(beyond, 'cell')} beyond the last column. Put values with commas in quotation marks.`;
  else if (row.key === '') row.problem = 'Email or ID is missing.';
  else if (role === 'unknown') row.problem = `Unknown role “${cell('role')}”. Use one of ${allRoles}.`;
  else if (sso === 'unknown') row.problem = `“${cell('sso')}” isn’t yes or no.`;
  else if (remove === 'unknown') row.problem = `“${cell('remove')}” isn’t yes or no.`;
  if (email !== '' && id !== '') row.id = id;
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
