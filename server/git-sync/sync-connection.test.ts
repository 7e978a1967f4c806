import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentIdOf, type StoredPage } from '#server/content/pages/storage.ts';
import { GitPeer } from './testing/git-peer.ts';
import { changePage, SyncedSpace } from './testing/synced-space.ts';

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

const BOOK = {
  'README.md': '# Home\n\nWelcome to the [setup](guide/setup.md).\n\n![p](.gitbook/assets/p.png)\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n\n## Guide\n\n* [Setup](guide/setup.md)\n* [Use](guide/use.md)\n',
  'guide/setup.md': '---\nicon: gear # why\n---\n\n# Setup\n\nOne\n\nTwo\n\nThree\n',
  'guide/use.md': '# Use\r\n\r\nFirst\r\n\r\nLast\r\n',
  '.gitbook/assets/p.png': 'picture',
};

let number = 0;
async function open(
  files: Record<string, string> = BOOK,
  changes: Parameters<typeof SyncedSpace.create>[1] = {},
) {
  number += 1;
  const name = `repository-${number}`;
  const clone = await peer.create(name);
  if (Object.keys(files).length > 0) await clone.commit(files, 'Begin');
  const space = await SyncedSpace.create(peer.urlOf(name), changes);
  return { clone, space };
}

const newPage = (title: string, text: string): StoredPage => ({
  id: `page-${title}`,
  type: 'document',
  title,
  slug: title.toLowerCase(),
  path: title.toLowerCase(),
  documentId: documentIdOf(text),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pages: [],
});

async function syncWell(space: SyncedSpace) {
  const outcome = await space.sync();
  expect([outcome.state, outcome.problem]).toEqual(['synced', undefined]);
  return outcome;
}

test('a repository becomes the content of a space, and nothing goes back', async () => {
  const { clone, space } = await open();
  const tip = (await clone.git('rev-parse', 'HEAD')).trim();
  const outcome = await syncWell(space);
  expect(outcome).toMatchObject({ commit: tip, outgoing: [], notes: [] });
  expect(outcome.incoming).toMatchObject({ commit: tip, pagesAdded: 4, files: 1 });
  expect(await space.texts()).toMatchObject({ Setup: '# Setup\n\nOne\n\nTwo\n\nThree\n' });
  expect((await space.page('Setup')).git).toEqual({
    path: 'guide/setup.md',
    oid: (await clone.git('rev-parse', 'HEAD:guide/setup.md')).trim(),
  });
  const again = await syncWell(space);
  expect(again.incoming).toBeUndefined();
  expect((await clone.git('ls-remote', 'origin', 'main')).slice(0, 40)).toBe(tip);
});

test('an edit of a page here changes the lines of its file alone', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  await space.write('Use', '# Use\n\nFirst\n\nMiddle\n\nLast\n');
  const outcome = await syncWell(space);
  expect(outcome.outgoing).toMatchObject([{ paths: ['guide/use.md'] }]);
  expect(await clone.files()).toEqual({
    ...BOOK,
    'guide/use.md': '# Use\r\n\r\nFirst\r\n\r\nMiddle\r\n\r\nLast\r\n',
  });
  const log = await clone.git('log', '-1', '--format=%an <%ae>%n%s', 'origin/main');
  // The address of the account is not confirmed.
  expect(log).toContain(`<${space.world.editor.id}@users.noreply.bindery.test>`);
  expect((await syncWell(space)).outgoing).toEqual([]);
});

test('edits of both sides come together', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  const setup = await space.page('Setup');
  await space.write('Setup', '# Setup\n\nUno\n\nTwo\n\nThree\n');
  await clone.commit({ 'guide/setup.md': '---\nicon: gear # why\n---\n\n# Setup\n\nOne\n\nTwo\n\nTre\n' });
  const outcome = await syncWell(space);
  expect(outcome.changeRequest).toBeUndefined();
  expect(await space.texts()).toMatchObject({ Setup: '# Setup\n\nUno\n\nTwo\n\nTre\n' });
  expect((await space.page('Setup')).id).toBe(setup.id);
  expect((await clone.files())['guide/setup.md']).toBe(
    '---\nicon: gear # why\n---\n\n# Setup\n\nUno\n\nTwo\n\nTre\n',
  );
});

test('new, renamed, moved and deleted pages of both sides keep their ids and lines', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  const setup = await space.page('Setup');
  await space.edit((content) => ({
    content: {
      ...content,
      pages: [...changePage(content.pages, 'Home', { title: 'Start' }), newPage('More', 'Text\n')],
    },
    texts: ['Text\n'],
  }));
  await clone.git('mv', 'guide/setup.md', 'guide/install.md');
  await clone.commit({
    'SUMMARY.md': BOOK['SUMMARY.md'].replace('[Setup](guide/setup.md)', '[Install](guide/install.md)'),
    'README.md': BOOK['README.md'].replace('guide/setup.md', 'guide/install.md'),
  });
  await syncWell(space);
  expect((await space.page('Install')).id).toBe(setup.id);
  const files = await clone.files();
  expect(files['SUMMARY.md']).toBe(
    '# Table of contents\n\n* [Start](README.md)\n\n## Guide\n\n* [Install](guide/install.md)\n* [Use](guide/use.md)\n\n***\n\n* [More](more.md)\n',
  );
  expect(files['more.md']).toBe('# More\n\nText\n');
  await clone.pull();
  await clone.commit({ 'more.md': '# More\n\nText\n\nAnd more\n', 'guide/use.md': undefined });
  await syncWell(space);
  expect((await space.page('More')).id).toBe('page-More');
  expect(await space.texts()).toMatchObject({ More: 'Text\n\nAnd more\n' });
  expect(await space.findPage('Use')).toBeUndefined();
});

test('what both sides changed differently is a change request, and the rest goes on', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  await space.write('Setup', '# Setup\n\nUno\n\nTwo\n\nThree\n');
  await space.write('Use', '# Use\n\nErste\n\nLast\n');
  await clone.commit({
    'guide/setup.md': BOOK['guide/setup.md'].replace('One', 'Ein'),
    'README.md': BOOK['README.md'].replace('Welcome', 'Welcome here'),
  });
  const outcome = await syncWell(space);
  expect(outcome.changeRequest).toBeDefined();
  const texts = await space.texts();
  expect(texts['Setup']).toBe('# Setup\n\nUno\n\nTwo\n\nThree\n');
  expect(texts['Home']).toContain('Welcome here');
  const files = await clone.files();
  expect(files['guide/use.md']).toBe('# Use\r\n\r\nErste\r\n\r\nLast\r\n');
  expect(files['guide/setup.md']).toContain('Ein');
  const { db, clock } = space.context;
  await space.write('Setup', '# Setup\n\nUno, Ein\n\nTwo\n\nThree\n');
  const merged = (await space.content()).id;
  await db
    .updateTable('change_requests')
    .set({ status: 'merged', revision_merged: merged, updated_at: clock.now() })
    .where('id', '=', outcome.changeRequest ?? '')
    .execute();
  await syncWell(space);
  expect((await clone.files())['guide/setup.md']).toContain('Uno, Ein');
  expect((await syncWell(space)).changeRequest).toBeUndefined();
});

test('a space is written into an empty repository, and comes back the same', async () => {
  const { clone, space } = await open({}, { initial: 'space' });
  const text = 'Hello\n';
  await space.edit((content) => ({
    content: { ...content, pages: [newPage('First', text), newPage('Second', text)] },
    texts: [text],
  }));
  const outcome = await syncWell(space);
  expect(outcome.outgoing).toHaveLength(1);
  const files = await clone.files();
  expect(Object.keys(files).toSorted()).toEqual(['README.md', 'SUMMARY.md', 'second.md']);
  await clone.pull();
  await clone.commit({ 'second.md': '# Second\n\nHello\n\nYou\n' });
  await syncWell(space);
  expect((await space.texts())['Second']).toBe('Hello\n\nYou\n');
  expect((await space.page('Second')).id).toBe('page-Second');
});
