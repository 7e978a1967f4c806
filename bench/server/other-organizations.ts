/**
 * The wait of a person of one organization while 32 people of another one send the same heavy request at
 * once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchEnvironment } from '../environment.ts';
import { atMost, type Check } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { request } from '../requests.ts';
import { type Figure, figure, pooledFigure, quantile } from '../statistics.ts';
import { type ReaderReport, startReader } from './reader.ts';

/** Requests that the organization sends at once, again and again; `prepare` runs before each time. */
interface Load {
  paths: readonly string[];
  prepare?: () => Promise<void>;
}

/** Reads of one member of the other organization, in ms; `failed` counts unsuccessful responses of everybody. */
interface LoadResult {
  p50: Figure;
  p99: Figure;
  max: Figure;
  failed: number;
}

type EngineResults = Record<string, LoadResult>;

const QUIET = 'nothing';
const OUTLINE = 'structure in the editor';
const WHOLE = 'whole structure';
const PEOPLE = 32;
const words = ['gauge', 'ga', 'duty officer mark', 'nowhere'];

export const otherOrganizationsPart: Part<Partial<Record<Engine, EngineResults>>> = {
  name: 'other-organizations',
  description: 'reads of one organization while 32 people of another one send heavy requests',
  measure: async ({ engines, environment, rounds, isSmall }) => {
    const results: Partial<Record<Engine, EngineResults>> = {};
    for (const engine of engines)
      results[engine] = await measureEngine(await environment(engine), rounds, isSmall ? 1000 : 1500);
    return results;
  },
  goals: ({ postgres, pglite }) => [
    ...(postgres ? checkEngine(engineTitles.postgres, postgres) : []),
    ...(pglite ? checkEngine(engineTitles.pglite, pglite) : []),
  ],
};

function checkEngine(title: string, { [QUIET]: quiet, ...heavy }: EngineResults): Check[] {
  if (!quiet) return [];
  const later = ({ max }: LoadResult): Figure => ({
    value: max.value - quiet.p50.value,
    low: max.low - quiet.p50.value,
    high: max.high - quiet.p50.value,
  });
  const failed = [quiet, ...Object.values(heavy)].reduce((sum, load) => sum + load.failed, 0);
  return [
    ...Object.entries(heavy).map(([name, { p99 }]) =>
      atMost(`${title}: p99 during ${name}`, p99.value / quiet.p99.value, 5, '× quiet'),
    ),
    ...Object.entries(heavy)
      .filter(([name]) => name === OUTLINE || name === WHOLE)
      .map(([name, load]) => atMost(`${title}: slowest read during ${name}, later`, later(load), 100, 'ms')),
    atMost(`${title}: failed responses`, failed, 0, 'responses'),
  ];
}

/** Alternates between the loads, so that a slow minute of the machine meets all of them. */
async function measureEngine(
  environment: BenchEnvironment,
  rounds: number,
  ms: number,
): Promise<EngineResults> {
  const { url, token } = environment.server;
  const get: Get = (path) => request(environment.server, 'GET', path);
  const member = await findOtherMember(environment, get);
  const loads = Object.entries(await createLoads(environment, get));
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  const pool = new Pool(url, { connections: PEOPLE, pipelining: 1 });
  const send = async (path: string): Promise<boolean> => {
    const response = await pool.request({ method: 'GET', path, headers });
    await response.body.dump({ limit: 64 * 1024 ** 2 });
    return response.statusCode === 200;
  };
  const reader = startReader(`${url}${member}`, token);
  const runs = new Map(loads.map(([name]) => [name, { reads: new Array<ReaderReport>(), failed: 0 }]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, { paths, prepare }] of loads) {
      await wait(500);
      await reader.report();
      const started = performance.now();
      let refused = 0;
      while (performance.now() - started < ms) {
        await prepare?.();
        refused += (await Promise.all(paths.map(send))).filter((isOk) => !isOk).length;
      }
      const report = await reader.report();
      const run = runs.get(name);
      if (round < 0 || run === undefined) continue;
      run.reads.push(report);
      run.failed += refused + report.failed;
    }
  }
  reader.stop();
  await pool.close();
  return Object.fromEntries([...runs].map(([name, { reads, failed }]) => [name, summarize(reads, failed)]));
}

function summarize(reads: readonly ReaderReport[], failed: number): LoadResult {
  const times = reads.map((read) => read.times);
  const slowest = figure(times.map((all) => quantile(all, 1)));
  return {
    p50: pooledFigure(times, 0.5),
    p99: pooledFigure(times, 0.99),
    max: { ...slowest, value: slowest.high },
    failed,
  };
}

async function moveSection({ server, organizationId, siteId, sectionIds }: BenchEnvironment) {
  const section = sectionIds[Math.floor(Math.random() * sectionIds.length)];
  await request(server, 'POST', `/v1/orgs/${organizationId}/sites/${siteId}/sections/${section}/move`);
}

type Get = (path: string) => Promise<ReturnType<typeof JSON.parse>>;

/** The path of a member of an organization that gets no other requests. */
async function findOtherMember({ organizationId }: BenchEnvironment, get: Get): Promise<string> {
  const { items }: { items: { id: string }[] } = await get('/v1/orgs');
  const otherId = items.find(({ id }) => id !== organizationId)?.id;
  return `/v1/orgs/${otherId}/members/${(await get(`/v1/orgs/${otherId}/members?limit=1`)).items[0].id}`;
}

async function createLoads(environment: BenchEnvironment, get: Get): Promise<Record<string, Load>> {
  const { organizationId, siteId } = environment;
  const organization = `/v1/orgs/${organizationId}`;
  const site = `${organization}/sites/${siteId}`;
  const { space, id } = (await get(`${organization}/change-requests?limit=1`)).items[0];
  const changeRequest = `/v1/spaces/${space}/change-requests/${id}`;
  const pdf = new URL((await get(`${changeRequest}/pdf`)).url);
  const everybody = (path: string) => Array.from({ length: PEOPLE }, () => path);
  const searches = everybody('').map(
    (_, index) => `${organization}/search?query=${encodeURIComponent(words[index % words.length] ?? '')}`,
  );
  // Everybody asks for the structure again after each change.
  const changeStructure = () => moveSection(environment);
  return {
    [QUIET]: { paths: [], prepare: () => wait(100) },
    [OUTLINE]: { paths: everybody(`${site}/structure?form=outline`), prepare: changeStructure },
    [WHOLE]: { paths: everybody(`${site}/structure`), prepare: changeStructure },
    searches: { paths: searches },
    exports: { paths: everybody(pdf.pathname + pdf.search) },
    comparisons: { paths: everybody(`${changeRequest}/changes`) },
  };
}
