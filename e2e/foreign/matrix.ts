/** The tables in `docs/other-servers.md`: how each screen is at servers of another make, and how many work. */
import { readFileSync, writeFileSync } from 'node:fs';
import { definitionVersions } from './definition.ts';
import type { SweptScreen } from './sweep.ts';

const file = new URL('../../docs/other-servers.md', import.meta.url);

/** Each table is between these lines. */
const places = {
  screens: { start: '<!-- table of screens -->', end: '<!-- end of the table -->', heading: 'Screen' },
  figures: { start: '<!-- figures -->', end: '<!-- end of the figures -->', heading: '' },
} as const;

type Table = keyof typeof places;

/** Stand-ins by the version of their definition, and our own server. */
const servers = [...definitionVersions, '`--documented-only`'] as const;

type Server = (typeof servers)[number];

/** The cells below a server, by row. */
type Column = Readonly<Record<string, string>>;

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of a table, of which the first names the servers: the name of a screen, then its states. */
function readRows(text: string, { start, end }: (typeof places)[Table]): string[][] {
  const table = text.slice(text.indexOf(start) + start.length, text.indexOf(end));
  return table
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| ---'))
    .map(cellsOf);
}

/** The column of a table for a server; empty, if the server is new. */
export function readColumn(server: Server, table: Table = 'screens'): Column {
  const [heading = [], ...rows] = readRows(readFileSync(file, 'utf8'), places[table]);
  const column = heading.indexOf(server);
  return column === -1 ? {} : Object.fromEntries(rows.map((cells) => [cells[0] ?? '', cells[column] ?? '']));
}

/** The expected column of the table of screens. */
export const columnOf = (swept: readonly SweptScreen[]): Column =>
  Object.fromEntries(swept.map(({ name, state }) => [name, state]));

/** The expected figures: the screens by state, and the changes that are made there. No request is refused. */
export function figuresOf(column: Column, changes: number): Column {
  const states = Object.values(column);
  const count = (state: SweptScreen['state']) => String(states.filter((each) => each === state).length);
  return {
    'Screens and their states': String(states.length),
    work: count('works'),
    'say what is missing': count('says what is missing'),
    'Changes made there': String(changes),
    'Requests that the definition refuses': '0',
  };
}

/** Replaces what a table says about a server. */
export function writeColumn(server: Server, column: Column, table: Table = 'screens'): void {
  const { start, end, heading } = places[table];
  const text = readFileSync(file, 'utf8');
  const columns = servers.map((each) => (each === server ? column : readColumn(each, table)));
  const lines = [
    [heading, ...servers],
    ['---', ...servers.map(() => '---')],
    ...Object.keys(column).map((name) => [name, ...columns.map((states) => states[name] ?? '')]),
  ];
  const rows = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(
    file,
    `${text.slice(0, text.indexOf(start))}${start}\n\n${rows}\n\n${text.slice(text.indexOf(end))}`,
  );
}
