/** Writes the results as JSON and as tables in docs/performance.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ApiRun, Operation, Variant } from './api.ts';
import { evaluateGoals, type Measurements } from './goals.ts';
import type { TimedResult } from './in-process.ts';

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

/** The measurements of the last run, so that a run of some parts keeps the others. */
export function readLatest(): Measurements {
  try {
    return JSON.parse(readFileSync(resultFile, 'utf8')).measured;
  } catch {
    return {};
  }
}

/** Writes both files; returns the table as text. */
export function writeReport(measured: Measurements, runInfo: RunInfo): string {
  const text = formatReport(measured, runInfo);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(
    resultFile,
    `${JSON.stringify({ run: runInfo, measured, goals: evaluateGoals(measured) }, null, 2)}\n`,
  );
  const before = readFileSync(page, 'utf8');
  const [head, rest = ''] = before.split(startMarker);
  const [, tail = ''] = rest.split(end);
  writeFileSync(page, `${head}${startMarker}\n\n${text}\n\n${end}${tail}`);
  return text;
}

/** The tables of a run, as text. */
export function formatReport(measured: Measurements, runInfo: RunInfo): string {
  const browser = runInfo.chromium === undefined ? '' : `, Chromium ${runInfo.chromium}`;
  const goals = evaluateGoals(measured).map(({ id, goal, measured: value, isMet }) => [
    id,
    goal,
    value,
    isMet ? 'met' : '**missed**',
  ]);
  return [
    `Measured ${runInfo.date} with Node ${runInfo.node}${browser} on ${runInfo.processors} processors.`,
    '### Goals',
    markdownTable(['', 'goal', 'measured', ''], goals),
    ...comparisonTable('Cold load of the members screen', measured.load, loadRows),
    ...comparisonTable('Navigation', measured.routes, routeRows),
    ...comparisonTable('Scrolling 10,000 members', measured.longList, scrollRows),
    ...comparisonTable('Scrolling the large structure', measured.structureScroll, scrollRows),
    ...comparisonTable('Dragging in the large structure', measured.drag, dragRows),
    ...valueTable('The inbox with 20,000 change requests', measured.inbox, inboxRows),
    ...valueTable('Diff of a page of 20,000 lines', measured.differences, differenceRows),
    ...valueTable('Scrolling 100,000 members', measured.longLists?.members, longListRows),
    ...valueTable('Scrolling 5,000 spaces', measured.longLists?.content, longListRows),
    ...valueTable('Scrolling 2,000 teams', measured.longLists?.teams, longListRows),
    ...apiTables('PostgreSQL', measured.postgres),
    ...apiTables('PGlite', measured.pglite),
    ...contentTable(measured.content),
    ...neighborTables(measured.noisyNeighbor),
  ].join('\n\n');
}

const loadRows = {
  script: 'JavaScript until rows are visible, KB',
  idleScript: 'JavaScript until idle, KB',
  style: 'CSS, KB',
  everything: 'total, KB',
  requests: 'requests until rows are visible',
  firstPaint: 'First Contentful Paint, ms',
  largestPaint: 'Largest Contentful Paint, ms',
  rowsVisible: 'rows visible, ms',
  blockingTime: 'Total Blocking Time, ms',
  longestTask: 'longest task, ms',
  shift: 'Cumulative Layout Shift',
  heap: 'heap, MB',
};
const routeRows = {
  cold: 'cold, ms',
  warmP50: 'warm, p50, ms',
  warmP95: 'warm, p95, ms',
  heapLoaded: 'heap after load, MB',
  heap22: 'heap after 22 navigations, MB',
  heap66: 'heap after 66 navigations, MB',
};
const scrollRows = {
  frameP50: 'frame, p50, ms',
  frameP95: 'frame, p95, ms',
  blank: 'blank frames, %',
  maxRows: 'rows in the document, max',
};
const dragRows = {
  open: 'open until rows are visible, ms',
  startP50: 'drag start, p50, ms',
  startP95: 'drag start, p95, ms',
  dropP50: 'drop to paint, p50, ms',
  dropP95: 'drop to paint, p95, ms',
};

const inboxRows = {
  open: 'open until rows are visible, ms',
  requests: 'change request requests until then',
  fetched: 'change requests fetched',
  rows: 'rows in the document',
  wrongCounts: 'buckets with a wrong count',
  keyFrames: 'j to paint, p50, frames',
  keyFramesP95: 'j to paint, p95, frames',
  keyP50: 'j to paint, p50, ms',
  keyP95: 'j to paint, p95, ms',
};
const differenceRows = {
  rendered: 'rendered view visible, ms',
  source: 'side-by-side view visible, ms',
  longestTask: 'longest task, ms (0: below 50)',
};
const longListRows = {
  rows: 'rows',
  maxNodes: 'elements in the document, max',
  requests: 'requests for rows',
  requestsPerRow: 'requests per row',
  frameP95: 'frame, p95, ms',
  scrollFrameP95: 'frame while scrolling down, p95, ms',
};

/** A table of values without a baseline. */
function valueTable<Name extends string>(
  title: string,
  found: Record<Name, number> | undefined,
  rows: Record<Name, string>,
): string[] {
  if (found === undefined) return [];
  const lines: string[][] = [];
  for (const name in rows) lines.push([rows[name], String(found[name])]);
  return [`### ${title}`, markdownTable(['', 'console'], lines)];
}

function comparisonTable(
  title: string,
  found: Record<string, Record<string, number>> | undefined,
  rows: Record<string, string>,
): string[] {
  const { console, baseline } = found ?? {};
  if (console === undefined || baseline === undefined) return [];
  const ratio = (key: string): string => ((console[key] ?? 0) / (baseline[key] || Number.NaN)).toFixed(2);
  const lines = Object.entries(rows).map(([key, label]) => [
    label,
    String(baseline[key]),
    String(console[key]),
    ratio(key) === 'NaN' ? '' : ratio(key),
  ]);
  return [`### ${title}`, markdownTable(['', 'baseline', 'console', '× baseline'], lines)];
}

function apiTables(engine: string, run: ApiRun | undefined): string[] {
  if (run === undefined) return [];
  const operations: Operation[] = ['list', 'read', 'create', 'move'];
  const variants: Variant[] = ['bare', 'session', 'bindery'];
  const lines = operations.flatMap((operation) =>
    variants.map((variant) => {
      const { rate, p50, p99, failed } = run.operations[operation][variant];
      const share = (rate / run.operations[operation].bare.rate).toFixed(2);
      return [operation, variant, String(rate), share, String(p50), String(p99), String(failed)];
    }),
  );
  const memory = variants.map((variant) => `${variant} ${run.memory[variant]} MB`).join(', ');
  return [
    `### Requests on ${engine}`,
    markdownTable(['', '', 'req/s', '× bare', 'p50, ms', 'p99, ms', 'failed'], lines),
    `Memory afterwards: ${memory}.`,
  ];
}

function contentTable(found: Measurements['content']): string[] {
  if (found === undefined) return [];
  const cells = ({ time, baseline }: TimedResult): string[] =>
    baseline === undefined
      ? [String(time), '', '']
      : [String(time), String(baseline), (time / baseline).toFixed(2)];
  const lines = found.postgres.map((timed, index) => {
    const other = found.pglite[index];
    return [timed.name, ...cells(timed), ...(other === undefined ? [] : cells(other))];
  });
  const heads = ['PostgreSQL', 'PGlite'].flatMap((name) => [`${name}, ms`, 'baseline', '× baseline']);
  return [
    '### Long lists, searches and long pages, sequential requests',
    markdownTable(['', ...heads], lines),
  ];
}

function neighborTables(found: Measurements['noisyNeighbor']): string[] {
  return Object.entries(found ?? {}).flatMap(([engine, rows]) => [
    `### Noisy neighbor, ${engine === 'pglite' ? 'PGlite' : 'PostgreSQL'}`,
    'Goals: p99 below 250 ms; server memory below 600 MB on PostgreSQL, idle + 250 MB embedded; the server never exits.',
    markdownTable(
      [
        '',
        'p50, ms',
        'p99, ms',
        'max, ms',
        'failed',
        'server, MB',
        'workers, MB',
        'after 5 s, MB',
        'responses',
        'exited',
      ],
      rows.map((row) => [
        row.load,
        ...[
          row.p50,
          row.p99,
          row.max,
          row.failed,
          row.serverMemory,
          row.workerMemory,
          row.memoryAfterwards,
        ].map(String),
        row.statusCounts,
        row.hasExited ? '**yes**' : 'no',
      ]),
    ),
  ]);
}

function markdownTable(head: string[], lines: string[][]): string {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}
