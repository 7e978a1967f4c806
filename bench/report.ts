/** Writes what a run found: as JSON for programs, as a table into docs/performance.md for people. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ApiRun, Operation, Variant } from './api.ts';
import { judge, type Measurements } from './goals.ts';
import type { Timed } from './in-process.ts';

const page = 'docs/performance.md';
const resultFile = 'bench/results/latest.json';
const begin = '<!-- results: written by npm run bench -->';
const end = '<!-- end of results -->';

/** What the numbers were made with; versions, because numbers of other versions do not compare. */
export interface Circumstances {
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
export function writeReport(measured: Measurements, made: Circumstances): string {
  const text = describe(measured, made);
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify({ made, measured, goals: judge(measured) }, null, 2)}\n`);
  const before = readFileSync(page, 'utf8');
  const [head, rest = ''] = before.split(begin);
  const [, tail = ''] = rest.split(end);
  writeFileSync(page, `${head}${begin}\n\n${text}\n\n${end}${tail}`);
  return text;
}

/** The tables of a run, as text. */
export function describe(measured: Measurements, made: Circumstances): string {
  const browser = made.chromium === undefined ? '' : `, Chromium ${made.chromium}`;
  const goals = judge(measured).map(({ id, goal, measured: value, hit }) => [
    id,
    goal,
    value,
    hit ? 'met' : '**missed**',
  ]);
  return [
    `Measured ${made.date} with Node ${made.node}${browser} on ${made.processors} processors.`,
    '### Goals',
    table(['', 'goal', 'measured', ''], goals),
    ...sideBySide('Cold load of the members screen', measured.load, loadRows),
    ...sideBySide('Navigation', measured.routes, routeRows),
    ...sideBySide('Scrolling 10,000 members', measured.longList, scrollRows),
    ...sideBySide('Scrolling the large structure', measured.structureScroll, scrollRows),
    ...sideBySide('Dragging in the large structure', measured.drag, dragRows),
    ...figures('The inbox with 20,000 change requests', measured.inbox, inboxRows),
    ...figures('Diff of a page of 20,000 lines', measured.differences, differenceRows),
    ...figures('Scrolling 100,000 members', measured.longLists?.members, longListRows),
    ...figures('Scrolling 5,000 spaces', measured.longLists?.content, longListRows),
    ...figures('Scrolling 2,000 teams', measured.longLists?.teams, longListRows),
    ...apiTables('PostgreSQL', measured.postgres),
    ...apiTables('PGlite', measured.pglite),
    ...contentTable(measured.content),
    ...bystanderTables(measured.bystander),
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
  blocked: 'Total Blocking Time, ms',
  longestTask: 'longest task, ms',
  shift: 'Cumulative Layout Shift',
  heap: 'heap, MB',
};
const routeRows = {
  cold: 'cold, ms',
  warmMiddle: 'warm, p50, ms',
  warmSlow: 'warm, p95, ms',
  heapLoaded: 'heap after load, MB',
  heap22: 'heap after 22 navigations, MB',
  heap66: 'heap after 66 navigations, MB',
};
const scrollRows = {
  frameMiddle: 'frame, p50, ms',
  frameSlow: 'frame, p95, ms',
  blank: 'blank frames, %',
  mostRows: 'rows in the document, max',
};
const dragRows = {
  open: 'open until rows are visible, ms',
  startMiddle: 'drag start, p50, ms',
  startSlow: 'drag start, p95, ms',
  dropMiddle: 'drop to paint, p50, ms',
  dropSlow: 'drop to paint, p95, ms',
};

const inboxRows = {
  open: 'open until rows are visible, ms',
  requests: 'change request requests until then',
  fetched: 'change requests fetched',
  rows: 'rows in the document',
  wrongCounts: 'buckets with a wrong count',
  keyFrames: 'j to paint, p50, frames',
  keyFramesSlow: 'j to paint, p95, frames',
  keyMiddle: 'j to paint, p50, ms',
  keySlow: 'j to paint, p95, ms',
};
const differenceRows = {
  rendered: 'rendered view visible, ms',
  source: 'side-by-side view visible, ms',
  longestTask: 'longest task, ms (0: below 50)',
};
const longListRows = {
  rows: 'rows',
  mostNodes: 'elements in the document, max',
  requests: 'requests for rows',
  requestsPerRow: 'requests per row',
  frameSlow: 'frame, p95, ms',
  walkFrameSlow: 'frame while scrolling down, p95, ms',
};

/** A table of what has no floor. */
function figures<Name extends string>(
  title: string,
  found: Record<Name, number> | undefined,
  rows: Record<Name, string>,
): string[] {
  if (found === undefined) return [];
  const lines: string[][] = [];
  for (const name in rows) lines.push([rows[name], String(found[name])]);
  return [`### ${title}`, table(['', 'console'], lines)];
}

function sideBySide(
  title: string,
  found: Record<string, Record<string, number>> | undefined,
  rows: Record<string, string>,
): string[] {
  const { console, floor } = found ?? {};
  if (console === undefined || floor === undefined) return [];
  const ratio = (key: string): string => ((console[key] ?? 0) / (floor[key] || Number.NaN)).toFixed(2);
  const lines = Object.entries(rows).map(([key, label]) => [
    label,
    String(floor[key]),
    String(console[key]),
    ratio(key) === 'NaN' ? '' : ratio(key),
  ]);
  return [`### ${title}`, table(['', 'baseline', 'console', '× baseline'], lines)];
}

function apiTables(engine: string, run: ApiRun | undefined): string[] {
  if (run === undefined) return [];
  const operations: Operation[] = ['list', 'read', 'create', 'move'];
  const variants: Variant[] = ['bare', 'session', 'bindery'];
  const lines = operations.flatMap((operation) =>
    variants.map((variant) => {
      const { rate, middle, slow, failed } = run.operations[operation][variant];
      const share = (rate / run.operations[operation].bare.rate).toFixed(2);
      return [operation, variant, String(rate), share, String(middle), String(slow), String(failed)];
    }),
  );
  const memory = variants.map((variant) => `${variant} ${run.memory[variant]} MB`).join(', ');
  return [
    `### Requests on ${engine}`,
    table(['', '', 'req/s', '× bare', 'p50, ms', 'p99, ms', 'failed'], lines),
    `Memory afterwards: ${memory}.`,
  ];
}

function contentTable(found: Measurements['content']): string[] {
  if (found === undefined) return [];
  const cells = ({ own, floor }: Timed): string[] =>
    floor === undefined ? [String(own), '', ''] : [String(own), String(floor), (own / floor).toFixed(2)];
  const lines = found.postgres.map((timed, index) => {
    const other = found.pglite[index];
    return [timed.name, ...cells(timed), ...(other === undefined ? [] : cells(other))];
  });
  const heads = ['PostgreSQL', 'PGlite'].flatMap((name) => [`${name}, ms`, 'baseline', '× baseline']);
  return ['### Long lists, searches and long pages, sequential requests', table(['', ...heads], lines)];
}

function bystanderTables(found: Measurements['bystander']): string[] {
  return Object.entries(found ?? {}).flatMap(([engine, rows]) => [
    `### Noisy neighbor, ${engine === 'pglite' ? 'PGlite' : 'PostgreSQL'}`,
    'Goals: p99 below 250 ms; server memory below 600 MB on PostgreSQL, idle + 250 MB embedded; the server never exits.',
    table(
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
        ...[row.middle, row.nearlyAll, row.longest, row.failed, row.server, row.beside, row.afterwards].map(
          String,
        ),
        row.answers,
        row.hasDied ? '**yes**' : 'no',
      ]),
    ),
  ]);
}

function table(head: string[], lines: string[][]): string {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}
