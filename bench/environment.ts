/** A real server with the data sizes of the goals. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type RunningServer } from '../e2e/support/server.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { request } from './requests.ts';

export interface SeedCounts {
  members: number;
  spaces: number;
  sections: number;
  changeRequests: number;
  comments: number;
}

const adminToken = `bench-${'0123456789abcdef'.repeat(3)}`;

export interface BenchEnvironment {
  server: RunningServer;
  /** Set on PostgreSQL. */
  databaseUrl?: string;
  /** The organization with the most members, its site with the most sections, and the ids that requests use. */
  organizationId: string;
  siteId: string;
  memberIds: string[];
  sectionIds: string[];
  /** An open one. */
  changeRequest: { id: string; space: string };
  /** Stops the server, calls `work` with its data folder, and starts it again on the same port. */
  whileStopped: (work: (dataFolder: string) => void) => Promise<void>;
  close: () => Promise<void>;
}

/** Seeds a database on `engine`, starts the built server on it, and loads the measured ids. */
export async function createEnvironment(
  engine: 'pglite' | 'postgres',
  amounts: SeedCounts,
): Promise<BenchEnvironment> {
  const dataFolder = mkdtempSync(join(tmpdir(), `bindery-bench-${engine}-`));
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const env: Record<string, string> = {
    DATA_DIR: dataFolder,
    ADMIN_TOKEN: adminToken,
    ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url }),
  };
  const { members, spaces, sections, changeRequests, comments } = amounts;
  const flags = { members, spaces, sections, 'change-requests': changeRequests, comments };
  const seedArgs = Object.entries(flags).flatMap(([flag, amount]) => [`--${flag}`, String(amount)]);
  execFileSync(process.execPath, ['dist/server/main.js', 'seed', ...seedArgs], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  let server = await startServer({ dataFolder, env });
  const { port } = server;
  const ids = await findLargest(server);
  return {
    get server() {
      return server;
    },
    databaseUrl: postgres?.url,
    ...ids,
    whileStopped: async (work) => {
      await server.stop();
      work(dataFolder);
      server = await startServer({ dataFolder, port, env });
    },
    close: async () => {
      await server.stop();
      postgres?.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

interface ListResponse {
  items: { id: string; space?: string }[];
  count?: number;
}

async function findLargest(
  server: RunningServer,
): Promise<
  Pick<BenchEnvironment, 'organizationId' | 'siteId' | 'memberIds' | 'sectionIds' | 'changeRequest'>
> {
  const get = (path: string): Promise<ListResponse> => request(server, 'GET', path);
  const organizations = (await get('/v1/orgs')).items.map(({ id }) => `/v1/orgs/${id}`);
  const organization = await pickLargest(organizations, (path) => get(`${path}/members?limit=1`));
  const sites = (await get(`${organization}/sites?limit=100`)).items.map(
    ({ id }) => `${organization}/sites/${id}`,
  );
  const site = await pickLargest(sites, (path) => get(`${path}/sections?limit=1`));
  const members = await get(`${organization}/members?limit=1000`);
  const sections = await get(`${site}/sections?limit=1000`);
  const [open] = (await get(`${organization}/change-requests?status=open&limit=1`)).items;
  return {
    changeRequest: { id: open?.id ?? '', space: open?.space ?? '' },
    organizationId: lastSegment(organization),
    siteId: lastSegment(site),
    memberIds: members.items.map(({ id }) => id),
    sectionIds: sections.items.map(({ id }) => id),
  };
}

async function pickLargest(paths: string[], list: (path: string) => Promise<ListResponse>): Promise<string> {
  const counted = await Promise.all(
    paths.map(async (path) => ({ path, count: (await list(path)).count ?? 0 })),
  );
  const [largest] = counted.toSorted((a, b) => b.count - a.count);
  if (largest === undefined) throw new Error('The seeded database has nothing to measure.');
  return largest.path;
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
