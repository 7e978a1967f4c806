/** Links between spaces that are connected with directories of one branch. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkJobs } from '#server/content/stored/count-links.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createSpace } from '#server/test/factories.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { linksIn } from '#server/test/published/open-site.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';
import { type GitSyncRunner, runDueSyncs } from './run-due-syncs.ts';

const MINUTE_MS = 60_000;
const GUIDE = '# Guide\n\nSign [in](../api/auth.md#tokens) with [the API](../api/).\n';
const FILES = {
  'guide/README.md': GUIDE,
  'guide/valves.md': '# Valves\n\nSee [tokens](../api/auth.md).\n',
  'api/README.md': '# API\n\nOf the [valves](../guide/valves).\n',
  'api/auth.md': '# Auth\n\n## Tokens\n\nThey end.\n',
};

let w: OrganizationFixture;
let peer: GitPeer;
let runner: GitSyncRunner;
let workFolder: string;
const errors: unknown[] = [];

beforeAll(async () => {
  w = await createOrganizationFixture();
  peer = await GitPeer.start();
  workFolder = await mkdtemp(join(tmpdir(), 'bindery-work-'));
  const { app, db, clock } = await testApp();
  const { secretKeys, publicUrl } = app.service;
  const fetcher = createFetcher({ allowPrivate: true });
  const log = { error: (...values: unknown[]) => void errors.push(values) };
  runner = { db, clock, fetcher, storage: undefined, secretKeys, publicUrl, workFolder, log };
});
beforeEach(async () => {
  const { db } = await testApp();
  // Those of tests before would be due, too.
  await db.deleteFrom('git_connections').execute();
});
afterEach(async () => {
  const { clock } = await testApp();
  clock.reset();
  if (errors.length > 0) throw new Error(`Syncs were logged as errors: ${String(errors)}`);
});
afterAll(async () => {
  await peer.stop();
  await rm(workFolder, { recursive: true, force: true });
});

let repositories = 0;
async function createRepository(files: Record<string, string> = FILES) {
  repositories += 1;
  const name = `books-${repositories}`;
  const clone = await peer.create(name);
  await clone.commit(files, 'Begin');
  return { clone, url: peer.urlOf(name) };
}

/** A space that is connected with a directory of the repository. */
async function connect(
  url: string,
  directory: string,
  {
    defaultLevel = 'inherit',
    world = w,
  }: { defaultLevel?: 'inherit' | null; world?: OrganizationFixture } = {},
): Promise<string> {
  const organizationId = world.organization.id;
  const { id } = await createSpace({ organizationId, title: directory, defaultLevel });
  const connection = { url: 'https://git.press.example/docs.git', branch: 'main', initial: 'repository' };
  const { status } = await as(world.admin).put(`/v1/spaces/${id}/git`, { ...connection, directory });
  expect(status).toBe(200);
  const { db } = await testApp();
  await db.updateTable('git_connections').set({ url }).where('space_id', '=', id).execute();
  return id;
}

/** Runs what is due, and then counts links where that is due. */
async function syncAll(): Promise<void> {
  const { clock, db } = await testApp();
  clock.advance(2 * MINUTE_MS);
  await runDueSyncs(runner);
  await runDueJobs(db, linkJobs, clock);
}

interface Books {
  clone: GitClone;
  guide: string;
  api: string;
}

async function connectBooks(apiLevel: 'inherit' | null = 'inherit'): Promise<Books> {
  const { clone, url } = await createRepository();
  const guide = await connect(url, 'guide');
  const api = await connect(url, 'api', { defaultLevel: apiLevel });
  await syncAll();
  return { clone, guide, api };
}

const readPage = async (spaceId: string, path: string, user = w.reader) =>
  (await as(user).get(`/v1/spaces/${spaceId}/content/path/${path}`)).body;
const idOf = async (spaceId: string, path: string) => (await readPage(spaceId, path, w.admin)).id;
const markdownOf = async (spaceId: string, path: string) =>
  (await as(w.admin).get(`/v1/spaces/${spaceId}/content/path/${path}?format=markdown`)).body.markdown;
const linksOf = async (spaceId: string, user = w.reader) =>
  (await as(user).get(`/v1/spaces/${spaceId}/links`)).body;

/** How many broken links the list of the organization has for a space. */
async function brokenIn(spaceId: string): Promise<number> {
  const { body } = await as(w.admin).get(`${w.base}/broken-links`);
  const items: { space: { id: string }; broken: number }[] = body.items;
  return items.find(({ space }) => space.id === spaceId)?.broken ?? 0;
}

describe('a path to a space beside', () => {
  it('leads to the page that it has now, from a text that stays as it is', async () => {
    const { clone, guide, api } = await connectBooks();
    const auth = await idOf(api, 'auth');
    expect(await markdownOf(guide, 'readme')).toBe(GUIDE);
    const { document } = await readPage(guide, 'readme');
    expect(JSON.stringify(document)).toContain(
      JSON.stringify({ kind: 'anchor', anchor: 'tokens', space: api, page: auth }),
    );
    const { items, stats } = await linksOf(guide);
    expect(stats.broken.total).toBe(0);
    expect(items).toContainEqual(
      expect.objectContaining({
        targetReference: expect.objectContaining({
          space: expect.objectContaining({ id: api }),
          page: { id: auth, title: 'Auth', path: 'auth' },
        }),
      }),
    );
    expect([await brokenIn(guide), await brokenIn(api)]).toEqual([0, 0]);
    expect((await linksOf(api)).items).toMatchObject([{ targetReference: { space: { id: guide } } }]);

    await clone.git('mv', 'api/auth.md', 'api/sign-in.md');
    await clone.commit({});
    await syncAll();
    expect((await linksOf(guide)).stats.broken.total).toBe(2);
    expect(await brokenIn(guide)).toBe(2);
    expect(await markdownOf(guide, 'readme')).toBe(GUIDE);
    await clone.pull();
    await clone.commit({ 'guide/valves.md': '# Valves\n\nSee [tokens](../api/sign-in.md).\n' });
    await syncAll();
    expect(JSON.stringify((await readPage(guide, 'valves')).document)).toContain(
      JSON.stringify({ kind: 'page', space: api, page: auth }),
    );
    expect(await brokenIn(guide)).toBe(1);
  });

  it('leads to pages that were written there, and in change requests', async () => {
    const { guide, api } = await connectBooks();
    const added = [{ operation: 'insert_page', title: 'Limits', document: { markdown: 'Ten a day.' } }];
    expect((await as(w.admin).post(`/v1/spaces/${api}/content`, { changes: added })).status).toBe(200);
    const requests = `/v1/spaces/${guide}/change-requests`;
    const url = `${requests}/${(await as(w.admin).post(requests, {})).body.id}`;
    const valves = await idOf(guide, 'valves');
    const markdown = '# Valves\n\n[Limits](../api/limits.md), [none](../api/none.md)\n';
    const changes = [{ operation: 'update_page', page: valves, document: { markdown } }];
    expect((await as(w.admin).post(`${url}/content`, { changes })).status).toBe(200);
    const { body: page } = await as(w.reader).get(`${url}/content/page/${valves}`);
    const limits = await idOf(api, 'limits');
    expect(JSON.stringify(page.document)).toContain(
      JSON.stringify({ kind: 'page', space: api, page: limits }),
    );
    const { body: links } = await as(w.reader).get(`${url}/links`);
    expect(links.stats.broken).toEqual({ total: 1, changeRequest: 1 });
  });

  it('stays the same place of the repository when its page moves', async () => {
    const { clone, guide } = await connectBooks();
    const move = {
      operation: 'update_page',
      page: await idOf(guide, 'valves'),
      into: await idOf(guide, 'readme'),
    };
    const changes = [{ operation: 'insert_page', title: 'Parts', document: { markdown: '' } }];
    const { body } = await as(w.admin).post(`/v1/spaces/${guide}/content`, { changes });
    const into = body.pages?.[0]?.id ?? (await idOf(guide, 'parts'));
    expect(
      (await as(w.admin).post(`/v1/spaces/${guide}/content`, { changes: [{ ...move, into }] })).status,
    ).toBe(200);
    await syncAll();
    const files = await clone.files();
    const [path = ''] = Object.keys(files).filter((name) => name.endsWith('valves.md'));
    expect(await brokenIn(guide)).toBe(0);
    const way = '../'.repeat(path.split('/').length - 1);
    expect(files[path]).toBe(`# Valves\n\nSee [tokens](${way}api/auth.md).\n`);
  });

  it('tells nothing of a space that is not for everybody', async () => {
    const { guide, api } = await connectBooks(null);
    const auth = await idOf(api, 'auth');
    const [seen, unseen] = [await readPage(guide, 'readme', w.admin), await readPage(guide, 'readme')];
    expect(JSON.stringify(seen.document)).toContain(auth);
    expect(JSON.stringify(unseen.document)).not.toContain(auth);
    expect(JSON.stringify(unseen.document)).toContain('"url":"../api/auth.md#tokens"');
    for (const user of [w.reader, w.admin]) expect((await linksOf(guide, user)).stats.broken.total).toBe(3);
    expect([await brokenIn(guide), await brokenIn(api)]).toEqual([3, 0]);
  });

  it('leads nowhere in another organization, another branch or without a connection', async () => {
    const { url } = await createRepository();
    const guide = await connect(url, 'guide');
    const api = await connect(url, 'api');
    const world = await createOrganizationFixture();
    const foreign = await connect(url, 'guide', { world });
    const { db } = await testApp();
    await syncAll();
    expect((await linksOf(foreign, world.admin)).stats.broken.total).toBe(3);
    expect(await brokenIn(guide)).toBe(0);
    await db.updateTable('git_connections').set({ branch: 'next' }).where('space_id', '=', api).execute();
    expect((await linksOf(guide)).stats.broken.total).toBe(3);
    await db.updateTable('git_connections').set({ branch: 'main' }).where('space_id', '=', api).execute();
    expect((await linksOf(guide)).stats.broken.total).toBe(0);
    await as(w.admin).delete(`/v1/spaces/${api}/git`);
    expect((await linksOf(guide)).stats.broken.total).toBe(3);
  });
});

describe('on a published site', () => {
  it('leads to the page where it is now, and nowhere if its space is not on the site', async () => {
    const { clone, guide, api } = await connectBooks();
    const site = await SiteEditor.open(w, { title: 'Harbor', published: true });
    for (const spaceId of [guide, api]) await site.creator.post(site.url('/site-spaces'), { spaceId });
    const base = `/published/${w.organization.id}/${site.id}/`;
    const first = await fetchPage(base);
    const [link = '', index = ''] = linksIn(first.body).filter((url) => url.includes('~/pages/'));
    expect(link).toMatch(new RegExp(`/${await idOf(api, 'auth')}#tokens$`));
    expect((await fetchPage(link.replace(/#.*/, ''))).headers.location).toMatch(/\/auth$/);
    expect(index).toContain(await idOf(api, 'readme'));
    expect((await fetchPage(`${base}index.md`)).body).toContain(link);
    expect((await fetchPage(`${base}llms-full.txt`)).body).toContain(link);

    await clone.git('rm', '-q', 'api/auth.md');
    await clone.commit({});
    await syncAll();
    const second = await fetchPage(base);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    expect(linksIn(second.body).filter((url) => url.includes('~/pages/'))).toHaveLength(1);

    const alone = await SiteEditor.open(w, { title: 'Alone', published: true });
    await alone.creator.post(alone.url('/site-spaces'), { spaceId: guide });
    const { body } = await fetchPage(`/published/${w.organization.id}/${alone.id}/`);
    expect(linksIn(body).filter((url) => url.includes('~/pages/'))).toEqual([]);
    expect(body).toContain('the API');
  });
});
