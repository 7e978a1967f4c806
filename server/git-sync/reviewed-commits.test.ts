import { afterAll, beforeAll, expect, test } from 'vitest';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { getRevision, loadTexts } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, writeRevision } from '#server/content/stored/write-revision.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { GitPeer } from '#server/test/git/git-peer.ts';
import { changePage, SyncedSpace } from '#server/test/git/synced-space.ts';

let peer: GitPeer;
beforeAll(async () => {
  peer = await GitPeer.start();
});
afterAll(() => peer.stop());

const SETUP = '# Setup\n\nOne\n\nTwo\n\nThree\n';
const BOOK = {
  'README.md': '# Home\n\nWelcome to the [setup](guide/setup.md).\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n\n## Guide\n\n* [Setup](guide/setup.md)\n* [Use](guide/use.md)\n',
  'guide/setup.md': SETUP,
  'guide/use.md': '# Use\r\n\r\nFirst\r\n\r\nLast\r\n',
};

let number = 0;
async function open() {
  number += 1;
  const clone = await peer.create(`reviewed-${number}`);
  await clone.commit(BOOK, 'Begin');
  return { clone, space: await SyncedSpace.create(peer.urlOf(`reviewed-${number}`)) };
}

/** A space that is synchronized once, and has merge rules from then on. */
async function openReviewed() {
  const { clone, space } = await open();
  await syncWell(space);
  space.context.needsReview = async () => true;
  return { clone, space };
}

async function syncWell(space: SyncedSpace) {
  const outcome = await space.sync();
  expect([outcome.state, outcome.problem]).toEqual(['synced', undefined]);
  return outcome;
}

/** Somebody gives the page “Setup” another text in a change request. */
async function editAsked(space: SyncedSpace, id: string, text: string): Promise<void> {
  const { content } = await askedBy(space, id);
  const { db, clock } = space.context;
  await inTransaction(db, async (trx) => {
    await writeRevision(trx, {
      target: { changeRequest: await lockChangeRequest(trx, id) },
      type: 'edits',
      content: {
        ...content,
        pages: changePage(content.pages, 'Setup', { documentId: documentIdOf(text) }),
      },
      texts: [text],
      actor: { user: space.world.editor },
      now: clock.now(),
      audit: { action: 'updateSpace', summary: 'Edited pages.' },
    });
  });
}

/** The content of a change request, with its texts by title. */
async function askedBy({ context: { db }, connection }: SyncedSpace, id: string) {
  const { revision_id: revision } = await db
    .selectFrom('change_requests')
    .select('revision_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const content = await getRevision(db, connection.spaceId, revision);
  const pages = flattenPages(content.pages);
  const stored = await loadTexts(
    db,
    pages.flatMap(({ documentId }) => documentId ?? []),
  );
  const texts = Object.fromEntries(
    pages.map(({ title, documentId = '' }) => [title, stored.get(documentId)]),
  );
  return { content, texts };
}

test('a commit to a space with merge rules waits in a change request', async () => {
  const { clone, space } = await openReviewed();
  const before = await space.content();
  await clone.commit({ 'README.md': BOOK['README.md'].replace('Welcome', 'Welcome here') });
  const outcome = await syncWell(space);
  expect(outcome.changeRequest).toBeDefined();
  expect((await space.content()).id).toBe(before.id);
  // The same commit is asked for once; a later one is added.
  expect((await syncWell(space)).changeRequest).toBe(outcome.changeRequest);
  await clone.commit({ 'guide/use.md': '# Use\r\n\r\nSecond\r\n' });
  expect((await syncWell(space)).changeRequest).toBe(outcome.changeRequest);
  const id = outcome.changeRequest ?? '';
  const { content: asked, texts } = await askedBy(space, id);
  expect(texts).toMatchObject({ Use: '# Use\n\nSecond\n', Home: expect.stringContaining('Welcome here') });
  // Meanwhile, edits here are written.
  await space.write('Setup', '# Setup\n\nUno\n');
  expect((await syncWell(space)).outgoing).toMatchObject([{ paths: ['guide/setup.md'] }]);
  // It is merged as people do.
  const live = await space.content();
  const merged = await space.edit(() => ({
    content: {
      ...asked,
      pages: changePage(asked.pages, 'Setup', {
        ...flattenPages(live.pages).find(({ title }) => title === 'Setup'),
      }),
    },
  }));
  const { db, clock } = space.context;
  await db
    .updateTable('change_requests')
    .set({ status: 'merged', revision_merged: merged, updated_at: clock.now() })
    .where('id', '=', id)
    .execute();
  const tip = (await clone.git('ls-remote', 'origin', 'main')).slice(0, 40);
  const last = await syncWell(space);
  expect([last.outgoing, last.changeRequest, last.commit]).toEqual([[], undefined, tip]);
});

test('what later commits change or take back is so in the change request, with what people changed there', async () => {
  const { clone, space } = await openReviewed();
  await clone.commit({
    'guide/setup.md': SETUP.replace('Two', 'Second'),
    'guide/more.md': '# More\n\n![p](../p.png)\n',
    'SUMMARY.md': `${BOOK['SUMMARY.md']}* [More](guide/more.md)\n`,
    'p.png': 'picture',
  });
  const { changeRequest = '' } = await syncWell(space);
  const first = await askedBy(space, changeRequest);
  expect(first.texts).toMatchObject({ Setup: SETUP.replace('Two', 'Second') });
  await editAsked(space, changeRequest, SETUP.replace('Two', 'Second').replace('Three', 'Tre'));
  await clone.commit({ 'guide/setup.md': SETUP.replace('Two', 'Deux') });
  await syncWell(space);
  const second = await askedBy(space, changeRequest);
  expect(second.texts['Setup']).toBe(SETUP.replace('Two', 'Deux').replace('Three', 'Tre'));
  // The page and the picture of the first commit are still there, with the same ids.
  expect(second.content.files).toEqual(first.content.files);
  const idOf = ({ content }: typeof first) =>
    flattenPages(content.pages).find(({ title }) => title === 'More')?.id;
  expect(idOf(second)).toBe(idOf(first));
  await clone.commit({ 'guide/setup.md': SETUP });
  await syncWell(space);
  expect((await askedBy(space, changeRequest)).texts['Setup']).toBe(SETUP.replace('Three', 'Tre'));
});

test('a first sync that is reviewed keeps what people changed in its change request', async () => {
  const { clone, space } = await open();
  space.context.needsReview = async () => true;
  const { changeRequest = '' } = await syncWell(space);
  expect((await askedBy(space, changeRequest)).texts['Setup']).toBe(SETUP);
  await editAsked(space, changeRequest, SETUP.replace('Three', 'Tre'));
  await clone.commit({ 'guide/setup.md': SETUP.replace('One', 'Uno') });
  await syncWell(space);
  expect((await askedBy(space, changeRequest)).texts['Setup']).toBe(
    SETUP.replace('One', 'Uno').replace('Three', 'Tre'),
  );
  expect((await space.content()).pages).toEqual([]);
});

test('what somebody changes in the change request while a commit is merged stays', async () => {
  const { clone, space } = await openReviewed();
  await clone.commit({ 'guide/setup.md': SETUP.replace('One', 'Uno') });
  const { changeRequest = '' } = await syncWell(space);
  await clone.commit({ 'guide/setup.md': SETUP.replace('One', 'Uno').replace('Two', 'Due') });
  let edits = 0;
  space.context.progress = async (step) => {
    if (step !== 'write' || edits > 0) return;
    edits += 1;
    await editAsked(space, changeRequest, SETUP.replace('One', 'Uno').replace('Three', 'Tre'));
  };
  await syncWell(space);
  expect(edits).toBe(1);
  expect((await askedBy(space, changeRequest)).texts['Setup']).toBe('# Setup\n\nUno\n\nDue\n\nTre\n');
});
