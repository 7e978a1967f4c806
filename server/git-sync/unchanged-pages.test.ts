import { afterAll, beforeAll, expect, test } from 'vitest';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { GitPeer } from '#server/test/git/git-peer.ts';
import { SyncedSpace } from '#server/test/git/synced-space.ts';

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

const pathOf = (page: number) => `part-${page % 4}/page-${page}.md`;

test('what a commit leaves as it was stays the same objects in memory, which nothing writes or compares again', async () => {
  const clone = await peer.create('many');
  // As many as are stored in parts.
  const files = Array.from({ length: 120 }, (_, page) => [pathOf(page), `# Page ${page}\n\nTide ${page}\n`]);
  await clone.commit({ 'README.md': '# Home\n', ...Object.fromEntries(files) }, 'Begin');
  const space = await SyncedSpace.create(peer.urlOf('many'));
  await space.sync();
  const before = flattenPages((await space.content()).pages);

  await clone.commit({ [pathOf(7)]: '# Page 7\n\nNeap tide\n' }, 'Change one page');
  expect((await space.sync()).incoming).toMatchObject({ pagesUpdated: 1 });
  const after = flattenPages((await space.content()).pages);
  expect(after).toHaveLength(before.length);
  const present = new Set(before);
  const changed = after.filter((page) => !present.has(page));
  // Itself, and the part that it is in.
  expect(changed.map(({ path }) => path)).toEqual(['part-3', 'part-3/page-7']);
});
