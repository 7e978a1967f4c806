import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { GitPeer } from '#server/test/git/git-peer.ts';
import { SyncedSpace } from '#server/test/git/synced-space.ts';
import { previewFirstSync } from './preview-first-sync.ts';
import { probeRepository } from './probe-repository.ts';
import { forgetSyncState } from './sync-state.ts';

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

test('a repository is looked at before it is connected, and forgotten afterwards', async () => {
  const clone = await peer.create('probed');
  await clone.commit({ 'guide/SUMMARY.md': '* [Home](README.md)\n', 'guide/README.md': '# Home\n' });
  const space = await SyncedSpace.create(peer.urlOf('probed'), { directory: 'guide' });
  await clone.git('push', '-q', 'origin', 'HEAD:refs/heads/next');
  const { context, connection } = space;
  const { organizationId } = connection;
  const probed = await probeRepository(context, connection, { organizationId });
  expect(probed).toMatchObject({
    branches: ['main', 'next'],
    defaultBranch: 'main',
    mayWrite: true,
    directories: [{ path: 'guide', kind: 'gitbook', title: 'Home', pages: 1, needsConversion: false }],
  });
  expect(await previewFirstSync(context, connection)).toMatchObject({
    direction: 'repository',
    pages: 1,
    needsConversion: false,
  });
  const opposite = await previewFirstSync(context, { ...connection, initial: 'space' });
  expect(opposite.problem).toMatchObject({ reason: 'directory-not-empty' });
  const missing = await previewFirstSync(context, { ...connection, branch: 'other' });
  expect(missing.problem).toMatchObject({ reason: 'branch-not-found' });
  expect((await space.sync()).state).toBe('synced');
  await inTransaction(context.db, (trx) => forgetSyncState(trx, connection.id));
  const states = context.db.selectFrom('git_sync_states').where('connection_id', '=', connection.id);
  expect(await states.selectAll().execute()).toEqual([]);
  expect(await space.findPage('Home')).toBeDefined();
});

test('files that describe a site are found, with what they make of it', async () => {
  const clone = await peer.create('sites');
  const site = `site:
  structure:
    - type: section
      title: Guides
      path: guides
      children:
        - { type: space, title: English, content: { directory: ./en } }
        - { type: space, title: German, content: { directory: /german } }
`;
  await clone.commit({
    'docs/docs.yaml': site,
    'docs/gitbook-docs.yaml': 'site: {}',
    'other/deep/docs.yml': 'site:\n  structure: 5\n',
    'docs/en/README.md': '# Home\n',
  });
  const { context, connection } = await SyncedSpace.create(peer.urlOf('sites'));
  const { siteFiles } = await probeRepository(context, connection, connection);
  expect(siteFiles).toEqual([
    {
      directory: 'docs',
      path: 'docs/docs.yaml',
      sections: 1,
      spaces: 2,
      directories: ['docs/en', 'german'],
    },
    {
      directory: 'other/deep',
      path: 'other/deep/docs.yml',
      sections: 0,
      spaces: 0,
      directories: [],
      problem: expect.stringMatching(/^Line 2: /),
    },
  ]);
});
