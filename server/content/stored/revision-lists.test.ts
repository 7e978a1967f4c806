import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { storedPages } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp } from '#server/test/test-app.ts';
import type { StoredFileRef, StoredPage } from '../pages/storage.ts';
import { deleteUnusedParts } from './revision-lists.ts';
import { addRevision, getRevision } from './revisions.ts';

let space: Awaited<ReturnType<typeof createSpace>>;
beforeAll(async () => {
  const { organization } = await createOrganizationFixture();
  space = await createSpace({ organizationId: organization.id });
});

/** Groups of ten pages each. */
const pagesOf = (count: number): StoredPage[] =>
  storedPages(
    Array.from({ length: count / 10 }, (_, group) => ({
      title: `Group ${group}`,
      pages: Array.from({ length: 9 }, (_page, page) => ({
        title: `Page ${group} ${page}`,
        text: 'Text.\n',
      })),
    })),
  );

const filesOf = (count: number): StoredFileRef[] =>
  Array.from({ length: count }, (_, at) => ({
    id: newId(),
    name: `picture-${at}.png`,
    contentType: 'image/png',
    size: at,
    width: null,
    height: null,
  }));

async function add(content: { pages: StoredPage[]; files: StoredFileRef[] }, parents: string[] = []) {
  const { db } = await testApp();
  return inTransaction(db, (trx) =>
    addRevision(trx, {
      ...content,
      reusableContents: [],
      spaceId: space.id,
      changeRequestId: null,
      type: 'edits',
      parents,
      createdBy: null,
      createdAt: new Date(),
    }),
  );
}

const countParts = async () => {
  const { db } = await testApp();
  const rows = await db.selectFrom('revision_parts').select('id').where('space_id', '=', space.id).execute();
  return rows.length;
};

describe('a revision of a large space', () => {
  it('is read as it was written, by the view too', async () => {
    const { db } = await testApp();
    const content = { pages: pagesOf(1000), files: filesOf(3000) };
    const id = await add(content);
    expect(await getRevision(db, space.id, id)).toMatchObject(content);
    expect(await countParts()).toBeGreaterThan(10);
    const row = await db
      .selectFrom('revisions')
      .select(['pages', 'files'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual(content);
  });

  it('shares all parts with the one before but those that changed', async () => {
    const { db } = await testApp();
    const first = await add({ pages: pagesOf(1000), files: filesOf(3000) });
    const before = await countParts();
    const { pages, files } = await getRevision(db, space.id, first);
    const [head, ...others] = pages;
    const second = await add({ pages: [{ ...head, title: 'Renamed' } as StoredPage, ...others], files }, [
      first,
    ]);
    expect(await countParts()).toBe(before + 1);
    const [added] = filesOf(1);
    const third = await add({ pages: [...others, ...pagesOf(10)], files: added ? [...files, added] : [] }, [
      second,
    ]);
    expect((await countParts()) - before).toBeLessThan(8);
    const revision = await getRevision(db, space.id, third);
    expect(revision.files).toHaveLength(3001);
    expect(revision.pages).toHaveLength(100);
    // A list that was read, of none of the parents.
    const copy = await add({ pages: [], files: revision.files });
    expect((await getRevision(db, space.id, copy)).files).toEqual(revision.files);
  });

  it('is inserted whole by servers of the version before', async () => {
    const { db } = await testApp();
    const pages = pagesOf(1000);
    const id = newId();
    await db
      .insertInto('revisions')
      .values({ id, space_id: space.id, pages: JSON.stringify(pages) })
      .execute();
    expect(await getRevision(db, space.id, id)).toMatchObject({ pages, files: [], type: 'edits' });
    await db.deleteFrom('revisions').where('id', '=', id).execute();
  });

  it('loses its parts when no revision has them any more', async () => {
    const { db } = await testApp();
    const kept = await add({ pages: pagesOf(1000), files: [] });
    const before = await countParts();
    const id = await add({ pages: pagesOf(1000), files: [] });
    await sql`delete from revisions where id = ${id}`.execute(db);
    await deleteUnusedParts(db, [space.id], new Date(0));
    expect(await countParts()).toBeGreaterThan(before);
    await deleteUnusedParts(db, [space.id], new Date(Date.now() + 1000));
    expect(await countParts()).toBe(before);
    expect((await getRevision(db, space.id, kept)).pages).toHaveLength(100);
  });
});
