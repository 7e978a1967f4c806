import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { plannedMergeJobs, plannedMergeReader } from '../change-requests/planned/run-planned-merges.ts';
import { cleanWorkFolder } from './clean-work-folder.ts';
import { type GitSyncRunner, runDueSyncs } from './run-due-syncs.ts';

const MINUTE_MS = 60_000;
const BOOK = {
  'README.md': '# Home\n\nWelcome.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Valves](valves.md)\n',
  'valves.md': '# Valves\n\nOpen\n\nslowly\n',
};

let w: OrganizationFixture;
let peer: GitPeer;
let runner: GitSyncRunner;
const errors: unknown[] = [];
let workFolder: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  peer = await GitPeer.start();
  workFolder = await mkdtemp(join(tmpdir(), 'bindery-work-'));
  const { app, db, clock } = await testApp();
  // Those of tests before would be due, too.
  await db.deleteFrom('git_connections').execute();
  const { secretKeys, publicUrl } = app.service;
  runner = {
    db,
    clock,
    fetcher: createFetcher({ allowPrivate: true }),
    storage: undefined,
    secretKeys,
    publicUrl,
    workFolder,
    log: { error: (...values: unknown[]) => void errors.push(values) },
  };
});
afterEach(async () => {
  const { db, clock } = await testApp();
  clock.reset();
  peer.intercept = undefined;
  await db.deleteFrom('git_connections').execute();
  if (errors.length > 0) throw new Error(`Syncs were logged as errors: ${String(errors)}`);
});
afterAll(async () => {
  await peer.stop();
  await rm(workFolder, { recursive: true, force: true });
});

let repositories = 0;
interface Connected {
  clone: GitClone;
  spaceId: string;
  url: string;
}

/** A space that is connected with a repository on this machine. */
async function connect(
  files: Record<string, string> = BOOK,
  body: object = {},
  { admin, base }: Pick<OrganizationFixture, 'admin' | 'base'> = w,
): Promise<Connected> {
  repositories += 1;
  const name = `docs-${repositories}`;
  const clone = await peer.create(name);
  if (Object.keys(files).length > 0) await clone.commit(files, 'Begin');
  const created = await as(admin).post(`${base}/spaces`, { title: 'Tides', editMode: 'live' });
  const spaceId: string = created.body.id;
  const url = `/v1/spaces/${spaceId}`;
  const connection = { url: 'https://git.press.example/docs.git', branch: 'main', initial: 'repository' };
  const { status } = await as(admin).put(`${url}/git`, { ...connection, ...body });
  expect(status).toBe(200);
  const { db } = await testApp();
  await db
    .updateTable('git_connections')
    .set({ url: peer.urlOf(name) })
    .where('space_id', '=', spaceId)
    .execute();
  return { clone, spaceId, url };
}

const stateOf = async ({ url }: Connected) => (await as(w.admin).get(`${url}/git`)).body;
const syncsOf = async ({ url }: Connected) => (await as(w.admin).get(`${url}/git/syncs`)).body.items;
const tipOf = async ({ clone }: Connected) => (await clone.git('ls-remote', 'origin', 'main')).slice(0, 40);

async function textOf({ url }: Connected, path: string): Promise<string> {
  const { body } = await as(w.admin).get(`${url}/content/path/${path}?format=markdown`);
  return body.markdown;
}

async function edit(connected: Connected, path: string, markdown: string): Promise<void> {
  const { body: page } = await as(w.admin).get(`${connected.url}/content/path/${path}`);
  const changes = [{ operation: 'update_page', page: page.id, document: { markdown } }];
  const { status } = await as(w.admin).post(`${connected.url}/content`, { changes });
  expect(status).toBe(200);
}

describe('a connected space', () => {
  it('gets the text of the branch, sends its changes, and rests', async () => {
    const connected = await connect();
    expect(await runDueSyncs(runner)).toBe(1);
    expect(await stateOf(connected)).toMatchObject({ state: 'synced', commit: await tipOf(connected) });
    expect(await textOf(connected, 'valves')).toContain('slowly');
    expect(await runDueSyncs(runner)).toBe(0);

    await edit(connected, 'valves', 'Open\n\nvery slowly\n');
    expect((await stateOf(connected)).state).toBe('waiting');
    expect(await runDueSyncs(runner)).toBe(1);
    expect(await connected.clone.git('show', `${await fetchTip(connected)}:valves.md`)).toContain(
      'very slowly',
    );
    const [sent, received] = await syncsOf(connected);
    expect(sent).toMatchObject({ trigger: 'change', state: 'done', sentCount: 1 });
    expect(received).toMatchObject({ trigger: 'connect', state: 'done', sent: [] });
    expect(received.received.pagesAdded).toBeGreaterThan(1);
    expect(received.createdBy.id).toBe(w.admin.id);
    expect(await runDueSyncs(runner)).toBe(0);
    const { body } = await as(w.admin).get(connected.url);
    expect(body.revision).toBe((await stateOf(connected)).revision);
  });

  it('adds the redirects of its book to the sites that show it, once, and names those that a site can’t take', async () => {
    const settings = (redirects: string) => `redirects:\n  start: valves.md\n${redirects}`;
    const connected = await connect({ ...BOOK, '.gitbook.yaml': settings('') });
    const site = await SiteEditor.open(w);
    await as(w.creator).post(site.url('/site-spaces'), { spaceId: connected.spaceId });
    const redirects = async () => {
      const { body } = await as(w.admin).get(site.url('/redirects'));
      return body.items.map(({ source, target }: Record<string, string>) => `${source} ${target}`).toSorted();
    };
    await runDueSyncs(runner);
    expect(await redirects()).toEqual(['/start /valves']);

    const more = '  before: valves.md\n  valves: README.md\n';
    await connected.clone.commit({ '.gitbook.yaml': settings(more) }, 'Redirect');
    const { clock } = await testApp();
    clock.advance(2 * MINUTE_MS);
    await runDueSyncs(runner);
    expect(await redirects()).toEqual(['/before /valves', '/start /valves']);
    const [latest] = await syncsOf(connected);
    expect(latest.notes).toEqual([
      { path: '.gitbook.yaml', message: 'The redirect from "valves" is left out: a page has its path.' },
    ]);
  });

  it('is asked for on schedule, without an entry where nothing is new', async () => {
    const connected = await connect();
    await runDueSyncs(runner);
    await connected.clone.commit({ 'valves.md': '# Valves\n\nClose\n\nslowly\n' }, 'Close');
    expect(await runDueSyncs(runner)).toBe(0);
    const { clock } = await testApp();
    clock.advance(2 * MINUTE_MS);
    expect(await runDueSyncs(runner)).toBe(1);
    expect(await textOf(connected, 'valves')).toContain('Close');
    clock.advance(2 * MINUTE_MS);
    expect(await runDueSyncs(runner)).toBe(1);
    expect((await syncsOf(connected)).map(({ trigger }: { trigger: string }) => trigger)).toEqual([
      'schedule',
      'connect',
    ]);
  });

  it('makes an open change request of what both changed, and tells who connected it', async () => {
    const connected = await connect();
    await runDueSyncs(runner);
    await connected.clone.commit({ 'valves.md': '# Valves\n\nOpen\n\nfast\n' }, 'Faster');
    await edit(connected, 'valves', 'Open\n\nvery slowly\n');
    await runDueSyncs(runner);
    const { changeRequest, state } = await stateOf(connected);
    expect(state).toBe('synced');
    const { body } = await as(w.admin).get(`${connected.url}/change-requests/${changeRequest}`);
    const commit = { oid: await fetchTip(connected), message: 'Faster' };
    expect(body).toMatchObject({ status: 'open', createdBy: { id: w.admin.id }, git: commit });
    const { body: notifications } = await as(w.admin).get('/v1/user/notifications?state=all');
    const subjects = notifications.items.map(({ subject }: { subject: { id: string } }) => subject.id);
    expect(subjects).toContain(changeRequest);
  });

  it('makes a change request of a commit where merge rules hold, and merges it once they are met', async () => {
    const connected = await connect();
    const { url } = connected;
    await runDueSyncs(runner);
    await as(w.admin).patch(url, { defaultLevel: 'inherit' });
    await as(w.admin).patch(`${url}/merge-rules`, { approvals: 1 });
    await connected.clone.commit({ 'valves.md': '# Valves\n\nClose\n\nslowly\n' }, 'Close');
    const { db, clock } = await testApp();
    const runMerges = async () => {
      await readAllEvents(db, plannedMergeReader);
      await runDueJobs(db, plannedMergeJobs, { now: () => new Date(clock.now().getTime() + MINUTE_MS) });
    };
    clock.advance(2 * MINUTE_MS);
    await runDueSyncs(runner);
    await runMerges();
    const request = `${url}/change-requests/${(await stateOf(connected)).changeRequest}`;
    const { body: waiting } = await as(w.admin).get(request);
    expect(waiting).toMatchObject({
      status: 'open',
      plannedMerge: { when: 'ready', state: 'waiting', user: { id: w.admin.id } },
    });
    expect(waiting.plannedMerge.problem).toContain('0 of 1 required approval');
    expect(await textOf(connected, 'valves')).toContain('Open');

    expect((await as(w.reviewer).post(`${request}/reviews`, { status: 'approved' })).status).toBe(201);
    await runMerges();
    expect((await as(w.admin).get(request)).body.status).toBe('merged');
    expect(await textOf(connected, 'valves')).toContain('Close');
    clock.advance(2 * MINUTE_MS);
    await runDueSyncs(runner);
    expect(await stateOf(connected)).toMatchObject({ state: 'synced', commit: await tipOf(connected) });
  });
});

/** The commit that another person sees. */
async function fetchTip(connected: Connected): Promise<string> {
  await connected.clone.git('fetch', '-q', 'origin');
  return tipOf(connected);
}

describe('a sync that fails', () => {
  it('says why, tells people once, counts attempts, and waits longer each time', async () => {
    const connected = await connect();
    peer.credentials = { username: 'git', token: 'right' };
    const { clock } = await testApp();
    await runDueSyncs(runner);
    const failed = await stateOf(connected);
    expect(failed).toMatchObject({ state: 'failed', errorReason: 'authentication' });
    expect(failed.error).toMatch(/token/);
    clock.advance(3 * MINUTE_MS);
    await runDueSyncs(runner);
    expect(await runDueSyncs(runner)).toBe(0);
    expect(await syncsOf(connected)).toMatchObject([{ state: 'failed', attempts: 2 }]);
    const { body } = await as(w.admin).get('/v1/user/notifications?state=all');
    const told = body.items.filter(({ reason }: { reason: string }) => reason === 'sync-failing');
    expect(told).toMatchObject([{ count: 1, subject: { kind: 'git-connection', title: 'Tides' } }]);

    // Another token is tried at once.
    await as(w.admin).patch(`${connected.url}/git`, { token: 'right' });
    expect(await runDueSyncs(runner)).toBe(1);
    expect((await stateOf(connected)).state).toBe('synced');
    peer.credentials = undefined;
  });

  it('waits for a decision where the branch was rewritten', async () => {
    const connected = await connect();
    await runDueSyncs(runner);
    await connected.clone.git('commit', '-q', '--amend', '-m', 'Another beginning');
    await connected.clone.git('push', '-q', '--force', 'origin', 'main');
    await as(w.admin).post(`${connected.url}/git/sync`);
    await runDueSyncs(runner);
    const waiting = await stateOf(connected);
    const tip = await tipOf(connected);
    expect(waiting).toMatchObject({ state: 'waiting', errorReason: 'history-rewritten', rewrittenTo: tip });
    await as(w.admin).patch(`${connected.url}/git`, { acceptedRewrite: tip });
    await runDueSyncs(runner);
    expect(await stateOf(connected)).toMatchObject({ state: 'synced', commit: tip });
  });
});

describe('several servers', () => {
  it('sync a connection one at a time, and take over what a server left', async () => {
    const connected = await connect();
    const counts = await Promise.all([runDueSyncs(runner), runDueSyncs(runner)]);
    expect(counts.toSorted()).toEqual([0, 1]);
    const { db, clock } = await testApp();
    // A server has claimed it and ended.
    const lockedUntil = new Date(clock.now().getTime() + MINUTE_MS);
    await db
      .updateTable('git_connections')
      .set({ locked_until: lockedUntil, next_sync_at: clock.now() })
      .where('space_id', '=', connected.spaceId)
      .execute();
    expect((await stateOf(connected)).state).toBe('running');
    expect(await runDueSyncs(runner)).toBe(0);
    clock.advance(2 * MINUTE_MS);
    expect(await runDueSyncs(runner)).toBe(1);
    expect((await stateOf(connected)).state).toBe('synced');
  });

  it('leave one of their turns to other organizations, however many connections one has', async () => {
    const { db, clock } = await testApp();
    const slow = [await connect(), await connect(), await connect()];
    const lockedUntil = new Date(clock.now().getTime() + MINUTE_MS);
    const spaceIds = slow.slice(0, 2).map(({ spaceId }) => spaceId);
    await db
      .updateTable('git_connections')
      .set({ locked_until: lockedUntil })
      .where('space_id', 'in', spaceIds)
      .execute();
    expect(await runDueSyncs(runner)).toBe(0);
    const neighbor = await createOrganizationFixture();
    await connect(BOOK, {}, neighbor);
    expect(await runDueSyncs(runner)).toBe(1);
    clock.advance(2 * MINUTE_MS);
    expect(await runDueSyncs(runner)).toBe(4);
  });

  it('leave a paused connection and a deleted space alone', async () => {
    const paused = await connect(BOOK, { paused: true });
    const deleted = await connect();
    await as(w.admin).delete(deleted.url);
    expect(await runDueSyncs(runner)).toBe(0);
    await as(w.admin).patch(`${paused.url}/git`, { paused: false });
    expect(await runDueSyncs(runner)).toBe(1);
  });

  it('begin it again where one of them stops', async () => {
    const connected = await connect();
    const stopping = new AbortController();
    peer.intercept = () => {
      stopping.abort();
      return false;
    };
    await runDueSyncs({ ...runner, stopping: stopping.signal });
    peer.intercept = undefined;
    expect(await runDueSyncs(runner)).toBe(1);
    expect(await stateOf(connected)).toMatchObject({ state: 'synced' });
    expect(await syncsOf(connected)).toMatchObject([{ trigger: 'connect', state: 'done' }]);
  });
});

describe('a connection that ends', () => {
  it('while it is synced leaves the space as it is, and no row', async () => {
    const connected = await connect();
    peer.intercept = async (request) => {
      if (request.url?.endsWith('/git-upload-pack') && request.headers['git-protocol'] === undefined)
        await as(w.admin).delete(`${connected.url}/git`);
      return false;
    };
    const before = await as(w.admin).get(connected.url);
    await runDueSyncs(runner);
    expect((await as(w.admin).get(connected.url)).body.revision).toBe(before.body.revision);
    const { db } = await testApp();
    const states = db.selectFrom('git_sync_states').select('connection_id');
    expect(await states.where('space_id', '=', connected.spaceId).execute()).toEqual([]);
  });

  it('leaves its copy of the repository for an hour', async () => {
    const [ended, used] = [await connect(), await connect()];
    await runDueSyncs(runner);
    await mkdir(join(workFolder, 'probe-interrupted'));
    const endedId = (await stateOf(ended)).id;
    const usedId = (await stateOf(used)).id;
    await as(w.admin).delete(`${ended.url}/git`);
    const clean = async (minutes: number, maxBytes?: number) => {
      const now = new Date(Date.now() + minutes * MINUTE_MS);
      await cleanWorkFolder({ db: runner.db, workFolder, now, ...(maxBytes !== undefined && { maxBytes }) });
      return readdir(workFolder);
    };
    expect(await clean(0)).toEqual(expect.arrayContaining([endedId, usedId, 'probe-interrupted']));
    expect(await clean(61)).toEqual([usedId]);
    expect(await clean(0, 1)).toEqual([]);
    // The copy is made again.
    await used.clone.commit({ 'valves.md': '# Valves\n\nClose\n' }, 'Close');
    await as(w.admin).post(`${used.url}/git/sync`);
    await runDueSyncs(runner);
    expect(await textOf(used, 'valves')).toContain('Close');
  });
});
