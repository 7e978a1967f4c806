import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createSpace } from '#server/test/factories.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { type GitSyncRunner, runDueSyncs } from '../run-due-syncs.ts';

const MINUTE_MS = 60_000;

const FILE = `# The documentation of the harbor.
site:
  title: Harbor
  structure:
    - type: section # for everybody
      key: guides
      title: 'Guides'
      path: guides
      icon: anchor
      default: true
      children:
        - type: space
          key: english
          title: English
          path: en
          content: { directory: ./guides/en, language: en }
        - type: space
          key: french
          title: Français
          localizedTitle: { fr: Français }
          path: fr
          content: { directory: ./guides/fr, language: fr }
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: staff
          title: For staff
          path: staff
          hidden: true
          children:
            - type: space
              key: handbook
              title: Handbook
              path: handbook
              content:
                directory: /internal
`;
const page = (title: string) => `# ${title}\n\nText of ${title}.\n`;
const BOOKS = {
  'guides/en/README.md': page('Welcome'),
  'guides/fr/README.md': page('Bienvenue'),
  'internal/README.md': page('Handbook'),
};

let w: OrganizationFixture;
let peer: GitPeer;
let runner: GitSyncRunner;
const errors: unknown[] = [];
let workFolder: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
  peer = await GitPeer.start();
  peer.credentials = { username: 'git', token: 'secret-token' };
  workFolder = await mkdtemp(join(tmpdir(), 'bindery-work-'));
  const { app, db, clock } = await testApp();
  // Those of tests before would be due, too.
  await db.deleteFrom('git_connections').execute();
  const { secretKeys, publicUrl } = app.service;
  runner = {
    db,
    clock,
    fetcher: createFetcher({ allowPrivate: true }),
    secretKeys,
    publicUrl,
    workFolder,
    storage: undefined,
    log: { error: (...values: unknown[]) => void errors.push(values) },
  };
});
afterEach(async () => {
  const { db, clock } = await testApp();
  clock.reset();
  await db.deleteFrom('git_connections').execute();
  if (errors.length > 0) throw new Error(`Syncs were logged as errors: ${String(errors)}`);
});
afterAll(async () => {
  await peer.stop();
  await rm(workFolder, { recursive: true, force: true });
});

let repositories = 0;

interface ConnectedSite {
  clone: GitClone;
  site: SiteEditor;
}

/** A site that is connected with a repository on this machine. */
async function connect(
  files: Record<string, string>,
  body: object = {},
  begun?: SiteEditor,
): Promise<ConnectedSite> {
  repositories += 1;
  const name = `site-${repositories}`;
  const clone = await peer.create(name);
  if (Object.keys(files).length > 0) await clone.commit(files, 'Begin');
  const site = begun ?? (await SiteEditor.open(w));
  const address = 'https://git.press.example/docs.git';
  const connection = { url: address, branch: 'main', token: 'secret-token', initial: 'repository', ...body };
  const { status } = await as(w.admin).put(site.url('/git'), connection);
  expect(status).toBe(200);
  const { db } = await testApp();
  await db
    .updateTable('git_connections')
    .set({ url: peer.urlOf(name) })
    .where('url', '=', address)
    .execute();
  return { clone, site };
}

async function newSpace(): Promise<string> {
  const { id } = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  return id;
}

/** Runs what is due by then, and the syncs that these begin. */
async function syncAll(): Promise<void> {
  const { clock } = await testApp();
  clock.advance(2 * MINUTE_MS);
  await runDueSyncs(runner);
}

/** The same of the site alone: the tests of spaces sync these. */
async function syncStructure(): Promise<void> {
  const { clock, db } = await testApp();
  clock.advance(2 * MINUTE_MS);
  let count = 0;
  await runDueSyncs(runner, () => (count += 1) > 1);
  await db
    .updateTable('git_connections')
    .set({ paused_at: clock.now() })
    .where('site_connection_id', 'is not', null)
    .execute();
}

const stateOf = async ({ site }: ConnectedSite) => (await as(w.admin).get(site.url('/git'))).body;

/** The structure as people see it, without ids: one line for each item. */
async function outline({ site }: ConnectedSite): Promise<string[]> {
  const { body } = await as(w.admin).get(site.url('/structure/text'));
  const lines: string[] = body.text.split('\n');
  return lines
    .filter((line) => /^ *(?:- type|title|path|icon|description|condition|default):?/.test(line))
    .slice(1)
    .map((line) => line.slice(4));
}

const textOf = async (commit: ConnectedSite, path = 'docs.yaml') => (await commit.clone.files())[path] ?? '';

async function tipOf({ clone }: ConnectedSite): Promise<string> {
  await clone.git('fetch', '-q', 'origin');
  return (await clone.git('rev-parse', 'origin/main')).trim();
}

async function itemIds({ site }: ConnectedSite): Promise<Record<string, string>> {
  const { db } = await testApp();
  const sections = await db
    .selectFrom('site_sections')
    .select(['id', 'path'])
    .where('site_id', '=', site.id)
    .execute();
  const spaces = await db
    .selectFrom('site_spaces')
    .select(['id', 'path', 'space_id'])
    .where('site_id', '=', site.id)
    .execute();
  return Object.fromEntries([
    ...sections.map(({ id, path }) => [path, id]),
    ...spaces.flatMap(({ id, path, space_id }) => [
      [`${path} in its list`, id],
      [`${path} as a space`, space_id],
    ]),
  ]);
}

describe('a site that begins with a repository', () => {
  it('becomes what docs.yaml says, with spaces of its directories, and writes nothing', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncAll();
    expect(await outline(connected)).toEqual([
      '- type: section',
      '  title: Guides',
      '  path: guides',
      '  icon: anchor',
      '  default: true',
      '    - type: space',
      '      title: English',
      '      path: en',
      '      default: true',
      '    - type: space',
      '      title: "Français"',
      '      path: fr',
      '- type: section-group',
      '  title: More',
      '    - type: section',
      '      title: For staff',
      '      path: staff',
      '      condition: "false"',
      '        - type: space',
      '          title: Handbook',
      '          path: handbook',
      '          default: true',
    ]);
    const state = await stateOf(connected);
    expect(state).toMatchObject({ state: 'synced', hasToken: true });
    expect(state.spaces.map((each: Record<string, string>) => [each.directory, each.state])).toEqual([
      ['guides/en', 'synced'],
      ['guides/fr', 'synced'],
      ['internal', 'synced'],
    ]);
    expect(await textOf(connected)).toBe(FILE);
    expect((await connected.clone.git('rev-list', '--count', 'origin/main')).trim()).toBe('1');
  });

  it('takes over a commit, keeps ids, and sends a change as the lines that it changes', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const before = await itemIds(connected);
    const moved = FILE.replace("'Guides'", "'Manuals'").replace('path: fr\n', 'path: francais\n');
    await connected.clone.commit({ 'docs.yaml': moved }, 'Rename');
    await syncStructure();
    const after = await itemIds(connected);
    expect(after['guides']).toBe(before['guides']);
    expect(after['francais in its list']).toBe(before['fr in its list']);

    const section = connected.site.url(`/sections/${before['guides']}`);
    expect((await as(w.creator).patch(section, { icon: 'lighthouse', description: 'To read' })).status).toBe(
      200,
    );
    await syncStructure();
    const diff = await connected.clone.git('show', '--format=%an%n%s', await tipOf(connected));
    expect(diff.split('\n').filter((line) => /^[+-](?![+-])/.test(line))).toEqual([
      '-      icon: anchor',
      '+      icon: lighthouse',
      '+      description: To read',
    ]);
    expect(diff).toContain('Changed the section “Manuals”');
    expect(await stateOf(connected)).toMatchObject({ state: 'synced', commit: await tipOf(connected) });
  });

  it('adds, moves and removes: each side gets what the other did', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const ids = await itemIds(connected);
    await as(w.creator).post(connected.site.url('/sections'), { spaceId: await newSpace(), title: 'News' });
    await as(w.creator).delete(connected.site.url(`/site-spaces/${ids['fr in its list']}`));
    await syncStructure();
    const text = await textOf(connected);
    expect(text).toContain('# The documentation of the harbor.');
    expect(text).toContain('- type: section # for everybody');
    expect(text).toContain('title: News');
    expect(text).not.toContain('Français');
    expect(text).toContain('directory: ./news/');
    await syncStructure();
    expect((await stateOf(connected)).spaces).toHaveLength(3);
    const removed = text.slice(0, text.indexOf('    - type: section-group'));
    await connected.clone.pull();
    await connected.clone.commit({ 'docs.yaml': removed }, 'Remove the group');
    await syncStructure();
    expect((await outline(connected)).join('\n')).not.toContain('For staff');
    expect((await stateOf(connected)).state).toBe('synced');
  });
});

describe('what waits for a decision', () => {
  it('is a commit that shows visitors more, until an administrator takes it over', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const tip = await connected.clone.commit({ 'docs.yaml': FILE.replace('          hidden: true\n', '') });
    await syncStructure();
    const waiting = await stateOf(connected);
    expect(waiting).toMatchObject({ state: 'waiting', waitingCommit: tip, errorReason: 'decision-needed' });
    expect(waiting.error).toContain('who can see “Handbook” on the site');
    expect(await outline(connected)).toContain('      condition: "false"');
    const refused = await as(w.admin).patch(connected.site.url('/git'), { acceptedCommit: 'f'.repeat(40) });
    expect(refused.status).toBe(400);
    await as(w.admin).patch(connected.site.url('/git'), { acceptedCommit: tip });
    await syncStructure();
    expect(await outline(connected)).not.toContain('      condition: "false"');
    expect((await stateOf(connected)).state).toBe('synced');
  });

  it('is undone in the repository if an administrator refuses it, and not asked for if the connection allows it', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const shown = FILE.replace('          hidden: true\n', '');
    const tip = await connected.clone.commit({ 'docs.yaml': shown });
    await syncStructure();
    await as(w.admin).patch(connected.site.url('/git'), { refusedCommit: tip });
    await syncStructure();
    expect(await textOf(connected)).toContain('condition: "false"');
    expect((await stateOf(connected)).state).toBe('synced');
    await as(w.admin).patch(connected.site.url('/git'), { allowsRevealing: true });
    await connected.clone.pull();
    await connected.clone.commit({ 'docs.yaml': shown });
    await syncStructure();
    expect((await outline(connected)).join('\n')).not.toContain('condition');
  });

  it('is what both sides have changed differently, while neither is lost', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const ids = await itemIds(connected);
    await as(w.creator).patch(connected.site.url(`/sections/${ids['guides']}`), {
      title: 'Handbooks',
      icon: 'book',
    });
    const tip = await connected.clone.commit({ 'docs.yaml': FILE.replace("'Guides'", 'Manuals') });
    await syncStructure();
    const waiting = await stateOf(connected);
    expect(waiting).toMatchObject({ state: 'waiting', waitingCommit: tip });
    expect(waiting.error).toContain('Both sides have changed the title of “Handbooks”');
    expect(await textOf(connected)).toContain('Manuals');
    await as(w.admin).patch(connected.site.url('/git'), { acceptedCommit: tip });
    await syncStructure();
    expect(await outline(connected)).toContain('  title: Manuals');
    expect(await textOf(connected)).toContain('icon: book');
  });

  it('is a history that was rewritten', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const { clone } = connected;
    await clone.git('commit', '-q', '--amend', '-m', 'Begin again');
    await clone.git('push', '-q', '--force', 'origin', 'HEAD');
    await syncStructure();
    expect(await stateOf(connected)).toMatchObject({ state: 'waiting', errorReason: 'history-rewritten' });
  });
});

describe('a site that begins a repository', () => {
  it('writes its structure with its spaces, and reads it again as the same', async () => {
    const site = await SiteEditor.open(w);
    await as(w.creator).post(site.url('/sections'), { spaceId: await newSpace(), title: 'Harbor: news' });
    const connected = await connect({}, { initial: 'space', directory: 'web' }, site);
    const before = await outline(connected);
    await syncAll();
    const files = await connected.clone.files();
    expect(files['web/docs.yaml']).toContain('directory: ./');
    expect(Object.keys(files).some((path) => /^web\/.+\.md$/.test(path))).toBe(true);
    const text = files['web/docs.yaml'] ?? '';
    await connected.clone.commit({
      'web/docs.yaml': `# Ours\n${text.replace('Harbor: news', 'Harbor: events')}`,
    });
    await syncAll();
    expect(await outline(connected)).toEqual(
      before.map((line) => line.replace('Harbor: news', 'Harbor: events')),
    );
    expect((await connected.clone.files())['web/docs.yaml']).toContain('# Ours');
    expect(await stateOf(connected)).toMatchObject({ state: 'synced' });
  });
});

describe('a branch without the file', () => {
  it('is a problem that says what to do', async () => {
    const connected = await connect(BOOKS);
    await syncStructure();
    const state = await stateOf(connected);
    expect(state).toMatchObject({ state: 'failed', errorReason: 'content-refused', spaces: [] });
    expect(state.error).toContain('has no docs.yaml');
  });
});

describe('disconnecting a site', () => {
  it('ends the connections of its spaces; all keep what they have', async () => {
    const connected = await connect({ 'docs.yaml': FILE, ...BOOKS });
    await syncStructure();
    const before = await outline(connected);
    await as(w.admin).patch(connected.site.url('/git'), { paused: true });
    expect((await stateOf(connected)).spaces.map((each: Record<string, string>) => each.state)).toEqual(
      Array(3).fill('paused'),
    );
    expect((await as(w.admin).delete(connected.site.url('/git'))).status).toBe(204);
    expect((await as(w.admin).get(connected.site.url('/git'))).status).toBe(404);
    expect(await outline(connected)).toEqual(before);
    const { db } = await testApp();
    expect(await db.selectFrom('git_connections').select('id').execute()).toEqual([]);
  });
});
