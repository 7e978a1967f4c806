// @module-tag both-engines
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { documentIdOf } from '#server/content/pages/storage.ts';
import { addRevision, storeTexts } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { writeContent } from '#server/test/content-factories.ts';
import { createOrganization, createSpace } from '#server/test/factories.ts';
import { testApp } from '#server/test/test-app.ts';
import { cleanupJobs, removeDeletedSpaces } from './cleanup.ts';
import { deleteUnreferencedTexts } from './delete-texts.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A unique text. */
const anyText = () => `Text ${newId()}\n`;

/** The given texts that are stored, in order. */
async function findStored(...texts: string[]): Promise<string[]> {
  const { db } = await testApp();
  const rows = await db.selectFrom('documents').select('markdown').where('markdown', 'in', texts).execute();
  const remainingTexts = new Set(rows.map(({ markdown }) => markdown));
  return texts.filter((text) => remainingTexts.has(text));
}

async function createSpaces() {
  const { id: organizationId } = await createOrganization();
  return { space: await createSpace({ organizationId }), other: await createSpace({ organizationId }) };
}

/** Stores an unreferenced text with an age in days. */
async function storeUnreferenced(text: string, daysAgo: number): Promise<void> {
  const { db, clock } = await testApp();
  const created_at = new Date(clock.now().getTime() - daysAgo * DAY_MS);
  await db
    .insertInto('documents')
    .values({ id: documentIdOf(text), markdown: text, created_at })
    .execute();
}

const revisionOf = (spaceId: string, reusable: string[] = []) => ({
  spaceId,
  changeRequestId: null,
  type: 'edits' as const,
  parents: [],
  pages: [],
  files: [],
  reusableContents: reusable.map((text) => ({ id: newId(), title: 'Note', documentId: documentIdOf(text) })),
  createdBy: null,
  createdAt: new Date(),
});

describe('texts', () => {
  // The database uses its own clock for new rows.
  beforeEach(async () => (await testApp()).clock.reset());

  it('are deleted with the last space that references them, with their parsed data', async () => {
    const { db, clock } = await testApp();
    const { space, other } = await createSpaces();
    const [previous, own, deep, shared] = [anyText(), anyText(), anyText(), anyText()];
    await writeContent(space, [{ title: 'Former', text: previous }]);
    await writeContent(space, [
      { title: 'Own', text: own, pages: [{ title: 'Group', pages: [{ title: 'Deep', text: deep }] }] },
      { title: 'Shared', text: shared },
    ]);
    await writeContent(other, [{ title: 'Group', pages: [{ title: 'Shared', text: shared }] }]);
    await writeContent(other, []);
    await db.updateTable('spaces').set({ deleted_at: clock.now() }).where('id', '=', space.id).execute();

    clock.advance(6 * DAY_MS);
    await removeDeletedSpaces(db, clock.now());
    await deleteUnreferencedTexts(db, clock.now());
    expect(await findStored(previous, own, deep, shared)).toEqual([previous, own, deep, shared]);
    clock.advance(2 * DAY_MS);
    await removeDeletedSpaces(db, clock.now());
    expect(await runDueJobs(db, cleanupJobs(), clock)).toBeGreaterThan(0);
    expect(await findStored(previous, own, deep, shared)).toEqual([shared]);
    const documentFacts = await db
      .selectFrom('document_facts')
      .select('document_id')
      .where('document_id', 'in', [own, shared].map(documentIdOf))
      .execute();
    expect(documentFacts).toEqual([{ document_id: documentIdOf(shared) }]);
  });

  it('are kept while reusable content references them', async () => {
    const { db, clock } = await testApp();
    const { space } = await createSpaces();
    const text = anyText();
    await storeUnreferenced(text, 3);
    await inTransaction(db, (trx) => addRevision(trx, revisionOf(space.id, [text])));
    await deleteUnreferencedTexts(db, clock.now());
    expect(await findStored(text)).toEqual([text]);
  });

  it('that nothing references are deleted after a day', async () => {
    const { db, clock } = await testApp();
    const [old, young] = [anyText(), anyText()];
    await storeUnreferenced(old, 1.1);
    await storeUnreferenced(young, 0.9);
    expect(await deleteUnreferencedTexts(db, clock.now())).toBeGreaterThan(0);
    expect(await findStored(old, young)).toEqual([young]);
  });

  it('are kept if a running transaction is about to reference them', async () => {
    const { db, clock } = await testApp();
    const { space } = await createSpaces();
    const text = anyText();
    await storeUnreferenced(text, 3);
    let dropping: Promise<number> = Promise.resolve(0);
    await inTransaction(db, async (trx) => {
      await storeTexts(trx, [text]);
      dropping = deleteUnreferencedTexts(db, clock.now());
      await addRevision(trx, revisionOf(space.id, [text]));
    });
    await dropping;
    expect(await findStored(text)).toEqual([text]);
    await deleteUnreferencedTexts(db, clock.now());
    expect(await findStored(text)).toEqual([text]);
  });
});
