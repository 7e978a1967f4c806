/** How the cost of each list, search and read, of a move and of the start grows with the amount of data. */
import { CompiledQuery } from 'kysely';
import { Client } from 'undici';
import { connect } from '../server/database/engine/connect.ts';
import { createEnvironment, type BenchEnvironment, type SeedCounts } from './environment.ts';
import { atMost, type Check, formatValue } from './goals.ts';
import { growthReasons } from './growth-reasons.ts';
import { type GrowthRequest, listRequests } from './growth-requests.ts';
import type { Engine, Part } from './part.ts';
import { recordResponses } from './recorded-responses.ts';
import { median, quantile, round } from './statistics.ts';
import { markdownTable } from './tables.ts';

/** The numbers of members; of the other nouns there are as many in proportion. */
const memberCounts = [1000, 10_000, 100_000];
const smallMemberCounts = [200, 400];

const inProportion = (members: number): SeedCounts => ({
  members,
  spaces: Math.ceil(members / 20),
  sections: Math.ceil(members / 100),
  changeRequests: Math.ceil(members / 5),
  comments: Math.ceil(members / 2),
});

/** One request: times in ms at the median and at 95 of 100, and the size of the answer in KB. */
interface Timed {
  name: string;
  kind: GrowthRequest['kind'] | 'other';
  p50: number;
  p95: number;
  size?: number;
}

/** The results of all engines, one list per number of members. */
interface Growth {
  members: number[];
  engines: Partial<Record<Engine, Timed[][]>>;
}

const titles: Record<Engine, string> = { postgres: 'PostgreSQL', pglite: 'PGlite' };

/** Each operation is requested this often, or for this long if it is slow. */
const REQUESTS = 40;
const LIMIT_MS = 800;
const WARM_UP = 3;
/** Searches, whose slowest requests have a goal: of forty, 95 of 100 would be the third slowest, right after the start. */
const SEARCHES = { requests: 300, limitMs: 5000, warmUp: 100 };

/** The cost counts as flat up to twice as much, or up to 2 ms more. */
const FLAT_RATIO = 2;
const FLAT_MS = 2;

const START = 'start';
const FIRST = 'listOrganizationChangeRequests, first after the start';
const MOVE = 'moveSiteSection';
const STRUCTURE = 'getSiteStructure, first after a move';
const WAIT = 'another request during getSiteStructure';
/** For a word that most pages have. */
const SEARCH = 'searchOrganization?query=gauge';
const SEARCH_FLOOR = `${SEARCH}, same statements`;

export const growthPart: Part<Growth> = {
  name: 'growth',
  measure: async ({ engines, isSmall, rounds }) => {
    const members = isSmall ? smallMemberCounts : memberCounts;
    const found: Growth = { members, engines: {} };
    for (const engine of engines) {
      const sizes: Timed[][] = [];
      for (const count of members) sizes.push(await measureSize(engine, inProportion(count), rounds));
      found.engines[engine] = sizes;
    }
    return found;
  },
  goals: ({ engines: { postgres = [], pglite = [] } }) => [
    ...checkEngine('postgres', postgres),
    ...checkEngine('pglite', pglite),
    ...checkSearch(postgres),
    ...checkTeams(postgres, pglite),
  ],
  tables: showGrowth,
};

function checkEngine(engine: Engine, sizes: Timed[][]): Check[] {
  const largest = sizes.at(-1);
  if (largest === undefined) return [];
  const on = `on ${titles[engine]}`;
  const lists = largest.filter(({ kind }) => kind === 'list').toSorted((a, b) => b.p50 - a.p50);
  const unexplained = growing(sizes).filter((name) => explain(name, sizes) === undefined);
  return [
    atMost(`slowest list ${on}: ${lists[0]?.name}`, lists[0]?.p50 ?? 0, 20, 'ms'),
    atMost(`${FIRST} ${on}`, timeOf(largest, FIRST), 100, 'ms'),
    atMost(`${WAIT} ${on}`, timeOf(largest, WAIT), 50, 'ms'),
    atMost(`what grows without an explanation ${on}`, unexplained.length, 0, 'operations'),
  ];
}

function checkSearch(sizes: Timed[][]): Check[] {
  const largest = sizes.at(-1) ?? [];
  const [slowest] = largest.filter(({ kind }) => kind === 'search').toSorted((a, b) => b.p95 - a.p95);
  if (slowest === undefined) return [];
  const [search, floor] = [SEARCH, SEARCH_FLOOR].map((wanted) => largest.find(({ name }) => name === wanted));
  return [
    atMost(`slowest search on PostgreSQL, p95: ${slowest.name}`, slowest.p95, 10, 'ms'),
    ...(search && floor
      ? [
          atMost(`${SEARCH_FLOOR}, p95 on PostgreSQL`, floor.p95, 10, 'ms'),
          atMost(`${SEARCH}, p95 on PostgreSQL`, search.p95 / floor.p95, 1.5, '× same statements'),
        ]
      : []),
  ];
}

function checkTeams(postgres: Timed[][], pglite: Timed[][]): Check[] {
  const [large, embedded] = [postgres.at(-1), pglite.at(-1)];
  if (large === undefined || embedded === undefined) return [];
  const times = timeOf(embedded, 'listTeams') / timeOf(large, 'listTeams');
  return [atMost('listTeams on PGlite', times, 3, '× PostgreSQL')];
}

const timeOf = (timed: Timed[], wanted: string): number =>
  timed.find(({ name }) => name === wanted)?.p50 ?? Number.NaN;

/** The contract's name of what was measured, without parameters and circumstances. */
const operationOf = (name: string): string => name.split(/[?,]/)[0] ?? name;

/** The names of what isn't flat. */
function growing(sizes: Timed[][]): string[] {
  const [smallest = []] = sizes;
  return smallest.flatMap(({ name, p50 }) => {
    const largest = timeOf(sizes.at(-1) ?? [], name);
    return largest > p50 * FLAT_RATIO && largest > p50 + FLAT_MS ? [name] : [];
  });
}

/** The known reason, or the growth of the answer if that is at least half of the growth of the time. */
function explain(name: string, sizes: Timed[][]): string | undefined {
  const known = growthReasons[name] ?? growthReasons[operationOf(name)];
  if (known !== undefined) return known;
  const [smallest, largest] = [sizes[0], sizes.at(-1)].map((timed) =>
    timed?.find((request) => request.name === name),
  );
  const { size: from = 0, p50: before = 0 } = smallest ?? {};
  const { size: to = 0, p50: after = 0 } = largest ?? {};
  if (from === 0 || (to / from) * FLAT_RATIO < after / before) return undefined;
  return `its answer has ${formatValue(to)} instead of ${formatValue(from)} KB`;
}

/** A row for each request, with the reason of what isn't flat. */
function showGrowth({ members, engines }: Growth): string[] {
  const columns = (['postgres', 'pglite'] as const).flatMap((engine) => {
    const sizes = engines[engine];
    return sizes === undefined ? [] : [{ title: titles[engine], sizes, grows: new Set(growing(sizes)) }];
  });
  const names = columns[0]?.sizes[0]?.map(({ name }) => name) ?? [];
  const counts = members.map((count) => count.toLocaleString('en'));
  const head = columns.flatMap(({ title }) => [...counts.map((count) => `${title}, ${count}`), '×']);
  const lines = names.map((name) => [
    name,
    ...columns.flatMap(({ sizes }) => {
      const times = sizes.map((timed) => timeOf(timed, name));
      const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN);
      return [...times.map(String), growth.toFixed(1)].map((cell) => (cell === 'NaN' ? '' : cell));
    }),
    columns
      .flatMap(({ sizes, grows }) => (grows.has(name) ? [explain(name, sizes) ?? '**unexplained**'] : []))
      .filter((reason, index, all) => all.indexOf(reason) === index)
      .join('; '),
  ]);
  return [
    '### How cost grows',
    `Times in ms at ${counts.join(', ')} members and other nouns in proportion, one request at a time over one connection: the median of up to ${REQUESTS}, of searches of up to ${SEARCHES.requests}. At most ${FLAT_RATIO} times the smallest, or ${FLAT_MS} ms more, counts as flat.`,
    markdownTable(['', ...head, 'not flat, because'], lines),
  ];
}

/** Seeds a server of `engine` and measures every operation. */
async function measureSize(engine: Engine, amounts: SeedCounts, rounds: number): Promise<Timed[]> {
  const world = await createEnvironment(engine, amounts);
  try {
    const requests = await listRequests(world);
    const found = await measureStarts(world, rounds);
    const client = new Client(world.server.url);
    const headers = { authorization: `Bearer ${world.server.token}` };
    const get = async (path: string): Promise<{ isFound: boolean; size: number }> => {
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      const { byteLength } = await body.arrayBuffer();
      return { isFound: statusCode < 300, size: round(byteLength / 1024, 2) };
    };
    // Otherwise what is requested first would pay for the compiler.
    for (let pass = 0; pass < WARM_UP; pass += 1) for (const { path } of requests) await get(path);
    for (const { name, kind, path } of requests) {
      // What the seeded data doesn't have isn't measured.
      const { isFound, size } = await get(path);
      const often = kind === 'search' ? SEARCHES : {};
      if (isFound) found.push({ name, kind, size, ...(await measureOften(() => get(path), often)) });
    }
    found.push(...(await measureStructure(world, client)));
    await client.close();
    found.push(...(await measureSameStatements(world, requests)));
    return found;
  } finally {
    await world.close();
  }
}

/** The start until it is ready, within 100 ms, and the first list after it. */
async function measureStarts(world: BenchEnvironment, rounds: number): Promise<Timed[]> {
  const starts: number[] = [];
  const lists: number[] = [];
  for (let count = 0; count < rounds; count += 1) {
    let stopped = 0;
    await world.whileStopped(() => {
      stopped = performance.now();
    });
    starts.push(performance.now() - stopped);
    const { server, organizationId } = world;
    const sent = performance.now();
    const response = await fetch(`${server.url}/v1/orgs/${organizationId}/change-requests`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    await response.text();
    lists.push(performance.now() - sent);
  }
  return [
    { name: START, kind: 'other', ...summarize(starts) },
    { name: FIRST, kind: 'other', ...summarize(lists) },
  ];
}

/** Moves, and the structure after each: how long it takes, and how long others wait meanwhile. */
async function measureStructure(world: BenchEnvironment, client: Client): Promise<Timed[]> {
  const { server, sectionIds: ids } = world;
  const site = `/v1/orgs/${world.organizationId}/sites/${world.siteId}`;
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  let moves = 0;
  const move = async (): Promise<void> => {
    moves += 1;
    const moved = ids[moves % ids.length];
    const before = { type: 'site-section', siteSection: ids[(moves * 7 + 3) % ids.length] };
    if (before.siteSection === moved) return;
    const path = `${site}/sections/${moved}/move`;
    const body = JSON.stringify({ position: { before } });
    const response = await client.request({ method: 'POST', path, headers, body });
    if (response.statusCode >= 300) throw new Error(`${path}: ${await response.body.text()}`);
    await response.body.dump();
  };
  const bystander = new Client(server.url);
  const waits: number[] = [];
  const openStructure = async (): Promise<void> => {
    const open = { isAnswered: false };
    let longest = 0;
    const structure = client
      .request({ method: 'GET', path: `${site}/structure`, headers })
      .then(({ body }) => body.dump({ limit: 64 * 1024 ** 2 }))
      .finally(() => {
        open.isAnswered = true;
      });
    while (!open.isAnswered) {
      const sent = performance.now();
      const response = await bystander.request({ method: 'GET', path: '/v1', headers });
      await response.body.dump();
      longest = Math.max(longest, performance.now() - sent);
    }
    await structure;
    waits.push(longest);
  };
  const moved = await measureOften(move);
  const opened = await measureOften(openStructure, { prepare: move });
  await bystander.close();
  return [
    { name: MOVE, kind: 'other', ...moved },
    { name: STRUCTURE, kind: 'other', ...opened },
    { name: WAIT, kind: 'other', ...summarize(waits.slice(WARM_UP)) },
  ];
}

/** The statements of a search one after the other and nothing else; PostgreSQL only. */
async function measureSameStatements(
  { databaseUrl, server }: BenchEnvironment,
  requests: readonly GrowthRequest[],
): Promise<Timed[]> {
  const search = requests.find(({ name }) => name === SEARCH);
  if (databaseUrl === undefined || search === undefined) return [];
  const [recorded] = await recordResponses({ databaseUrl }, server.token, [{ path: search.path }]);
  const { db, close } = await connect({ databaseUrl });
  try {
    const send = async (): Promise<void> => {
      for (const { text, values } of recorded?.statements ?? [])
        await db.executeQuery(CompiledQuery.raw(text, [...values]));
    };
    return [{ name: SEARCH_FLOOR, kind: 'other', ...(await measureOften(send, SEARCHES)) }];
  } finally {
    await close();
  }
}

interface Often {
  requests?: number;
  limitMs?: number;
  warmUp?: number;
  /** Runs before each and isn't measured. */
  prepare?: () => Promise<void>;
}

async function measureOften(
  work: () => Promise<unknown>,
  { requests = REQUESTS, limitMs = LIMIT_MS, warmUp = WARM_UP, prepare }: Often = {},
): Promise<Pick<Timed, 'p50' | 'p95'>> {
  const times: number[] = [];
  const started = performance.now();
  for (let count = -warmUp; count < requests; count += 1) {
    await prepare?.();
    const sent = performance.now();
    await work();
    if (count >= 0) times.push(performance.now() - sent);
    if (times.length >= WARM_UP && performance.now() - started > limitMs) break;
  }
  return summarize(times);
}

const summarize = (times: number[]): Pick<Timed, 'p50' | 'p95'> => ({
  p50: round(median(times), 2),
  p95: round(quantile(times, 0.95), 2),
});
