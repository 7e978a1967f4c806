/** The table of screens in `docs/other-servers.md`: how each is at servers of another make. */
import { readFileSync, writeFileSync } from 'node:fs';
import { definitionVersions } from './definition.ts';
import type { SweptScreen } from './sweep.ts';

const file = new URL('../../docs/other-servers.md', import.meta.url);

/** The table is between these lines. */
const [start, end] = ['<!-- table of screens -->', '<!-- end of the table -->'];

/** Stand-ins by the version of their definition, and our own server. */
const servers = [...definitionVersions, '`--documented-only`'] as const;

type Server = (typeof servers)[number];

/** The state of each screen, by name. */
type Column = Readonly<Record<string, string>>;

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table: the name of a screen, then its states. */
function readRows(text: string): string[][] {
  const table = text.slice(text.indexOf(start) + start.length, text.indexOf(end));
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cellsOf);
}

/** What the table says about a server. */
export function readColumn(server: Server): Column {
  const column = servers.indexOf(server) + 1;
  return Object.fromEntries(
    readRows(readFileSync(file, 'utf8')).map((cells) => [cells[0] ?? '', cells[column] ?? '']),
  );
}

/** What the table should say. */
export const columnOf = (swept: readonly SweptScreen[]): Column =>
  Object.fromEntries(swept.map(({ name, state }) => [name, state]));

/** Replaces what the table says about a server. */
export function writeColumn(server: Server, column: Column): void {
  const text = readFileSync(file, 'utf8');
  const columns = servers.map((each) => (each === server ? column : readColumn(each)));
  const lines = [
    ['Screen', ...servers],
    ['---', ...servers.map(() => '---')],
    ...Object.keys(column).map((name) => [name, ...columns.map((states) => states[name] ?? '')]),
  ];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(
    file,
    `${text.slice(0, text.indexOf(start))}${start}\n\n${table}\n\n${text.slice(text.indexOf(end))}`,
  );
}
