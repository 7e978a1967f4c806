/** Git Sync of a large branch: how long it takes, and what somebody else notices of it. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { type GitClone, GitPeer } from '../../server/test/git/git-peer.ts';
import { atMost, type Check } from '../goals.ts';
import { type Engine, engineTitles, type Part } from '../part.ts';
import { memoryOf, request } from '../requests.ts';
import { quantile, round } from '../statistics.ts';
import { type ReaderReport, startReader } from './reader.ts';

interface EngineResults {
  /** How long the first sync takes, in s. */
  first: number;
  /** From the webhook until visitors see the changed page, in s. */
  commit: number;
  /** From the merge until the branch has it, in s. */
  merge: number;
  /** 99 of 100 reads of a bystander, in ms: before all of it, during the first sync, and during the others. */
  p99: { quiet: number; first: number; later: number };
  /** Megabytes that the repository's host has sent for the commit. */
  received: number;
  /** The most memory of the server so far, in MB. */
  memory: number;
}

type GitSyncResults = Partial<Record<Engine, EngineResults>>;

const PAGES = 5000;
const PICTURES = 1900;
const PICTURE_BYTES = 100_000;
const QUIET_MS = 20_000;
const TIMES_QUIET = 5;
const MEBIBYTE = 1024 * 1024;

export const gitSyncPart: Part<GitSyncResults> = {
  name: 'git-sync',
  description:
    'a space and a branch of 5,000 pages and 190 MB of pictures: the first sync, a commit, a merge, reads of others',
  isOnDemand: true,
  measure: async ({ engines, isSmall }) => {
    const results: GitSyncResults = {};
    for (const engine of engines) results[engine] = await measureEngine(engine, isSmall ? 0.02 : 1);
    return results;
  },
  goals: (results) =>
    (['postgres', 'pglite'] as const).flatMap((engine) => checkEngine(engineTitles[engine], results[engine])),
  tables: (results) =>
    Object.entries(results).map(
      ([engine, { first, memory }]) =>
        `${engine}: the first sync took ${first} s, and the server at most ${Math.round(memory)} MB.`,
    ),
};

function checkEngine(title: string, results: EngineResults | undefined): Check[] {
  if (!results) return [];
  const { commit, merge, received, p99 } = results;
  const limit = round(TIMES_QUIET * p99.quiet);
  return [
    atMost(`${title}: a changed page is live after the webhook`, commit, 60, 's'),
    atMost(`${title}: a merge is in the branch`, merge, 10, 's'),
    atMost(`${title}: what a commit of one page receives`, received, 1, 'MB'),
    atMost(`${title}: p99 of another caller’s reads during the first sync`, p99.first, limit, 'ms'),
    atMost(`${title}: p99 of another caller’s reads during later ones`, p99.later, limit, 'ms'),
  ];
}

async function measureEngine(engine: Engine, scale: number): Promise<EngineResults> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bindery-git-sync-'));
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const env = { ALLOW_PRIVATE_FETCH: 'true', SECRETS_KEY, ...(postgres && { DATABASE_URL: postgres.url }) };
  const peer = await GitPeer.start();
  const server = await startServer({ dataFolder, env });
  const [{ id }] = (await request(server, 'GET', '/v1/orgs')).items;
  const reader = startReader(`${server.url}/v1/orgs/${id}/members?limit=50`, server.token);
  try {
    const clone = await peer.create('docs');
    await clone.commit(writeBranch(scale));
    await wait(3000);
    await reader.report();
    const timesOf = async (): Promise<number[]> => {
      const { times }: ReaderReport = await reader.report();
      return times;
    };
    const secondsOf = async (act: Promise<unknown>): Promise<number> => {
      const begun = performance.now();
      await act;
      return round((performance.now() - begun) / 1000);
    };
    await wait(QUIET_MS * scale);
    const quiet = await timesOf();
    const space = await createSpace(server, id);
    const first = await secondsOf(connect(server, space.id, peer.urlOf('docs')));
    const during = await timesOf();
    peer.bytesSent = 0;
    const commit = await secondsOf(commitPage(server, space, clone));
    const received = round(peer.bytesSent / MEBIBYTE);
    const merge = await secondsOf(mergePage(server, space.id, clone));
    const later = await timesOf();
    const p99Of = (times: number[]) => round(quantile(times, 0.99));
    const p99 = { quiet: p99Of(quiet), first: p99Of(during), later: p99Of(later) };
    const memory = memoryOf(server.process.pid, 'VmHWM');
    return { first, commit, merge, p99, received, memory };
  } finally {
    reader.stop();
    await server.stop();
    postgres?.stop();
    await peer.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const pathOf = (page: number) => `part-${Math.floor(page / 100)}/page-${page}.md`;

function writeBranch(scale: number): Record<string, string | Buffer> {
  const files: Record<string, string | Buffer> = { 'README.md': '# Tides\n' };
  for (let page = 0; page < PAGES * scale; page += 1)
    files[pathOf(page)] =
      `# Page ${page}\n\n${`The tide table ${page} keeps every harbor in order. `.repeat(40)}\n\n![Pier](../pictures/${page % (PICTURES * scale)}.png)\n`;
  for (let picture = 0; picture < PICTURES * scale; picture += 1)
    files[`pictures/${picture}.png`] = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000002800000000a0806000000', 'hex'),
      randomBytes(PICTURE_BYTES),
    ]);
  return files;
}

interface SyncedSpace {
  id: string;
  /** The page of a site that visitors read. */
  page: string;
}

async function createSpace(server: RunningServer, organization: string): Promise<SyncedSpace> {
  const send = (path: string, body: object) =>
    request(server, 'POST', `/v1/orgs/${organization}/${path}`, body);
  const { id } = await send('spaces', { title: 'Tides' });
  const { id: site } = await send('sites', { title: 'Tides', spaces: [id] });
  await send(`sites/${site}/publish`, {});
  return { id, page: `${server.url}/published/${organization}/${site}/part-0/page-7` };
}

/** Until a condition holds; asks often enough for what takes seconds. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(100);
}

async function connect(server: RunningServer, space: string, url: string): Promise<void> {
  const git = `/v1/spaces/${space}/git`;
  await request(server, 'PUT', git, { url, branch: 'main', initial: 'repository' });
  await until(async () => {
    const { state, error } = await request(server, 'GET', git);
    if (state === 'failed') throw new Error(`The first sync failed: ${error?.message}`);
    return state === 'synced';
  });
}

async function commitPage(server: RunningServer, { id, page }: SyncedSpace, clone: GitClone): Promise<void> {
  const { url, secret } = await request(server, 'GET', `/v1/spaces/${id}/git/webhook`);
  await clone.commit({ [pathOf(7)]: '# Page 7\n\nNeap tide at noon.\n' });
  const body = '{}';
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  const { ok, status } = await fetch(url, { method: 'POST', headers, body });
  if (!ok) throw new Error(`The webhook returned ${status}.`);
  await until(async () => (await (await fetch(page)).text()).includes('Neap tide at noon.'));
}

async function mergePage(server: RunningServer, space: string, clone: GitClone): Promise<void> {
  const changeRequests = `/v1/spaces/${space}/change-requests`;
  const { id } = await request(server, 'POST', changeRequests, { subject: 'Storms' });
  const document = { markdown: 'A storm surge.\n' };
  const changes = [{ operation: 'insert_page', title: 'Storms', document }];
  await request(server, 'POST', `${changeRequests}/${id}/content`, { changes });
  const before = await clone.git('ls-remote', 'origin', 'main');
  await request(server, 'POST', `${changeRequests}/${id}/merge`, {});
  await until(async () => (await clone.git('ls-remote', 'origin', 'main')) !== before);
}
