import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page, Revision } from '#api/generated/types.gen.ts';
import { documentIdOf, type StoredContent } from '#server/content/pages/storage.ts';
import type { StoredPush } from '#server/database/tables/git-sync-tables.ts';
import { createFile } from '#server/test/content-factories.ts';
import { type GitClone, GitPeer } from '#server/test/git/git-peer.ts';
import { newPage, SyncedSpace } from '#server/test/git/synced-space.ts';
import { as } from '#server/test/test-app.ts';

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

let number = 0;
async function open(
  files: Record<string, string>,
  changes: Parameters<typeof SyncedSpace.create>[1] = {},
): Promise<{ clone: GitClone; space: SyncedSpace }> {
  number += 1;
  const name = `places-${number}`;
  const clone = await peer.create(name);
  if (Object.keys(files).length > 0) await clone.commit(files, 'Begin');
  const space = await SyncedSpace.create(peer.urlOf(name), changes);
  const { db } = space.context;
  const gitSync = { integration: 'git-sync', url: space.connection.url, updatedAt: new Date().toISOString() };
  await db
    .updateTable('spaces')
    .set({ git_sync: JSON.stringify(gitSync) })
    .where('id', '=', space.connection.spaceId)
    .execute();
  return { clone, space };
}

/** Sends and receives until both sides are the same, with nothing left to decide. */
async function sync(space: SyncedSpace) {
  const outcome = await space.sync();
  expect([outcome.state, outcome.problem, outcome.changeRequest]).toEqual(['synced', undefined, undefined]);
  return outcome;
}

const DESCRIBING = /(^|\/)(SUMMARY\.md|\.gitbook\.yaml|\.gitbook\/(vars|tags)\.yaml)$/;

/** The objects of the branch's files, without those that describe the book. */
async function listTree(clone: GitClone, directory = ''): Promise<Record<string, string>> {
  await clone.git('fetch', '-q', 'origin');
  const listing = await clone.git('ls-tree', '-r', '-z', `origin/main:${directory}`);
  const lines = listing.split('\0').filter((line) => line !== '');
  const entries = lines.map((line) => {
    const [head = '', path = ''] = line.split('\t');
    return [path, head.split(' ')[2] ?? ''] as const;
  });
  return Object.fromEntries(entries.filter(([path]) => !DESCRIBING.test(path)));
}

const flatten = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
const placesOf = (items: readonly Pick<Page, 'git'>[]): Record<string, string | undefined> =>
  Object.fromEntries(items.flatMap(({ git }) => (git?.path === undefined ? [] : [[git.path, git.oid]])));

/** What every operation that names files of the repository answers, each once. */
async function readPlaces({ world, connection }: SyncedSpace) {
  const url = `/v1/spaces/${connection.spaceId}/content`;
  const read = async (path: string) => (await as(world.reader).get(`${url}${path}`)).body;
  const content: Revision = await read('');
  const items = [...flatten(content.pages), ...content.files, ...(content.reusableContents ?? [])];
  const lists = [
    ...flatten((await read('/pages')).pages),
    ...(await read('/files')).items,
    ...(await read('/reusable-contents')).items,
  ];
  const pages = await Promise.all(flatten(content.pages).map(({ id }) => read(`/page/${id}`)));
  const files = await Promise.all(content.files.map(({ id }) => read(`/files/${id}`)));
  const reusable = await Promise.all(
    (content.reusableContents ?? []).map(({ id }) => read(`/reusable-contents/${id}`)),
  );
  return {
    content: placesOf(items),
    lists: placesOf(lists),
    single: placesOf([...pages, ...files, ...reusable]),
  };
}

async function expectSame({ clone, space }: { clone: GitClone; space: SyncedSpace }, directory?: string) {
  const tree = await listTree(clone, directory);
  expect(await readPlaces(space)).toEqual({ content: tree, lists: tree, single: tree });
  return tree;
}

/** Changes pages as a member does: in a change request that is merged. */
async function merge({ world, connection }: SyncedSpace, changes: object[]): Promise<string> {
  const list = `/v1/spaces/${connection.spaceId}/change-requests`;
  const editor = as(world.editor);
  const { id } = (await editor.post(list, {})).body;
  const { body } = await editor.post(`${list}/${id}/content`, { changes });
  expect(body.error).toBeUndefined();
  const merged = await as(world.reviewer).post(`${list}/${id}/merge`);
  expect(merged.body).toMatchObject({ result: 'merge' });
  return merged.body.revision;
}

const pageId = async (space: SyncedSpace, title: string) => (await space.page(title)).id;

const BOOK = {
  'README.md':
    '# Home\n\n[Setup](guide/setup.md) ![p](.gitbook/assets/p.png)\n\n{% include ".gitbook/includes/note.md" %}\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Setup](guide/setup.md)\n* [Use](guide/use.md)\n',
  'guide/setup.md': '# Setup\n\nOne\n',
  'guide/use.md': '# Use\n\nFirst [setup](setup.md)\n',
  '.gitbook/assets/p.png': 'picture',
  '.gitbook/includes/note.md': 'Mind the tide.\n',
};

test('what a push writes is where it is in the branch, and so is what commits change, move and delete', async () => {
  const opened = await open(BOOK);
  const { clone, space } = opened;
  await sync(space);
  await expectSame(opened);

  const setup = await pageId(space, 'Setup');
  const revision = await merge(space, [
    { operation: 'update_page', page: setup, document: { markdown: '# Setup\n\nUno\n' } },
  ]);
  const [sent] = (await sync(space)).outgoing;
  await expectSame(opened);
  // The merge's own revision says its commit: there is no other one for that.
  expect((await space.content()).id).toBe(revision);
  const { body } = await as(space.world.reader).get(`/v1/spaces/${space.connection.spaceId}/content`);
  expect(body).toMatchObject({ id: revision, git: { oid: sent?.oid } });

  await clone.pull();
  await clone.commit({ 'guide/setup.md': '# Setup\n\nUno\n\nDue\n', '.gitbook/assets/p.png': 'another' });
  await sync(space);
  await expectSame(opened);

  await clone.git('mv', 'guide/use.md', 'guide/usage.md');
  await clone.git('mv', '.gitbook/assets/p.png', '.gitbook/assets/q.png');
  await clone.git('mv', '.gitbook/includes/note.md', '.gitbook/includes/tide.md');
  await clone.commit({
    'README.md': BOOK['README.md'].replace('p.png', 'q.png').replace('note.md', 'tide.md'),
    'SUMMARY.md': BOOK['SUMMARY.md'].replace('use.md', 'usage.md'),
  });
  await sync(space);
  const moved = await expectSame(opened);
  expect(Object.keys(moved)).toContain('.gitbook/assets/q.png');

  await merge(space, [
    { operation: 'update_page', page: setup, into: await pageId(space, 'Use') },
    { operation: 'update_page', page: await pageId(space, 'Home'), title: 'Start' },
  ]);
  await sync(space);
  await expectSame(opened);
  await merge(space, [{ operation: 'delete_page', page: setup }]);
  await sync(space);
  expect(Object.keys(await expectSame(opened))).not.toContain('guide/setup.md');
});

test('a space that is written into a branch is at the paths that it got there', async () => {
  const opened = await open({}, { initial: 'space', directory: 'docs' });
  const { clone, space } = opened;
  const file = await createFile(space.connection.spaceId, { name: 'dot.png' });
  const text = `Hello ![](/files/${file.id}) [b](/pages/page-Below)\n`;
  const note = { id: 'note0000000000000001', title: 'Note', documentId: documentIdOf('Note\n') };
  await space.edit((content: StoredContent) => ({
    content: {
      ...content,
      pages: [newPage('First', text, [newPage('Below', 'Below\n')]), newPage('Second', text)],
      files: [file],
      reusableContents: [note],
    },
    texts: [text, 'Below\n', 'Note\n'],
  }));
  await sync(space);
  expect(Object.keys(await expectSame(opened, 'docs'))).toHaveLength(5);

  await merge(space, [{ operation: 'update_page', page: 'page-Second', title: 'Third', slug: 'third' }]);
  await sync(space);
  expect(Object.keys(await expectSame(opened, 'docs'))).toContain('third.md');
  // A page that moves changes the links of others: their files have other objects, and they themselves are the same.
  await merge(space, [{ operation: 'update_page', page: 'page-Below', into: 'page-Second' }]);
  await sync(space);
  await expectSame(opened, 'docs');

  await clone.pull();
  const path = Object.keys(await listTree(clone, 'docs')).find((one) => one.endsWith('below.md')) ?? '';
  await clone.commit({ [`docs/${path}`]: '# Below\n\nAnd above\n' });
  await sync(space);
  await expectSame(opened, 'docs');
  // What is edited and not pushed yet is no file of the branch.
  await merge(space, [{ operation: 'update_page', page: 'page-First', document: { markdown: 'Bye\n' } }]);
  const { body } = await as(space.world.reader).get(
    `/v1/spaces/${space.connection.spaceId}/content/page/page-First`,
  );
  expect(body.git).toBeUndefined();
});

test('one page of many costs one row, and no revision', async () => {
  const opened = await open({}, { initial: 'space' });
  const { space } = opened;
  const { db } = space.context;
  const pages = Array.from({ length: 1000 }, (_, index) => newPage(`P${index}`, `Text ${index}\n`));
  await space.edit((content) => ({
    content: { ...content, pages },
    texts: pages.map((_, index) => `Text ${index}\n`),
  }));
  await sync(space);
  const rows = () =>
    db
      .selectFrom('git_sync_files')
      .select(['item_id', 'oid'])
      .where('space_id', '=', space.connection.spaceId)
      .orderBy('item_id')
      .execute();
  const before = await rows();
  expect(before).toHaveLength(1000);
  const state = () =>
    db
      .selectFrom('git_sync_states')
      .select(['assigned_paths', 'pushing'])
      .where('connection_id', '=', space.connection.id)
      .executeTakeFirstOrThrow();
  const paths = await state();
  const revision = await space.write('P17', 'Other\n');
  let recorded: StoredPush | null = null;
  peer.intercept = async ({ method, url = '' }) => {
    if (method === 'POST' && url.endsWith('/git-receive-pack')) recorded = (await state()).pushing;
    return false;
  };
  await sync(space);
  delete peer.intercept;
  expect(recorded).toMatchObject({ newPaths: {}, files: [{ id: 'page-P17' }], forgotten: [] });
  const after = await rows();
  const changed = after.filter(
    ({ item_id, oid }, index) => before[index]?.item_id !== item_id || before[index].oid !== oid,
  );
  expect(changed.map(({ item_id }) => item_id)).toEqual(['page-P17']);
  expect(await state()).toEqual(paths);
  expect((await space.content()).id).toBe(revision);
  expect(Object.keys(await listTree(opened.clone))).toHaveLength(1000);
});
