/** Writes the results as JSON and as tables in docs/performance.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from './goals.ts';
import type { Part } from './part.ts';
import { parts } from './parts.ts';

const page = 'docs/performance.md';
const resultFile = 'bench/results/latest.json';
const startMarker = '<!-- results: written by npm run bench -->';
const end = '<!-- end of results -->';

/** The environment of a part; results of other versions are not comparable. */
interface RunInfo {
  date: string;
  node: string;
  chromium?: string;
  processors: number;
}

/** The results of a part, how long it took, in seconds, and where. */
interface PartResults {
  seconds: number;
  run: RunInfo;
  results: unknown;
}

/** The results by part. */
type Results = Record<string, PartResults>;

/** The results of the last run, so that a run of some parts keeps the others. */
export function readLatest(): Results {
  try {
    return JSON.parse(readFileSync(resultFile, 'utf8'));
  } catch {
    return {};
  }
}

/** Writes both files. */
export function writeReport(results: Results): void {
  mkdirSync('bench/results', { recursive: true });
  const lines = Object.entries(results).map(
    ([name, part]) => `${JSON.stringify(name)}: ${JSON.stringify(part)}`,
  );
  writeFileSync(resultFile, `{\n${lines.join(',\n')}\n}\n`);
  const before = readFileSync(page, 'utf8');
  const [head, rest = ''] = before.split(startMarker);
  const [, tail = ''] = rest.split(end);
  writeFileSync(page, `${head}${startMarker}\n\n${formatReport(results)}\n\n${end}${tail}`);
}

/** The goals and the tables of all parts that have results, as text. */
export function formatReport(results: Results): string {
  const rows = parts.flatMap((part) => {
    const result = results[part.name];
    return result === undefined ? [] : [showPart(part, result)];
  });
  const runs = [...new Set(rows.map(({ run }) => run))];
  const measured = runs.map((run) => {
    const of = rows.filter((part) => part.run === run).map(({ name, took }) => `${name} (${took})`);
    return `Measured ${run}: ${of.join(', ')}.`;
  });
  return [
    measured.join('\n'),
    '### Goals',
    markdownTable(
      ['part', 'goal', 'measured', ''],
      rows.flatMap(({ goals }) => goals),
    ),
    ...rows.flatMap(({ tables }) => tables),
  ].join('\n\n');
}

/** The rows of the table of goals, and the tables of a part. */
function showPart(part: Part<unknown>, { seconds, run, results }: PartResults) {
  const { name } = part;
  const heading = { name, run: describeRun(run), took: formatDuration(seconds) };
  try {
    const goals = part
      .goals(results)
      .map(({ goal, measured, isMet }) => [name, goal, measured, isMet ? 'met' : '**missed**']);
    return { ...heading, goals, tables: part.tables?.(results) ?? [] };
  } catch {
    // Results of a part that has changed since must not take those of the others with them.
    return {
      ...heading,
      goals: [],
      tables: [`The results of ${name} are older than it is: measure it again.`],
    };
  }
}

function describeRun({ date, node, chromium, processors }: RunInfo): string {
  const browser = chromium === undefined ? '' : `, Chromium ${chromium}`;
  return `${date} with Node ${node}${browser} on ${processors} processors`;
}

const formatDuration = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
