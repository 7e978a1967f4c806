/** Performance goals as ratios to a baseline of the same run, which are comparable across machines. */
import type { ApiRun } from './api.ts';
import type { Differences } from './differences.ts';
import type { Drag } from './drag.ts';
import type { TimedResult } from './in-process.ts';
import type { Inbox } from './inbox.ts';
import type { LongList } from './long-lists.ts';
import type { NavigationTimes } from './navigation.ts';
import type { NeighborResult } from './noisy-neighbor/noisy-neighbor.ts';
import type { PageLoad } from './page-load.ts';
import type { Scroll } from './scroll.ts';

type ByTarget<T> = Record<string, T>;

/** The results of a run; skipped parts are absent. */
export interface Measurements {
  load?: ByTarget<PageLoad>;
  routes?: ByTarget<NavigationTimes>;
  longList?: ByTarget<Scroll>;
  structureScroll?: ByTarget<Scroll>;
  drag?: ByTarget<Drag>;
  inbox?: Inbox;
  differences?: Differences;
  longLists?: Partial<Record<'members' | 'content' | 'teams', LongList>>;
  postgres?: ApiRun;
  pglite?: ApiRun;
  content?: Record<'postgres' | 'pglite', TimedResult[]>;
  noisyNeighbor?: Partial<Record<'postgres' | 'pglite', NeighborResult[]>>;
}

export interface GoalResult {
  id: string;
  goal: string;
  measured: string;
  isMet: boolean;
}

interface Check {
  goal: string;
  value: number;
  /** Unit of `value`. */
  unit: string;
  isMet: boolean;
}

const atMost = (goal: string, value: number, max: number, unit = '× baseline'): Check => ({
  goal: `${goal} ≤ ${max} ${unit}`,
  value,
  unit,
  isMet: value <= max,
});
const atLeast = (goal: string, value: number, min: number, unit = '× baseline'): Check => ({
  goal: `${goal} ≥ ${min} ${unit}`,
  value,
  unit,
  isMet: value >= min,
});

/** The measured pair of console and baseline, when both were measured. */
function pair<T>(found: ByTarget<T> | undefined): { console: T; baseline: T } | undefined {
  const { console, baseline } = found ?? {};
  return console === undefined || baseline === undefined ? undefined : { console, baseline };
}

function checkLoad(found: ByTarget<PageLoad> | undefined): Record<string, Check[]> {
  const both = pair(found);
  if (both === undefined) return {};
  const { console, baseline } = both;
  return {
    P1: [
      atMost('JavaScript until rows are visible', console.script / baseline.script, 1.6),
      atMost('JavaScript until rows are visible', console.script, 145, 'KB'),
    ],
    P2: [atMost('JavaScript until idle', console.idleScript / baseline.script, 2.5)],
    P3: [
      atMost('CSS', console.style, 15, 'KB'),
      atMost('requests until rows are visible', console.requests, 14, 'requests'),
      atMost('requests to other hosts', console.otherHosts, 0, 'requests'),
    ],
    P4: [atMost('First Contentful Paint', console.firstPaint / baseline.firstPaint, 1.2)],
    P5: [
      atMost('Largest Contentful Paint', console.largestPaint / baseline.largestPaint, 1.35),
      atMost('rows visible', console.rowsVisible / baseline.rowsVisible, 1.4),
    ],
    P6: [
      atMost('Total Blocking Time', console.blockingTime / Math.max(1, baseline.blockingTime), 2.6),
      atMost('longest task, 4× CPU slowdown', console.longestTask, 250, 'ms'),
    ],
    P11: [atMost('Cumulative Layout Shift', console.shift, 0.02, '')],
  };
}

function checkRoutes(found: ByTarget<NavigationTimes> | undefined): Record<string, Check[]> {
  const both = pair(found);
  if (both === undefined) return {};
  const { console, baseline } = both;
  return {
    P7: [
      atMost('warm navigation, p95', console.warmP95, 100, 'ms'),
      atMost('warm navigation, p50', console.warmP50 / baseline.warmP50, 1.6),
    ],
    P8: [atMost('cold navigation', console.cold / baseline.cold, 2)],
    P10: [
      atMost('heap after load', console.heapLoaded / baseline.heapLoaded, 2.5),
      atMost('heap after 22 navigations', console.heap22 / baseline.heap22, 2.2),
      atMost('heap growth from navigation 22 to 66', console.heap66 - console.heap22, 0.5, 'MB'),
    ],
  };
}

function checkScroll(title: string, found: ByTarget<Scroll> | undefined): Check[] {
  const both = pair(found);
  if (both === undefined) return [];
  const { console, baseline } = both;
  return [
    atMost(`${title}: frame, p95`, console.frameP95 / baseline.frameP95, 1.2),
    atMost(`${title}: blank frames`, console.blank, 1, '%'),
    atMost(`${title}: rows in the document`, console.maxRows, 80, 'rows'),
  ];
}

function checkApi(engine: 'postgres' | 'pglite', run: ApiRun | undefined): Record<string, Check[]> {
  if (run === undefined) return {};
  const rate = (operation: keyof ApiRun['operations'], baseline: 'bare' | 'session'): number =>
    run.operations[operation].bindery.rate / run.operations[operation][baseline].rate;
  const slow = (operation: keyof ApiRun['operations']): number =>
    run.operations[operation].bindery.p99 / run.operations[operation].session.p99;
  const failed = Object.values(run.operations).reduce((sum, { bindery }) => sum + bindery.failed, 0);
  if (engine === 'pglite') {
    return {
      A5: [
        atLeast('list on PGlite', rate('list', 'bare'), 0.5, '× bare'),
        atLeast('read on PGlite', rate('read', 'bare'), 0.4, '× bare'),
      ],
      A6: [
        atMost('failed responses on PGlite', failed, 0, 'responses'),
        atMost('memory on PGlite', run.memory.bindery / run.memory.bare, 1.3, '× bare'),
      ],
    };
  }
  return {
    A1: [
      atLeast('list', rate('list', 'bare'), 0.55, '× bare'),
      atLeast('list', rate('list', 'session'), 0.75, '× bare with session'),
      atMost('list, p99', slow('list'), 1.5, '× bare with session'),
    ],
    A2: [atLeast('read', rate('read', 'bare'), 0.5, '× bare')],
    A3: [atLeast('create', rate('create', 'session'), 0.5, '× bare with session')],
    A4: [atLeast('move', rate('move', 'session'), 0.35, '× bare with session')],
    A6: [
      atMost('failed responses on PostgreSQL', failed, 0, 'responses'),
      atMost('memory on PostgreSQL', run.memory.bindery / run.memory.session, 2, '× bare with session'),
    ],
  };
}

/** Rates are the inverse of times, because requests are sequential. */
function checkContent(found: Measurements['content']): Record<string, Check[]> {
  const checks = Object.entries(found ?? {}).flatMap(([engine, timed]) => {
    const ratio = (part: string): number => {
      const { time, baseline = Number.NaN } = timed.find(({ name }) => name.startsWith(part)) ?? {
        time: Number.NaN,
      };
      return time / baseline;
    };
    const name = engine === 'postgres' ? 'PostgreSQL' : 'PGlite';
    return [
      atLeast(`list of 50 of 100,000 on ${name}`, 1 / ratio('list, first 50'), 0.5, '× bare'),
      atMost(`page near the end on ${name}`, ratio('list, page near'), 2, '× first page'),
    ];
  });
  return { A7: checks };
}

/** Without a baseline: counts, and times that people notice. */
function checkMany({ inbox, differences, longLists }: Measurements): Record<string, Check[]> {
  return {
    P12: inbox
      ? [
          atMost('inbox: change request requests until rows are visible', inbox.requests, 1, 'requests'),
          atMost('inbox: change requests fetched', inbox.fetched, 50, 'rows'),
          atMost('inbox: rows in the document', inbox.rows, 80, 'rows'),
          atMost('inbox: buckets with a wrong count', inbox.wrongCounts, 0, 'buckets'),
          atMost('inbox: j to paint, p95', inbox.keyFramesP95, 2, 'frames'),
        ]
      : [],
    P13: differences ? [atMost('diff: longest task', differences.longestTask, 50, 'ms')] : [],
    P14: Object.entries(longLists ?? {}).flatMap(([name, list]) => [
      atMost(`${name}: elements in the document`, list.maxNodes, 5000, 'elements'),
      atMost(`${name}: requests`, list.requestsPerRow, 0.05, 'per row'),
      atMost(`${name}: frame, p95`, list.frameP95, 17, 'ms'),
    ]),
  };
}

const order = [
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P8',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
];

/** Evaluates all measured goals. */
export function evaluateGoals(measured: Measurements): GoalResult[] {
  const found: Record<string, Check[]>[] = [
    checkLoad(measured.load),
    checkRoutes(measured.routes),
    {
      P9: [
        ...checkScroll('long list', measured.longList),
        ...checkScroll('structure', measured.structureScroll),
      ],
    },
    checkMany(measured),
    checkApi('postgres', measured.postgres),
    checkApi('pglite', measured.pglite),
    checkContent(measured.content),
  ];
  return order.flatMap((id) =>
    found
      .flatMap((checks) => checks[id] ?? [])
      .map(({ goal, value, unit, isMet }) => ({
        id,
        goal,
        measured: `${formatValue(value)} ${unit}`.trim(),
        isMet,
      })),
  );
}

function formatValue(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, '');
}
