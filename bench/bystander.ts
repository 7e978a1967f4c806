/** How long somebody in another organization waits while one organization sends heavy requests. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { build } from 'vite';
import { nodeFlags } from '../e2e/support/server.ts';
import type { DatabaseLocation } from '../server/database/engine/connect.ts';
import type { FloorInput } from './bystander-floor.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost } from './goals.ts';
import { type ReaderReport, startReader } from './noisy-neighbor/start-reader.ts';
import type { Engine, Part } from './part.ts';
import { recordResponses } from './recorded-responses.ts';
import { type Figure, figure, pooledFigure, quantile } from './statistics.ts';
import { formatFigure, markdownTable } from './tables.ts';

/** Requests that the organization sends at once, again and again; `prepare` runs before each time. */
interface Load {
  paths: readonly string[];
  prepare?: () => Promise<void>;
}

/** Where requests are sent: the server, or the least code that sends its statements. */
interface Target {
  url: string;
  loads: Record<string, Load>;
  /** The path of a member of another organization. */
  member: string;
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
/** Added to the name of a load that was sent to the floor. */
const FLOOR = ', same statements';
const titles: Record<Engine, string> = { postgres: 'PostgreSQL', pglite: 'PGlite' };
const words = ['gauge', 'ga', 'duty officer mark', 'nowhere'];

export const bystanderPart: Part<Partial<Record<Engine, EngineResults>>> = {
  name: 'bystander',
  measure: async ({ engines, world, rounds, isSmall }) => {
    const found: Partial<Record<Engine, EngineResults>> = {};
    for (const engine of engines)
      found[engine] = await measureEngine(await world(engine), rounds, isSmall ? 1000 : 2000);
    return found;
  },
  goals: (found) =>
    engineEntries(found).flatMap(([title, loads]) => {
      const { [QUIET]: quiet, ...others } = loads;
      if (!quiet) return [];
      const heavy = Object.entries(others).filter(([name]) => !name.endsWith(FLOOR));
      const later = ({ max }: LoadResult): Figure => ({
        value: max.value - quiet.p50.value,
        low: max.low - quiet.p50.value,
        high: max.high - quiet.p50.value,
      });
      return [
        ...heavy.map(([name, { p99 }]) =>
          atMost(`${title}: p99 during ${name}`, p99.value / quiet.p99.value, 5, '× quiet'),
        ),
        ...heavy.flatMap(([name, { p99 }]) => {
          const floor = loads[`${name}${FLOOR}`];
          if (!floor) return [];
          const measured = p99.value / floor.p99.value;
          return [atMost(`${title}: p99 during ${name}`, measured, 1.5, '× same statements')];
        }),
        ...heavy
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

/** Alternates between the loads, and between the server and the floor, so that a slow minute of the machine meets all of them. */
async function measureEngine(world: BenchEnvironment, rounds: number, ms: number): Promise<EngineResults> {
  const server = await findTarget(world);
  const floor = await startFloor(world, server);
  const targets = [openRuns(world, server, ''), openRuns(world, floor.target, FLOOR)];
  const runs = targets.flatMap((target) => target.runs);
  try {
    // The first round warms up.
    for (let round = -1; round < rounds; round += 1) for (const run of runs) await run.measure(ms, round < 0);
  } finally {
    for (const target of targets) await target.stop();
    floor.stop();
  }
  return Object.fromEntries(runs.map((run) => [run.name, run.result()]));
}

/** The loads of a target, with a reader of its own. */
function openRuns(world: BenchEnvironment, { url, loads, member }: Target, suffix: string) {
  const { token } = world.server;
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  const pool = new Pool(url, { connections: PEOPLE, pipelining: 1 });
  const send = async (path: string): Promise<boolean> => {
    const response = await pool.request({ method: 'GET', path, headers });
    await response.body.dump({ limit: 64 * 1024 ** 2 });
    return response.statusCode === 200;
  };
  const reader = startReader(`${url}${member}`, token);
  const stop = async () => {
    reader.stop();
    await pool.close();
  };
  const runs = Object.entries(loads).map(([name, { paths, prepare }]) => {
    const reads: ReaderReport[] = [];
    const rates: number[] = [];
    let failed = 0;
    return {
      name: `${name}${suffix}`,
      measure: async (ms: number, isWarmUp: boolean) => {
        await wait(500);
        await reader.report();
        const started = performance.now();
        let sent = 0;
        let refused = 0;
        while (performance.now() - started < ms) {
          await prepare?.();
          const all = await Promise.all(paths.map(send));
          sent += all.length;
          refused += all.filter((isOk) => !isOk).length;
        }
        const took = (performance.now() - started) / 1000;
        const read = await reader.report();
        if (isWarmUp) return;
        reads.push(read);
        rates.push(sent / took);
        failed += refused + read.failed;
      },
      result: (): LoadResult => {
        const times = reads.map((read) => read.times);
        const slowest = figure(times.map((all) => quantile(all, 1)));
        return {
          p50: pooledFigure(times, 0.5),
          p99: pooledFigure(times, 0.99),
          max: { ...slowest, value: slowest.high },
          rate: figure(rates, 0),
          failed,
        };
      },
    };
  });
  return { runs, stop };
}

async function findTarget(world: BenchEnvironment): Promise<Target> {
  const { url, token } = world.server;
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
    return response.json();
  };
  const member = await findOtherMember(world, get);
  return { url, member, loads: await createLoads(world, get) };
}

/** Records what the server sends for all loads but exports, which are made in processes of their own, and starts the floor. */
async function startFloor(
  world: BenchEnvironment,
  { loads, member }: Target,
): Promise<{ target: Target; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-bench-floor-'));
  const location: DatabaseLocation =
    world.databaseUrl === undefined
      ? { dataDirectory: join(folder, 'database') }
      : { databaseUrl: world.databaseUrl };
  // Only one process may open a data folder.
  if (location.dataDirectory !== undefined)
    await world.whileStopped((data) =>
      cpSync(join(data, 'database'), join(folder, 'database'), { recursive: true }),
    );
  const { exports: _, ...recordable } = loads;
  const paths = Object.values(recordable).flatMap(({ paths: all, prepare }) =>
    [...new Set(all)].map((path) => ({ path, ...(prepare && path !== '' && { prepare: movePath(world) }) })),
  );
  const responses = await recordResponses(location, world.server.token, [{ path: member }, ...paths]);
  const file = join(folder, 'input.json');
  const input: FloorInput = { location, responses, siteId: world.siteId };
  writeFileSync(file, JSON.stringify(input));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'bench/bystander-floor.ts',
      outDir: 'dist/bystander-floor',
      emptyOutDir: true,
      target: 'node20',
    },
  });
  const child = spawn(process.execPath, [...nodeFlags, 'dist/bystander-floor/bystander-floor.js', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The floor exited with code ${code}.`)));
  });
  const url = `http://127.0.0.1:${port}`;
  const change = () => moveSection(world, url);
  const target: Target = {
    url,
    member,
    loads: Object.fromEntries(
      Object.entries(recordable).map(([name, load]) => [
        name,
        load.prepare && load.paths.length > 0 ? { ...load, prepare: change } : load,
      ]),
    ),
  };
  return {
    target,
    stop: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function movePath({ organizationId, siteId, sectionIds }: BenchEnvironment): string {
  const section = sectionIds[Math.floor(Math.random() * sectionIds.length)];
  return `/v1/orgs/${organizationId}/sites/${siteId}/sections/${section}/move`;
}

async function moveSection(world: BenchEnvironment, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${world.server.token}` };
  await fetch(`${url}${movePath(world)}`, { method: 'POST', headers });
}

type Get = (path: string) => Promise<unknown>;

/** The path of a member of an organization that gets no other requests. */
async function findOtherMember({ organizationId }: BenchEnvironment, get: Get): Promise<string> {
  const other = idsOf(await get('/v1/orgs')).find((id) => id !== organizationId);
  const [member] = idsOf(await get(`/v1/orgs/${other}/members?limit=1`));
  return `/v1/orgs/${other}/members/${member}`;
}

async function createLoads(world: BenchEnvironment, get: Get): Promise<Record<string, Load>> {
  const { organizationId, siteId } = world;
  const organization = `/v1/orgs/${organizationId}`;
  const site = `${organization}/sites/${siteId}`;
  const changeRequest = await findChangeRequest(organization, get);
  const pdf = new URL(textOf(await get(`${changeRequest}/pdf`), 'url'));
  const everybody = (path: string) => Array.from({ length: PEOPLE }, () => path);
  const searches = everybody('').map(
    (_, index) => `${organization}/search?query=${encodeURIComponent(words[index % words.length] ?? '')}`,
  );
  // Everybody asks for the structure again after each change.
  const changeStructure = () => moveSection(world, world.server.url);
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
