/** How long somebody in another organization waits while one organization sends heavy requests. */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchEnvironment } from './environment.ts';
import { atMost } from './goals.ts';
import { type ReaderReport, startReader } from './noisy-neighbor/start-reader.ts';
import type { Engine, Part } from './part.ts';
import { type Figure, figure, pooledFigure, quantile } from './statistics.ts';
import { formatFigure, markdownTable } from './tables.ts';

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
  /** Heavy responses per second. */
  rate: Figure;
  failed: number;
}

type EngineResults = Record<string, LoadResult>;

const QUIET = 'nothing';
const OUTLINE = 'structure in the editor';
const WHOLE = 'whole structure';
const PEOPLE = 32;
const titles: Record<Engine, string> = { postgres: 'PostgreSQL', pglite: 'PGlite' };
const words = ['gauge', 'ga', 'duty officer mark', 'nowhere'];

export const bystanderPart: Part<Partial<Record<Engine, EngineResults>>> = {
  name: 'bystander',
  measure: async ({ engines, world, rounds, isSmall }) => {
    const found: Partial<Record<Engine, EngineResults>> = {};
    for (const engine of engines)
      found[engine] = await measureEngine(await world(engine), rounds, isSmall ? 1000 : 4000);
    return found;
  },
  goals: (found) =>
    engineEntries(found).flatMap(([title, loads]) => {
      const { [QUIET]: quiet, ...heavy } = loads;
      if (!quiet) return [];
      const later = ({ max }: LoadResult): Figure => ({
        value: max.value - quiet.p50.value,
        low: max.low - quiet.p50.value,
        high: max.high - quiet.p50.value,
      });
      return [
        ...Object.entries(heavy).map(([name, { p99 }]) =>
          atMost(`${title}: p99 during ${name}`, p99.value / quiet.p99.value, 5, '× quiet'),
        ),
        ...Object.entries(heavy)
          .filter(([name]) => name === OUTLINE || name === WHOLE)
          .map(([name, load]) =>
            atMost(`${title}: slowest read during ${name}, later`, later(load), 100, 'ms'),
          ),
        atMost(
          `${title}: failed responses`,
          Object.values(loads).reduce((sum, { failed }) => sum + failed, 0),
          0,
          'responses',
        ),
      ];
    }),
  tables: (found) =>
    engineEntries(found).flatMap(([title, loads]) => [
      `### A bystander, ${title}`,
      `${PEOPLE} people of one organization send the same heavy request at once, again and again; somebody in another one reads a member.`,
      markdownTable(
        ['', 'p50, ms', 'p99, ms', 'max, ms', 'heavy responses/s', 'failed'],
        Object.entries(loads).map(([name, { p50, p99, max, rate, failed }]) => [
          name,
          ...[p50, p99, max, rate].map(formatFigure),
          String(failed),
        ]),
      ),
    ]),
};

function engineEntries(found: Partial<Record<Engine, EngineResults>>): [string, EngineResults][] {
  return Object.entries(found).map(([engine, loads]) => [
    engine === 'postgres' ? titles.postgres : titles.pglite,
    loads,
  ]);
}

/** Alternates between the loads, so that a slow minute of the machine meets all of them. */
async function measureEngine(world: BenchEnvironment, rounds: number, ms: number): Promise<EngineResults> {
  const { url, token } = world.server;
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  const pool = new Pool(url, { connections: PEOPLE, pipelining: 1 });
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
    return response.json();
  };
  const send = async (path: string): Promise<boolean> => {
    const response = await pool.request({ method: 'GET', path, headers });
    await response.body.dump({ limit: 64 * 1024 ** 2 });
    return response.statusCode === 200;
  };
  const reader = startReader(`${url}${await findOtherMember(world, get)}`, token);
  const loads = await createLoads(world, get);
  const results = new Map(
    Object.keys(loads).map((name) => [
      name,
      { reads: new Array<ReaderReport>(), rates: new Array<number>(), failed: 0 },
    ]),
  );
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, { paths, prepare }] of Object.entries(loads)) {
      await wait(500);
      await reader.report();
      const started = performance.now();
      let sent = 0;
      let failed = 0;
      while (performance.now() - started < ms) {
        await prepare?.();
        const all = await Promise.all(paths.map(send));
        sent += all.length;
        failed += all.filter((isOk) => !isOk).length;
      }
      const took = (performance.now() - started) / 1000;
      const read = await reader.report();
      const result = results.get(name);
      if (!result || round < 0) continue;
      result.reads.push(read);
      result.rates.push(sent / took);
      result.failed += failed + read.failed;
    }
  }
  reader.stop();
  await pool.close();
  return Object.fromEntries(
    [...results].map(([name, { reads, rates, failed }]) => {
      const times = reads.map((read) => read.times);
      const slowest = figure(times.map((all) => quantile(all, 1)));
      return [
        name,
        {
          p50: pooledFigure(times, 0.5),
          p99: pooledFigure(times, 0.99),
          max: { ...slowest, value: slowest.high },
          rate: figure(rates, 0),
          failed,
        },
      ];
    }),
  );
}

type Get = (path: string) => Promise<unknown>;

/** The path of a member of an organization that gets no other requests. */
async function findOtherMember({ organizationId }: BenchEnvironment, get: Get): Promise<string> {
  const other = idsOf(await get('/v1/orgs')).find((id) => id !== organizationId);
  const [member] = idsOf(await get(`/v1/orgs/${other}/members?limit=1`));
  return `/v1/orgs/${other}/members/${member}`;
}

async function createLoads(world: BenchEnvironment, get: Get): Promise<Record<string, Load>> {
  const { organizationId, siteId, sectionIds } = world;
  const organization = `/v1/orgs/${organizationId}`;
  const site = `${organization}/sites/${siteId}`;
  const changeRequest = await findChangeRequest(organization, get);
  const pdf = new URL(textOf(await get(`${changeRequest}/pdf`), 'url'));
  const everybody = (path: string) => Array.from({ length: PEOPLE }, () => path);
  const searches = everybody('').map(
    (_, index) => `${organization}/search?query=${encodeURIComponent(words[index % words.length] ?? '')}`,
  );
  // Everybody asks for the structure again after each change.
  const changeStructure = async () => {
    const path = `${site}/sections/${sectionIds[Math.floor(Math.random() * sectionIds.length)]}/move`;
    const headers = { authorization: `Bearer ${world.server.token}` };
    await fetch(`${world.server.url}${path}`, { method: 'POST', headers });
  };
  return {
    [QUIET]: { paths: [], prepare: () => wait(100) },
    [OUTLINE]: { paths: everybody(`${site}/structure?form=outline`), prepare: changeStructure },
    [WHOLE]: { paths: everybody(`${site}/structure`), prepare: changeStructure },
    searches: { paths: searches },
    exports: { paths: everybody(pdf.pathname + pdf.search) },
    comparisons: { paths: everybody(`${changeRequest}/changes`) },
  };
}

async function findChangeRequest(organization: string, get: Get): Promise<string> {
  const found = await get(`${organization}/change-requests?limit=1`);
  const [first] = itemsOf(found);
  return `/v1/spaces/${textOf(first, 'space')}/change-requests/${textOf(first, 'id')}`;
}

function itemsOf(body: unknown): unknown[] {
  const items: unknown = typeof body === 'object' && body !== null && 'items' in body ? body.items : [];
  return Array.isArray(items) ? items : [];
}

const idsOf = (body: unknown): string[] => itemsOf(body).map((item) => textOf(item, 'id'));

function textOf(value: unknown, name: string): string {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof member !== 'string') throw new Error(`The response has no ${name}.`);
  return member;
}
