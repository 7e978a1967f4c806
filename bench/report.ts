/** Writes the results as JSON and as tables in docs/performance.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parts } from './parts.ts';
import { markdownTable } from './tables.ts';

const page = 'docs/performance.md';
const resultFile = 'bench/results/latest.json';
const startMarker = '<!-- results: written by npm run bench -->';
const end = '<!-- end of results -->';

/** The environment of a run; results of other versions are not comparable. */
export interface RunInfo {
  date: string;
  node: string;
  chromium?: string;
  processors: number;
}

/** The results of a part, and how long it took, in seconds. */
interface PartResults {
  seconds: number;
  found: unknown;
}

/** The results by part. */
export type Results = Record<string, PartResults>;

/** The results of the last run, so that a run of some parts keeps the others. */
export function readLatest(): Results {
  try {
    return JSON.parse(readFileSync(resultFile, 'utf8')).parts ?? {};
  } catch {
    return {};
  }
}

/** Writes both files; returns the table as text. */
export function writeReport(results: Results, runInfo: RunInfo): string {
  const text = formatReport(results, runInfo);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify({ run: runInfo, parts: results }, null, 1)}\n`);
  const before = readFileSync(page, 'utf8');
  const [head, rest = ''] = before.split(startMarker);
  const [, tail = ''] = rest.split(end);
  writeFileSync(page, `${head}${startMarker}\n\n${text}\n\n${end}${tail}`);
  return text;
}

/** The tables of a run, as text. */
export function formatReport(results: Results, runInfo: RunInfo): string {
  const browser = runInfo.chromium === undefined ? '' : `, Chromium ${runInfo.chromium}`;
  const measured = parts.flatMap((part) => {
    const result = results[part.name];
    return result === undefined ? [] : [{ part, ...result }];
  });
  const goals = measured.flatMap(({ part, found }) =>
    part
      .goals(found)
      .map(({ goal, measured: value, isMet }) => [part.name, goal, value, isMet ? 'met' : '**missed**']),
  );
  const took = measured.map(({ part, seconds }) => `${part.name} ${formatDuration(seconds)}`).join(', ');
  return [
    `Measured ${runInfo.date} with Node ${runInfo.node}${browser} on ${runInfo.processors} processors. The parts took: ${took}.`,
    '### Goals',
    markdownTable(['part', 'goal', 'measured', ''], goals),
    ...measured.flatMap(({ part, found }) => part.tables(found)),
  ].join('\n\n');
}

const formatDuration = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
