import { type RoleOption, roleOptions, roleKey, roleName } from '#src/domain/roles/role-labels.ts';
import { parseTable, type Table, type TableLine } from '#src/lib/text/csv.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { countExtraCells, type IgnoredColumn } from '#src/lib/text/table-columns.ts';
import { exportHeadings } from '../member-export.ts';
import { type ColumnKey, matchMemberColumns } from './csv-columns.ts';

/** One parsed row. Undefined fields stay unchanged. */
export interface MemberRow {
  /** Line number as in a spreadsheet, header included. */
  line: number;
  /** Identifies the member: an email address in lower case, or a user id. */
  key: string;
  /** The user id, if the row also has an email address. */
  id?: string;
  role?: RoleOption;
  sso?: boolean;
  teamsToJoin: string[];
  teamsToLeave: string[];
  remove: boolean;
  /** Why the row is invalid, as a sentence. */
  problem?: string;
}

/** The parsed file, or why it could not be parsed. */
export type ParsedMemberFile =
  | {
      rows: MemberRow[];
      /** Ignored columns, to be accepted before the import. */
      ignored: IgnoredColumn[];
      /** Headers of an export that an import does not change. */
      infoOnly: string[];
      /** Headings of addresses beside those that are used, and of ids of other systems. */
      otherAddresses: string[];
      foreignIds: string[];
      headings: string[];
      /** Index of the column for each purpose. */
      indexes: ReadonlyMap<ColumnKey, number>;
      emptyLines: number;
    }
  /** With the headings to choose from, if a choice would help. */
  | { problem: string; headings: string[] };

const MAX_ROWS = 20_000;

const allRoles = roleOptions.map(roleKey).join(', ');

/**
 * Parses a members CSV: addresses or ids, and any of `role`, `sso`, `add to teams`, `leave teams` (separated by |) and
 * `remove`. Roles can be API values or display names. Other columns are ignored, except the read-only columns of an
 * export.
 *
 * @param chosen what the person said some columns are, by their index
 */
export function parseMemberFile(
  text: string,
  chosen: ReadonlyMap<number, ColumnKey> = new Map(),
): ParsedMemberFile {
  const table = parseTable(text);
  if (table.error !== null) return { problem: table.error, headings: [] };
  const { indexes, ignored, otherAddresses, foreignIds } = matchMemberColumns(table, chosen);
  const { headings } = table;
  if (!indexes.has('email') && !indexes.has('id'))
    return {
      problem:
        table.lines.length === 0
          ? 'The first line must name the columns and include “email” or “id”.'
          : 'No column of the first line is known to hold email addresses. Choose it below, or name it “email”.',
      headings: table.lines.length === 0 ? [] : headings,
    };
  if (table.lines.length > MAX_ROWS)
    return { problem: `A file can have at most ${formatCount(MAX_ROWS, 'row')}.`, headings: [] };
  const seenKeys = new Set<string>();
  const rows = table.lines.map((line) => {
    const row = parseRow((column) => line.cells[indexes.get(column) ?? -1] ?? '', line, table.headings);
    if (row.problem === undefined && seenKeys.has(row.key)) row.problem = 'Duplicate of an earlier row.';
    seenKeys.add(row.key);
    return row;
  });
  const informing = ignored.filter((column) => isInfoOnly(column, table));
  return {
    rows,
    ignored: ignored.filter((column) => !informing.includes(column)),
    infoOnly: informing.map(({ heading }) => heading),
    otherAddresses,
    foreignIds,
    headings,
    indexes,
    emptyLines: table.emptyLines,
  };
}

/** Whether a column is a read-only column of an export. Columns with other values are not. */
function isInfoOnly({ heading, number, reason }: IgnoredColumn, { headings, lines }: Table): boolean {
  const isExport = exportHeadings.every((name) => headings.includes(name));
  if (!isExport || reason !== 'unknown' || !exportHeadings.includes(heading)) return false;
  const isCount = heading === 'teams' || heading === 'spaces';
  return !isCount || lines.every(({ cells }) => /^\d*$/.test(cells[number - 1] ?? ''));
}

function parseRow(
  cell: (column: ColumnKey) => string,
  { line, cells }: TableLine,
  headings: readonly string[],
): MemberRow {
  const [email, id] = [(cell('email') || standIn(cell('login'))).toLowerCase(), cell('id')];
  const role = parseRole(cell('role'));
  const sso = parseYesNo(cell('sso'));
  const remove = parseYesNo(cell('remove'));
  const [teams, leaves] = [parseTitles(cell('teams')), parseTitles(cell('leaves'))];
  const row: MemberRow = {
    line,
    key: email || id,
    teamsToJoin: teams,
    teamsToLeave: leaves,
    remove: remove === true,
  };
  const extraCells = countExtraCells(headings, cells);
  if (extraCells > 0)
    row.problem = `${formatCount(extraCells, 'cell')} beyond the last column. Put values with commas in quotation marks.`;
  else if (row.key === '') row.problem = 'Email or ID is missing.';
  else if (role === 'unknown') row.problem = `Unknown role “${cell('role')}”. Use one of ${allRoles}.`;
  else if (sso === 'unknown') row.problem = `“${cell('sso')}” isn’t yes or no.`;
  else if (remove === 'unknown') row.problem = `“${cell('remove')}” isn’t yes or no.`;
  if (email !== '' && id !== '') row.id = id;
  if (role !== 'unknown' && role !== undefined) row.role = role;
  if (typeof sso === 'boolean') row.sso = sso;
  return row;
}

/** A name to sign in with, if mail could reach it: those of guests of a directory are made up. */
const standIn = (login: string) => (login.includes('@') && !login.includes('#') ? login : '');

function parseTitles(text: string): string[] {
  return text
    .split('|')
    .map((title) => title.trim())
    .filter(Boolean);
}

function parseRole(text: string): RoleOption | undefined | 'unknown' {
  if (text === '') return undefined;
  const name = text.toLowerCase();
  const roleOption = roleOptions.find(
    (role) => roleKey(role) === name || roleName(role).toLowerCase() === name,
  );
  return roleOption === undefined ? 'unknown' : roleOption;
}

function parseYesNo(text: string): boolean | undefined | 'unknown' {
  if (text === '') return undefined;
  if (/^(yes|y|true|1|x)$/i.test(text)) return true;
  return /^(no|n|false|0)$/i.test(text) ? false : 'unknown';
}
