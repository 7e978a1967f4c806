/** How the cost of each list, search and read, of a move and of the start grows with the amount of data. */
import { Client } from 'undici';
import { createEnvironment, type BenchEnvironment, type SeedCounts } from '../environment.ts';
import { atMost, type Check, markdownTable } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { median, quantile, round } from '../statistics.ts';
import { type GrowthRequest, listRequests } from './growth-requests.ts';

/** The numbers of members; of the other nouns there are as many in proportion. */
const memberCounts = [1000, 100_000];
const smallMemberCounts = [200, 400];

const inProportion = (members: number): SeedCounts => ({
  members,
  spaces: Math.ceil(members / 20),
  sections: Math.ceil(members / 100),
  changeRequests: Math.ceil(members / 5),
  comments: Math.ceil(members / 2),
});

/** One request: times in ms at the median and at 95 of 100. */
interface Timed {
  name: string;
  kind: GrowthRequest['kind'] | 'other';
  p50: number;
  p95: number;
}

/** The results of all engines, one list per number of members. */
interface Growth {
  members: number[];
  engines: Partial<Record<Engine, Timed[][]>>;
}

/** Each operation is requested this often, or for this long if it is slow. */
const REQUESTS = 40;
const LIMIT_MS = 800;
const WARM_UP = 3;
/** Searches, whose slowest requests have a goal: of forty, 95 of 100 would be the third slowest, right after the start. */
const SEARCHES = { requests: 300, limitMs: 5000, warmUp: 100 };

/** The cost counts as flat up to twice as much, or up to 2 ms more. */
const FLAT_RATIO = 2;
const FLAT_MS = 2;
/** Slower requests are shown, flat or not. */
const SLOW_MS = 5;

const START = 'start';
const FIRST = 'listOrganizationChangeRequests, first after the start';
export const growthPart: Part<Growth> = {
  name: 'growth',
  description: 'every GET of the contract and the start with 1,000 and 100,000 members',
  measure: async ({ engines, isSmall, rounds }) => {
    const members = isSmall ? smallMemberCounts : memberCounts;
    const results: Growth = { members, engines: {} };
    for (const engine of engines) {
      const sizes: Timed[][] = [];
      for (const count of members) sizes.push(await measureSize(engine, inProportion(count), rounds));
      results.engines[engine] = sizes;
    }
    return results;
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
  const on = `on ${engineTitles[engine]}`;
  const lists = largest.filter(({ kind }) => kind === 'list').toSorted((a, b) => b.p50 - a.p50);
  return [
    atMost(`slowest list ${on}: ${lists[0]?.name}`, lists[0]?.p50 ?? 0, 20, 'ms'),
    atMost(`${FIRST} ${on}`, timeOf(largest, FIRST), 100, 'ms'),
  ];
}

function checkSearch(sizes: Timed[][]): Check[] {
  const largest = sizes.at(-1) ?? [];
  const [slowest] = largest.filter(({ kind }) => kind === 'search').toSorted((a, b) => b.p95 - a.p95);
  if (slowest === undefined) return [];
  return [atMost(`slowest search on PostgreSQL, p95: ${slowest.name}`, slowest.p95, 10, 'ms')];
}

function checkTeams(postgres: Timed[][], pglite: Timed[][]): Check[] {
  const [large, embedded] = [postgres.at(-1), pglite.at(-1)];
  if (large === undefined || embedded === undefined) return [];
  const times = timeOf(embedded, 'listTeams') / timeOf(large, 'listTeams');
  return [atMost('listTeams on PGlite', times, 3, '× PostgreSQL')];
}

const timeOf = (timed: Timed[], wanted: string): number =>
  timed.find(({ name }) => name === wanted)?.p50 ?? Number.NaN;

/** The names of what isn't flat. */
function growing(sizes: Timed[][]): string[] {
  const [smallest = []] = sizes;
  return smallest.flatMap(({ name, p50 }) => {
    const largest = timeOf(sizes.at(-1) ?? [], name);
    return largest > p50 * FLAT_RATIO && largest > p50 + FLAT_MS ? [name] : [];
  });
}

/** A row for each request that isn't flat, or is among the slowest. */
function showGrowth({ members, engines }: Growth): string[] {
  const columns = (['postgres', 'pglite'] as const).flatMap((engine) => {
    const sizes = engines[engine];
    return sizes === undefined ? [] : [{ title: engineTitles[engine], sizes }];
  });
  const names = columns[0]?.sizes[0]?.map(({ name }) => name) ?? [];
  const visibleNames = names.filter((name) =>
    columns.some(({ sizes }) => growing(sizes).includes(name) || timeOf(sizes.at(-1) ?? [], name) > SLOW_MS),
  );
  const counts = members.map((count) => count.toLocaleString('en'));
  const head = columns.flatMap(({ title }) => [...counts.map((count) => `${title}, ${count}`), '×']);
  const lines = visibleNames.map((name) => [
    name,
    ...columns.flatMap(({ sizes }) => {
      const times = sizes.map((timed) => timeOf(timed, name));
      return [...times.map(String), ((times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)).toFixed(1)];
    }),
  ]);
  return [
    '### How cost grows',
    `Times in ms at ${counts.join(', ')} members and other nouns in proportion, one request at a time over one connection: the median of up to ${REQUESTS}, of searches of up to ${SEARCHES.requests}. Twice the smallest, or ${FLAT_MS} ms more, counts as flat. Of ${names.length} requests, these are not flat or take more than ${SLOW_MS} ms on one engine.`,
    markdownTable(['', ...head], lines),
  ];
}

/** Seeds a server of `engine` and measures every operation. */
async function measureSize(engine: Engine, amounts: SeedCounts, rounds: number): Promise<Timed[]> {
  const environment = await createEnvironment(engine, amounts);
  try {
    const requests = await listRequests(environment);
    const results = await measureStarts(environment, rounds);
    const client = new Client(environment.server.url);
    const headers = { authorization: `Bearer ${environment.server.token}` };
    const get = async (path: string): Promise<boolean> => {
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      await body.dump({ limit: 64 * 1024 ** 2 });
      return statusCode < 300;
    };
    // Otherwise what is requested first would pay for the compiler.
    for (let pass = 0; pass < WARM_UP; pass += 1) for (const { path } of requests) await get(path);
    for (const { name, kind, path } of requests) {
      // Kinds without seeded data are not measured.
      const often = kind === 'search' ? SEARCHES : undefined;
      if (await get(path)) results.push({ name, kind, ...(await measureOften(() => get(path), often)) });
    }
    await client.close();
    return results;
  } finally {
    await environment.close();
  }
}

/** The start until it is ready, within 100 ms, and the first list after it. */
async function measureStarts(environment: BenchEnvironment, rounds: number): Promise<Timed[]> {
  const starts: number[] = [];
  const lists: number[] = [];
  for (let count = 0; count < rounds; count += 1) {
    let stopped = 0;
    await environment.whileStopped(() => {
      stopped = performance.now();
    });
    starts.push(performance.now() - stopped);
    const { server, organizationId } = environment;
    const sentAt = performance.now();
    const response = await fetch(`${server.url}/v1/orgs/${organizationId}/change-requests`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    await response.text();
    lists.push(performance.now() - sentAt);
  }
  return [
    { name: START, kind: 'other', ...summarize(starts) },
    { name: FIRST, kind: 'other', ...summarize(lists) },
  ];
}

async function measureOften(
  work: () => Promise<unknown>,
  { requests, limitMs, warmUp } = { requests: REQUESTS, limitMs: LIMIT_MS, warmUp: WARM_UP },
): Promise<Pick<Timed, 'p50' | 'p95'>> {
  const times: number[] = [];
  const started = performance.now();
  for (let count = -warmUp; count < requests; count += 1) {
    const sentAt = performance.now();
    await work();
    if (count >= 0) times.push(performance.now() - sentAt);
    if (times.length >= WARM_UP && performance.now() - started > limitMs) break;
  }
  return summarize(times);
}

const summarize = (times: number[]): Pick<Timed, 'p50' | 'p95'> => ({
  p50: round(median(times), 2),
  p95: round(quantile(times, 0.95), 2),
});
