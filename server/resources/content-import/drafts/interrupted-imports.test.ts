import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { bytesIdOf } from '#server/content/pages/storage.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { runCleanup } from '#server/jobs/cleanup.ts';
import { createWrittenSpace, PIXEL } from '#server/test/content-factories.ts';
import { testFetcher } from '#server/test/fake-web.ts';
import { archive, contentOf, text } from '#server/test/imported-content.ts';
import { Interruption } from '#server/test/interruption.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { runImport } from '../run-import.ts';

/** Statements are tried by so many: all of them would take minutes. */
const STEP = 7;

const BOOKS = {
  'one/.gitbook.yaml': text('root: ./\n'),
  'one/README.md': text('# One\n\n![x](../shared/x.png)\n'),
  'two/.gitbook.yaml': text('root: ./\n'),
  'two/README.md': text('# Two\n\n![x](../shared/x.png)\n'),
  'shared/x.png': PIXEL,
};

/** A run that is at work, whose job nobody has. */
async function begin({ base, creator }: OrganizationFixture, body: object = {}): Promise<string> {
  const { db } = await testApp();
  const planned = await as(creator).post(`${base}/imports`, { url: archive(BOOKS), plan: true, ...body });
  expect(planned.body).toMatchObject({ state: 'planned', recognized: { books: [{}, {}] } });
  await db
    .updateTable('content_imports')
    .set((run) => ({
      state: 'running',
      request: run.fn('jsonb_set', ['request', run.val('{plan}'), run.val('false')]),
    }))
    .where('id', '=', planned.body.id)
    .execute();
  return planned.body.id;
}

async function run(db: Kysely<Database>, importId: string): Promise<void> {
  const { app } = await testApp();
  const context = {
    ...{ db, fetcher: testFetcher, clock: systemClock, log: app.log, space: undefined },
    workFolder: app.gitFolder,
  };
  await runImport(context, importId, new AbortController().signal);
}

/** Where its job would be tried again, somebody cancels it. */
async function failAt(position: number, importId: string): Promise<{ count: number; state: string }> {
  const { db } = await testApp();
  const interruption = new Interruption(position, false);
  await run(db.withPlugin(interruption), importId).catch(() => {});
  await db
    .updateTable('content_imports')
    .set({ state: 'canceled', finished_at: new Date() })
    .where('id', '=', importId)
    .where('finished_at', 'is', null)
    .execute();
  const state = await stateOf(importId);
  await runCleanup(db, new Date());
  expect({ position, left: await leftBehind(importId) }).toEqual({ position, left: [] });
  return { count: interruption.count, state };
}

async function stateOf(importId: string): Promise<string> {
  const { db } = await testApp();
  const row = await db
    .selectFrom('content_imports')
    .select('state')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  return row.state;
}

/** What a run has stored of spaces, files and sources that nothing names. */
async function leftBehind(importId: string): Promise<string[]> {
  const { db } = await testApp();
  const rows = await Promise.all([
    db.selectFrom('spaces').select('id').where('import_id', '=', importId).execute(),
    db.selectFrom('files').select('id').where('pending_import_id', '=', importId).execute(),
    db.selectFrom('import_sources').select('id').where('import_id', '=', importId).execute(),
  ]);
  return rows.flat().map(({ id }) => id);
}

/** Expects that a space has exactly the bytes that its revision names; returns the revision's id. */
async function expectOwnFiles(spaceId: string): Promise<string> {
  const { db } = await testApp();
  const files = await db.selectFrom('files').select('id').where('space_id', '=', spaceId).execute();
  const { revision } = await contentOf(spaceId);
  const named = revision.files.map(bytesIdOf);
  expect(files.map(({ id }) => id).toSorted()).toEqual([...new Set(named)].toSorted());
  return revision.id;
}

async function draftsOf(importId: string): Promise<number> {
  const { db } = await testApp();
  return (await db.selectFrom('spaces').select('id').where('import_id', '=', importId).execute()).length;
}

const countSpaces = async ({ base, admin }: OrganizationFixture): Promise<number> =>
  (await as(admin).get(`${base}/spaces`)).body.count;

describe('an import that is interrupted', () => {
  it('leaves nothing where a statement fails, whichever it is', async () => {
    const w = await createOrganizationFixture();
    for (let position = 1; ; position += STEP) {
      const { state, count } = await failAt(position, await begin(w));
      if (state === 'done') break;
      expect(count).toBeGreaterThanOrEqual(position);
      expect(await countSpaces(w)).toBe(0);
    }
    expect(await countSpaces(w)).toBe(2);
  });

  it.each(['waiting', 'running'] as const)(
    'leaves no draft where it is canceled while it is %s and its process was killed',
    async (state) => {
      const { db } = await testApp();
      const w = await createOrganizationFixture();
      const importId = await begin(w);
      for (let position = 1; (await draftsOf(importId)) === 0; position += STEP)
        await run(db.withPlugin(new Interruption(position, true)), importId).catch(() => {});
      await db.updateTable('content_imports').set({ state }).where('id', '=', importId).execute();
      const { status } = await as(w.creator).delete(`${w.base}/imports/${importId}`);
      expect(status).toBe(205);
      // The job of a run that was at work is tried again.
      if (state === 'running') await run(db, importId);
      expect(await draftsOf(importId)).toBe(0);
    },
  );

  it('begins again where its process was killed, and makes each space once, with its own picture', async () => {
    const { db } = await testApp();
    for (let position = 1; ; position += STEP * 4) {
      const w = await createOrganizationFixture();
      const importId = await begin(w);
      const interruption = new Interruption(position, true);
      await run(db.withPlugin(interruption), importId).catch(() => {});
      if ((await stateOf(importId)) === 'running') expect(await countSpaces(w)).toBe(0);
      await run(db, importId);
      await runCleanup(db, new Date());
      expect(await stateOf(importId)).toBe('done');
      expect({ position, left: await leftBehind(importId) }).toEqual({ position, left: [] });
      const { body } = await as(w.admin).get(`${w.base}/spaces`);
      expect(body.items.map(({ title }: { title: string }) => title).toSorted()).toEqual(['One', 'Two']);
      for (const { id } of body.items) await expectOwnFiles(id);
      if (interruption.count < position) break;
    }
  });

  it('leaves a space as it was where it was to change it', async () => {
    const w = await createOrganizationFixture();
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const before = await expectOwnFiles(space.id);
    for (let position = 1; ; position += STEP * 2) {
      const { state } = await failAt(position, await begin(w, { spaceId: space.id, mode: 'direct' }));
      const revision = await expectOwnFiles(space.id);
      if (state === 'done') {
        expect(revision).not.toBe(before);
        break;
      }
      expect(revision).toBe(before);
    }
  });
});
