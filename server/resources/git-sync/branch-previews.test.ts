import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCleanup } from '#server/jobs/cleanup.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createGrant, createMember, createSpace } from '#server/test/factories.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL, testApp } from '#server/test/test-app.ts';
import { type GitSyncRunner, runDueSyncs } from './run-due-syncs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOOK = {
  'README.md': '# Home\n\nWelcome.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Valves](valves.md)\n* [Keys](keys.md)\n',
  'valves.md': '# Valves\n\nOpen slowly.\n',
  'keys.md': '---\nhidden: true\n---\n\n# Keys\n\nUnder the mat.\n',
};

let w: OrganizationFixture;
let peer: GitPeer;
let runner: GitSyncRunner;
let errors: unknown[] = [];

beforeAll(async () => {
  w = await createOrganizationFixture();
  peer = await GitPeer.start();
  const { app, db, clock } = await testApp();
  // Those of tests before would be due, too.
  await db.deleteFrom('git_connections').execute();
  const { secretKeys, publicUrl } = app.service;
  runner = {
    db,
    clock,
    fetcher: createFetcher({ allowPrivate: true, resolve: async () => ['127.0.0.1'] }),
    storage: undefined,
    secretKeys,
    publicUrl,
    workFolder: await mkdtemp(join(tmpdir(), 'bindery-work-')),
    log: { error: (...values: unknown[]) => void errors.push(values) },
  };
});
afterEach(async () => {
  const { db, clock } = await testApp();
  clock.reset();
  peer.intercept = undefined;
  await db.deleteFrom('git_connections').execute();
  const logged = errors;
  errors = [];
  if (logged.length > 0) throw new Error(`Syncs were logged as errors: ${String(logged)}`);
});
afterAll(async () => {
  await peer.stop();
  await rm(runner.workFolder, { recursive: true, force: true });
});

let repositories = 0;

interface Opened {
  clone: GitClone;
  spaceId: string;
  /** Of the space. */
  url: string;
  site: SiteEditor;
}

/** A space that is synchronized with the main branch of a repository, on a restricted site. */
async function open(visibility = 'visitor-auth'): Promise<Opened> {
  repositories += 1;
  const name = `branches-${repositories}`;
  const clone = await peer.create(name);
  await clone.commit(BOOK, 'Begin');
  const { id: spaceId } = await createSpace({
    organizationId: w.organization.id,
    title: 'Tides',
    defaultLevel: 'inherit',
  });
  const url = `/v1/spaces/${spaceId}`;
  const connection = { url: 'https://git.press.example/docs.git', branch: 'main', initial: 'repository' };
  await as(w.admin).put(`${url}/git`, connection);
  const { db } = await testApp();
  await db
    .updateTable('git_connections')
    .set({ url: peer.urlOf(name) })
    .where('space_id', '=', spaceId)
    .execute();
  const site = await SiteEditor.open(w, { title: 'Tide docs', visibility, published: true });
  await as(w.creator).post(site.url('/site-spaces'), { spaceId });
  await runDueSyncs(runner);
  return { clone, spaceId, url, site };
}

/** Commits to another branch, as somebody who proposes something in the repository. */
async function commitTo(
  { clone }: Opened,
  branch: string,
  files: Record<string, string | Buffer | undefined>,
  message = 'Say it better',
): Promise<string> {
  await clone.git('checkout', '-q', '-B', branch);
  return clone.commit(files, message);
}

async function view({ url }: Opened, branch: string, member: { token: string } = w.editor) {
  const { status, body } = await as(member).post(`${url}/git/branch-previews`, { branch });
  expect(status).toBe(202);
  expect(body.state).toBe('waiting');
  await runDueSyncs(runner);
  return (await as(w.reader).get(`${url}/git/branch-previews/${body.id}`)).body;
}

async function addressOf({ site }: Opened, previewId: string, member: { token: string } = w.reader) {
  const { status, body } = await as(member).get(site.url(`/preview?branchPreview=${previewId}`));
  expect(status).toBe(200);
  return String(body.url).slice(PUBLIC_URL.length);
}

describe('the preview of a branch', () => {
  it('shows the pages, pictures and hidden pages of the branch on the site, and changes nothing', async () => {
    const opened = await open();
    const { url } = opened;
    const before = (await as(w.reader).get(`${url}/content`)).body;
    const commit = await commitTo(opened, 'feature/open', {
      'valves.md': '# Valves\n\nOpen quickly.\n\n![Valve](valve.png)\n',
      'valve.png': PICTURE,
      'more.md': '# More\n\nIn fathoms.\n',
      'SUMMARY.md': `${BOOK['SUMMARY.md']}* [More](more.md)\n`,
    });
    const preview = await view(opened, 'feature/open');
    expect(preview).toMatchObject({
      state: 'ready',
      branch: 'feature/open',
      commit,
      message: 'Say it better',
      author: 'Robin',
      pages: 4,
      notes: [],
      statusProblem: expect.stringContaining('is not known as GitHub'),
      createdBy: { id: w.editor.id },
    });
    const address = await addressOf(opened, preview.id);
    const { body: page } = await fetchPage(`${address}valves`);
    expect(page).toContain('Open quickly.');
    expect(page).toContain(`Preview of feature/open (${commit.slice(0, 7)}). Only members see it.`);
    expect(page).toContain(`${url.replace('/v1', `/o/${w.organization.id}`)}/git`);
    const [, picture = ''] = /<img[^>]+src="([^"]+valve[^"]*)"/.exec(page) ?? [];
    expect((await fetchPage(picture)).status).toBe(200);
    expect((await fetchPage(`${address}more`)).body).toContain('In fathoms.');
    expect((await fetchPage(`${address}keys`)).body).toContain('Under the mat.');

    // The pages are those of the space, and the space has what it had.
    const { body: after } = await as(w.reader).get(`${url}/content`);
    expect(after).toEqual(before);
    const byId = await as(w.reader).get(
      opened.site.url(`/preview?branchPreview=${preview.id}&page=${before.pages[1].id}`),
    );
    expect(byId.body.url).toMatch(/\/valves$/);
    const { body: history } = await as(w.reader).get(`${url}/revisions`);
    expect(history.items).toHaveLength(2);
    const { body: requests } = await as(w.reader).get(`${url}/change-requests`);
    expect(requests.items).toEqual([]);
    expect((await opened.clone.git('ls-remote', 'origin', 'feature/open')).slice(0, 40)).toBe(commit);
  });

  it('sets the status of its commit, which leads to the screen, and says where it may not', async () => {
    const opened = await open();
    const { url, spaceId } = opened;
    const { db } = await testApp();
    const { url: repository } = await db
      .selectFrom('git_connections')
      .select('url')
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow();
    const address = repository.replace('127.0.0.1', 'gitlab.tide.example');
    await db.updateTable('git_connections').set({ url: address }).execute();
    await as(w.admin).patch(`${url}/git`, { token: 'secret' });
    const statuses: unknown[] = [];
    let code = 201;
    peer.intercept = async (request, response) => {
      if (request.url?.startsWith('/api/') !== true) return false;
      const parts: Buffer[] = [];
      for await (const bytes of request) parts.push(bytes);
      statuses.push([request.url, JSON.parse(Buffer.concat(parts).toString('utf8'))]);
      response.writeHead(code).end('{}');
      return true;
    };
    const commit = await commitTo(opened, 'feature', { 'valves.md': '# Valves\n\nFirst.\n' });
    const preview = await view(opened, 'feature');
    expect(preview).toMatchObject({ state: 'ready', commit });
    expect(preview.statusProblem).toBeUndefined();
    const target_url = `${PUBLIC_URL}/o/${w.organization.id}/spaces/${spaceId}/git`;
    expect(statuses).toMatchObject([
      [
        expect.stringContaining(`/statuses/${commit}`),
        { state: 'success', name: 'bindery/preview', target_url },
      ],
    ]);
    code = 403;
    const refused = await view(opened, 'feature');
    expect(refused).toMatchObject({ state: 'ready', statusProblem: expect.stringContaining('status 403') });
  });

  it('is seen by members who can read the space alone, whatever the site is', async () => {
    const opened = await open('public');
    await commitTo(opened, 'secret', { 'valves.md': '# Valves\n\nThe code is 1234.\n' });
    const { id } = await view(opened, 'secret');
    const { site, url, spaceId } = opened;
    const question = site.url(`/preview?branchPreview=${id}`);
    const address = await addressOf(opened, id);
    expect((await fetchPage(`${address}valves`)).body).toContain('The code is 1234.');

    // Neither the site nor its search has it, and strangers get no address.
    const { body: own } = await as(w.reader).get(site.url());
    const published = String(own.urls.published).slice(PUBLIC_URL.length).replace(/\/$/, '');
    expect((await fetchPage(`${published}/valves`)).body).toContain('Open slowly.');
    for (const path of ['valves', '~/search?q=code', 'sitemap.xml', 'llms-full.txt'])
      expect((await fetchPage(`${published}/${path}`)).body, path).not.toContain('1234');
    expect((await fetchPage(question)).status).toBe(401);
    const outsider = await createOrganizationFixture();
    expect((await as(outsider.admin).get(question)).status).toBe(404);
    expect((await as(outsider.admin).get(`${url}/git/branch-previews/${id}`)).status).toBe(404);
    const stranger = await createMember({ organizationId: w.organization.id, role: 'read' });
    await createGrant({ organizationId: w.organization.id, spaceId, userId: stranger.id, level: null });
    expect((await as(stranger).get(question)).status).toBe(404);

    // It is none of the space's revisions.
    const { db } = await testApp();
    const { revision_id: revision } = await db
      .selectFrom('git_branch_previews')
      .select('revision_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await as(w.admin).get(site.url(`/preview?revision=${revision}`))).status).toBe(404);
    expect((await as(w.admin).get(site.url(`/preview?changeRequest=${id}`))).status).toBe(404);
    expect((await as(w.admin).post(`${url}/revisions/${revision}/restore`)).status).toBe(404);
  });

  it('shows later commits by itself, and ends with its removal', async () => {
    const opened = await open();
    await commitTo(opened, 'feature', { 'valves.md': '# Valves\n\nFirst.\n' });
    const { id } = await view(opened, 'feature');
    const address = await addressOf(opened, id);
    const commit = await commitTo(opened, 'feature', { 'valves.md': '# Valves\n\nSecond.\n' }, 'Again');
    const { clock } = await testApp();
    clock.advance(2 * MINUTE_MS);
    await runDueSyncs(runner);
    const { url } = opened;
    expect((await as(w.reader).get(`${url}/git/branch-previews`)).body.items).toMatchObject([
      { id, commit, message: 'Again', state: 'ready' },
    ]);
    expect((await fetchPage(`${address}valves`)).body).toContain('Second.');
    expect((await as(w.commenter).delete(`${url}/git/branch-previews/${id}`)).status).toBe(403);
    expect((await as(w.reviewer).delete(`${url}/git/branch-previews/${id}`)).status).toBe(204);
    expect((await fetchPage(`${address}valves`)).status).toBe(404);
  });

  it('goes after 30 days with its text, and sooner with the connection', async () => {
    const opened = await open();
    await commitTo(opened, 'feature', { 'valves.md': '# Valves\n\nFirst.\n' });
    const { id } = await view(opened, 'feature');
    const { db, clock } = await testApp();
    const revisions = async () =>
      (await db.selectFrom('revision_rows').select('id').where('change_request_id', '=', id).execute())
        .length;
    await runCleanup(db, new Date(clock.now().getTime() + 29 * DAY_MS));
    expect(await revisions()).toBe(1);
    await runCleanup(db, new Date(clock.now().getTime() + 31 * DAY_MS));
    expect(await revisions()).toBe(0);
    expect((await as(w.reader).get(`${opened.url}/git/branch-previews`)).body.items).toEqual([]);

    const { id: other } = await view(opened, 'feature');
    await as(w.admin).delete(`${opened.url}/git`);
    expect((await as(w.reader).get(opened.site.url(`/preview?branchPreview=${other}`))).status).toBe(404);
  });
});

describe('viewing a branch', () => {
  it('says why a branch cannot be shown', async () => {
    const opened = await open();
    const { url } = opened;
    const post = (branch: string) => as(w.editor).post(`${url}/git/branch-previews`, { branch });
    expect((await post('main')).body.error.message).toContain('its sites show it');
    expect((await post('a b')).status).toBe(400);
    expect(await view(opened, 'nowhere')).toMatchObject({
      state: 'failed',
      error: 'The repository has no branch "nowhere".',
      errorReason: 'branch-not-found',
    });
    await commitTo(opened, 'empty', {
      'README.md': undefined,
      'SUMMARY.md': undefined,
      'valves.md': undefined,
      'keys.md': undefined,
    });
    expect(await view(opened, 'empty')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('no pages'),
    });

    // One that was there is still shown.
    await opened.clone.git('checkout', '-q', 'main');
    await commitTo(opened, 'feature', { 'valves.md': '# Valves\n\nFirst.\n' });
    const { id, commit } = await view(opened, 'feature');
    await opened.clone.git('push', '-q', 'origin', ':feature');
    expect(await view(opened, 'feature')).toMatchObject({
      commit,
      state: 'failed',
      error: 'The repository has no branch "feature" any more.',
    });
    expect((await fetchPage(`${await addressOf(opened, id)}valves`)).body).toContain('First.');

    peer.intercept = (_request, response) => {
      response.writeHead(401).end();
      return true;
    };
    expect(await view(opened, 'feature')).toMatchObject({ commit, errorReason: 'authentication' });
    peer.intercept = undefined;
    await as(w.admin).patch(`${url}/git`, { paused: true });
    expect((await post('feature')).body.error.message).toContain('paused');
  });

  it('reads one branch with each sync, and 20 at most', async () => {
    const opened = await open();
    const { url } = opened;
    await commitTo(opened, 'one', { 'valves.md': '# Valves\n\nOne.\n' });
    await opened.clone.git('push', '-q', 'origin', 'one:two');
    for (const branch of ['one', 'two']) await as(w.editor).post(`${url}/git/branch-previews`, { branch });
    await as(w.editor).post(`${url}/git/branch-previews`, { branch: 'one' });
    expect(await runDueSyncs(runner)).toBe(2);
    const { body } = await as(w.reader).get(`${url}/git/branch-previews`);
    expect(body.items).toMatchObject([
      { branch: 'two', state: 'ready' },
      { branch: 'one', state: 'ready' },
    ]);
    expect(await runDueSyncs(runner)).toBe(0);
    for (let number = 3; number <= 20; number += 1)
      await as(w.editor).post(`${url}/git/branch-previews`, { branch: `branch-${number}` });
    const refused = await as(w.editor).post(`${url}/git/branch-previews`, { branch: 'more' });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('Remove one'),
    ]);
  });

  it('converts what was written for another tool, and names it', async () => {
    const opened = await open();
    await commitTo(opened, 'other', {
      'README.md': undefined,
      'SUMMARY.md': undefined,
      'valves.md': undefined,
      'keys.md': undefined,
      'docusaurus.config.js': 'module.exports = { title: "T" };\n',
      'docs/intro.md': '---\nsidebar_position: 1\n---\n\n# Intro\n\n:::note\nText\n:::\n',
    });
    const preview = await view(opened, 'other');
    expect(preview).toMatchObject({
      state: 'ready',
      notes: expect.arrayContaining([{ path: '', message: expect.stringContaining('another tool') }]),
    });
  });
});
