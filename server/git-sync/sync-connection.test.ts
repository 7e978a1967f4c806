import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RevisionSummary } from '#api/generated/types.gen.ts';
import { GitPeer } from '#server/test/git/git-peer.ts';
import { changePage, newPage, SyncedSpace } from '#server/test/git/synced-space.ts';
import { TREES } from '#server/test/git/trees.ts';
import { as } from '#server/test/test-app.ts';

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

test('revisions say the commit that they have in common with the branch, and who wrote it', async () => {
  const { clone, space } = await open();
  const begun = (await clone.git('rev-parse', 'HEAD')).trim();
  await syncWell(space);
  await space.write('Use', '# Use\n\nOnce\n');
  const [sent] = (await syncWell(space)).outgoing;
  await clone.git('pull', '-q');
  await clone.commit({ 'guide/setup.md': '# Setup\n\nUno\n' }, 'Say uno\n\nOnly once.');
  const tip = (await clone.git('rev-parse', 'HEAD')).trim();
  await syncWell(space);
  const { body } = await as(space.world.reader).get(`/v1/spaces/${space.connection.spaceId}/revisions`);
  const commits = body.items.flatMap(({ git }: RevisionSummary) => git ?? []);
  // The host of the tests is not known to have pages of commits.
  expect(commits).toEqual([
    { oid: tip, message: 'Say uno', author: 'Robin' },
    { oid: sent?.oid, message: 'Edit pages' },
    { oid: begun, message: 'Begin', author: 'Robin' },
  ]);
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

test('a text with every kind of line end comes in as it is', async () => {
  const text = '# Use\n\nOne\u2028two\u2029three\u0085four “five” \\u2028\n';
  const { space } = await open({ ...BOOK, 'guide/use.md': text });
  await syncWell(space);
  expect((await space.texts())['Use']).toBe(text);
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

test('the file of a page that was written here stays as and where the branch has it', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  const [tides, winds] = ['# Tides\n\nOne\n', '# Breeze\n\nOne\n'];
  await space.edit((content) => ({
    content: { ...content, pages: [...content.pages, newPage('Tides', tides), newPage('Winds', winds)] },
    texts: [tides, winds],
  }));
  await syncWell(space);
  await clone.pull();
  const { 'SUMMARY.md': summary = '', 'winds.md': written = '' } = await clone.files();
  expect(written).toBe(`# Winds\n\n${winds}`);
  await clone.commit({ 'tides.md': `Ebb\n\n${tides}` });
  await clone.commit({
    ...{ 'winds.md': undefined, 'weather/gales.md': written },
    'SUMMARY.md': summary.replace('(winds.md)', '(weather/gales.md)'),
  });
  const files = await clone.files();
  for (const round of [1, 2]) {
    const { outgoing } = await syncWell(space);
    expect([round, outgoing]).toEqual([round, []]);
  }
  await space.write('Winds', '# Breeze\n\nTwo\n');
  await space.write('Tides', `Ebb\n\n# Tides\n\nTwo\n`);
  await syncWell(space);
  expect(await clone.files()).toEqual({
    ...files,
    'weather/gales.md': written.replace('One', 'Two'),
    'tides.md': `Ebb\n\n# Tides\n\nTwo\n`,
  });
});

test('a page that a commit deletes is gone, though the table of contents had it at another place', async () => {
  const summary = '# Table of contents\n\n* [Home](README.md)\n* [Tides](tides.md)\n';
  const { clone, space } = await open({
    ...{ 'README.md': '# Home\n\nHello\n', 'tides.md': '# Tides\n\nOne\n', 'SUMMARY.md': summary },
  });
  await syncWell(space);
  await space.edit(({ pages: [home, ...pages], ...content }) => ({
    content: { ...content, pages: [...pages, ...(home ? [home] : [])] },
    texts: [],
  }));
  await syncWell(space);
  await clone.pull();
  const { 'SUMMARY.md': sorted = '' } = await clone.files();
  await clone.commit({
    'gales.md': '# Gales\n\nOne\n',
    'SUMMARY.md': `${sorted.trimEnd()}\n* [Gales](gales.md)\n`,
  });
  await syncWell(space);
  await space.write('Tides', '# Tides\n\nTwo\n');
  await syncWell(space);
  await clone.pull();
  await clone.commit({ 'gales.md': undefined, 'SUMMARY.md': sorted });
  await syncWell(space);
  expect((await space.content()).pages.map(({ title }) => title)).toEqual(['Tides', 'Home']);
  expect(Object.keys(await clone.files())).not.toContain('gales.md');
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

test('a history that was rewritten waits for a decision', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  await clone.commit({ 'guide/use.md': '# Use\n\nSecond\n' });
  await syncWell(space);
  await space.write('Setup', '# Setup\n\nUno\n\nTwo\n\nThree\n');
  await clone.git('reset', '-q', '--hard', 'HEAD~1');
  await clone.git('commit', '-q', '--allow-empty', '-m', 'Other');
  await clone.git('push', '-q', '--force', 'origin', 'HEAD');
  const outcome = await space.sync();
  expect([outcome.state, outcome.problem?.reason]).toEqual(['waiting', 'history-rewritten']);
  expect((await space.texts())['Use']).toBe('# Use\n\nSecond\n');
  const tip = (await clone.git('rev-parse', 'HEAD')).trim();
  const accepted = await space.sync({ acceptedRewrite: tip });
  expect([accepted.state, accepted.problem]).toEqual(['synced', undefined]);
  expect(await space.texts()).toMatchObject({
    Use: '# Use\n\nFirst\n\nLast\n',
    Setup: '# Setup\n\nUno\n\nTwo\n\nThree\n',
  });
  expect((await clone.files())['guide/setup.md']).toContain('Uno');
});

test('a branch that moves while it is written is merged first, and never overwritten', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  await space.write('Setup', '# Setup\n\nUno\n\nTwo\n\nThree\n');
  peer.intercept = async (request) => {
    if (request.url?.endsWith('/git-receive-pack') !== true) return false;
    peer.intercept = undefined;
    await clone.commit({ 'race.txt': 'x' }, 'Race');
    return false;
  };
  await syncWell(space);
  await clone.git('fetch', '-q', 'origin');
  expect(await clone.git('log', '--format=%s', 'origin/main')).toContain('Edit pages\nRace\n');
});

test('a push that the server refuses is a sentence, and is tried again with the next sync', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  const hook = join(clone.bare, 'hooks/pre-receive');
  await writeFile(hook, '#!/bin/sh\necho "remote: The branch is protected."\nexit 1\n', { mode: 0o755 });
  await space.write('Setup', '# Setup\n\nUno\n');
  const outcome = await space.sync();
  expect(outcome).toMatchObject({ state: 'failed', problem: { reason: 'branch-protected' } });
  expect(outcome.problem?.message).toContain('The branch is protected.');
  await rm(hook);
  expect((await syncWell(space)).outgoing).toHaveLength(1);
});

test('after the first sync, a commit of one page receives less than a megabyte', async () => {
  const noise = () => randomBytes(1_500_000).toString('base64');
  const files = { ...BOOK, '.gitbook/assets/p.png': noise(), '.gitbook/assets/q.png': noise() };
  const { clone, space } = await open(files);
  const first = await syncWell(space);
  expect(first.bytesReceived).toBeGreaterThan(2_000_000);
  await clone.commit({ 'guide/use.md': '# Use\n\nSecond\n' });
  const second = await syncWell(space);
  expect(second.incoming?.pagesUpdated).toBe(1);
  expect(second.bytesReceived).toBeLessThan(10_000);
  // Without a change, only the branch is asked for.
  expect((await syncWell(space)).bytesReceived).toBeLessThan(1000);
  // What other servers have received is of no use here: the copy is made again.
  await space.end();
  await clone.commit({ 'guide/use.md': '# Use\n\nThird\n' });
  expect((await syncWell(space)).incoming?.pagesUpdated).toBe(1);
});

test('a directory of a repository is synchronized alone', async () => {
  const files = Object.fromEntries(Object.entries(BOOK).map(([path, text]) => [`docs/${path}`, text]));
  const { clone, space } = await open({ ...files, 'code.ts': 'x' }, { directory: 'docs' });
  await syncWell(space);
  await space.write('Setup', '# Setup\n\nUno\n');
  expect((await syncWell(space)).outgoing).toMatchObject([{ paths: ['docs/guide/setup.md'] }]);
  expect((await clone.files())['code.ts']).toBe('x');
});

test('a picture that is replaced, added or deleted on one side is so on the other', async () => {
  const { clone, space } = await open();
  await syncWell(space);
  const { files: before } = await space.content();
  await clone.commit({ '.gitbook/assets/p.png': 'other', '.gitbook/assets/new.png': 'new' });
  expect((await syncWell(space)).incoming?.files).toBe(2);
  const { files: after } = await space.content();
  expect(after.map(({ git }) => git?.path).toSorted()).toEqual([
    '.gitbook/assets/new.png',
    '.gitbook/assets/p.png',
  ]);
  expect(after.find(({ git }) => git?.path.endsWith('p.png') === true)?.id).toBe(before[0]?.id);
  await space.edit((content) => ({
    content: { ...content, files: content.files.filter(({ git }) => git?.path.endsWith('new.png') === true) },
  }));
  expect((await syncWell(space)).outgoing).toMatchObject([{ paths: ['.gitbook/assets/p.png'] }]);
  expect(Object.keys(await clone.files())).not.toContain('.gitbook/assets/p.png');
});

test('files of another tool are read, and written only where that was accepted', async () => {
  const docs = {
    'docusaurus.config.js': 'module.exports = { title: "T" };\n',
    'docs/intro.md': '---\nsidebar_position: 1\n---\n\n# Intro\n\n:::note\nText\n:::\n',
  };
  const { clone, space } = await open(docs);
  const outcome = await syncWell(space);
  expect(outcome.notes).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('another tool') }),
  );
  await space.write('Intro', '# Intro\n\nOther\n');
  expect((await syncWell(space)).outgoing).toEqual([]);
  expect(await clone.files()).toEqual(docs);
  space.connection.acceptsConversion = true;
  expect((await syncWell(space)).outgoing).toHaveLength(1);
  expect((await clone.files())['docs/intro.md']).toContain('Other');
});

test.each(TREES)(
  '%s: one edit changes one file, and everything else stays',
  async (_what, files, title, path) => {
    const { clone, space } = await open(files);
    const before = (await clone.git('rev-parse', 'HEAD')).trim();
    expect((await syncWell(space)).outgoing).toEqual([]);
    const texts = await space.texts();
    await space.write(title, `${texts[title]}\nOne more line.\n`);
    expect((await syncWell(space)).outgoing).toMatchObject([{ paths: [path] }]);
    const { [path]: edited, ...others } = await clone.files();
    const { [path]: was, ...rest } = files;
    expect(others).toEqual(rest);
    expect(edited?.replaceAll('\r\n', '\n')).toContain(`${was?.replaceAll('\r\n', '\n').trimEnd()}`);
    expect((await clone.git('diff', '--numstat', before, 'origin/main')).trim().split('\n')).toHaveLength(1);
    await clone.pull();
    await clone.commit({ [path]: `${edited}And a line from there.\n` });
    expect((await syncWell(space)).incoming).toMatchObject({
      pagesUpdated: 1,
      pagesAdded: 0,
      pagesRemoved: 0,
    });
  },
);
