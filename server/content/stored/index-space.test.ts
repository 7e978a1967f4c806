import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { LEVEL } from '#server/access/roles.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { type PageFields, writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { linkJobs, MAX_COUNTED_PAGES } from './count-links.ts';
import {
  catchUpIndex,
  findIndexLanguages,
  indexInTurns,
  indexJobs,
  indexSpace,
  MAX_INDEXED_PAGES,
} from './index-space.ts';

let fixture: OrganizationFixture;
beforeAll(async () => {
  fixture = await createOrganizationFixture();
});

const inOrganization = () => ({ organizationId: fixture.organization.id });

async function write(...pages: PageFields[]) {
  const space = await createSpace(inOrganization());
  return { space, ...(await writeContent(space, pages)) };
}

/** The titles of the pages of a space that the administrator finds. */
async function find(spaceId: string, query: string): Promise<string[]> {
  const { status, body } = await as(fixture.admin).get(
    `/v1/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`,
  );
  expect(status).toBe(200);
  const items: { title: string }[] = body.items;
  return items.map(({ title }) => title);
}

/** The ids of the spaces that the administrator of an organization finds. */
async function findSpaces(query: string, sender = fixture.admin, base = fixture.base): Promise<string[]> {
  const { body } = await as(sender).get(`${base}/search?query=${encodeURIComponent(query)}`);
  const items: { id: string }[] = body.items;
  return items.map(({ id }) => id);
}

/** The transaction id that wrote each row of a space, by page. */
async function findTransactionIds(spaceId: string): Promise<Map<string, string>> {
  const { db } = await testApp();
  const { rows } = await sql<{ page_id: string; written: string }>`
    select page_id, xmin::text as written from search_pages where space_id = ${spaceId}`.execute(db);
  return new Map(rows.map((row) => [row.page_id, row.written]));
}

describe('indexSpace', () => {
  it('updates edited pages and leaves unchanged ones alone', async () => {
    const { space, pages } = await write(
      { title: 'Stays', text: 'quiet' },
      { title: 'Changes', text: 'before' },
      { title: 'Goes', text: 'leaving' },
    );
    const before = await findTransactionIds(space.id);
    const [stays, changes] = pages;
    await writeContent(space, [
      { ...stays, pages: [], title: 'Stays', text: 'quiet' },
      { ...changes, pages: [], title: 'Changes', documentId: undefined, text: 'after' },
      { title: 'Comes', text: 'arriving' },
    ]);
    expect(await find(space.id, 'before')).toEqual([]);
    expect(await find(space.id, 'leaving')).toEqual([]);
    expect(await find(space.id, 'quiet')).toEqual(['Stays']);
    expect(await find(space.id, 'arriving')).toEqual(['Comes']);
    const after = await findTransactionIds(space.id);
    expect(after.size).toBe(3);
    expect(after.get(stays?.id ?? '')).toBe(before.get(stays?.id ?? ''));
  });

  it('contains only the current revision', async () => {
    const { space } = await write({ title: 'One', text: 'formerword' });
    await writeContent(space, [{ title: 'One', text: 'laterword' }]);
    expect(await findSpaces('formerword')).toEqual([]);
    expect(await findSpaces('laterword')).toEqual([space.id]);
  });

  it('updates copied, deleted, restored and transferred spaces', async () => {
    const { space } = await write({ title: 'One', text: 'wanderword' });
    const copy = await as(fixture.admin).post(`/v1/spaces/${space.id}/duplicate`);
    expect((await findSpaces('wanderword')).toSorted()).toEqual([space.id, copy.body.id].toSorted());
    await as(fixture.admin).delete(`/v1/spaces/${space.id}`);
    expect(await findSpaces('wanderword')).toEqual([copy.body.id]);
    await as(fixture.admin).post(`/v1/spaces/${space.id}/restore`);
    expect(await findSpaces('wanderword')).toContain(space.id);
    const { db, app } = await testApp();
    const { organizationId } = fixture.outsider;
    await db
      .insertInto('members')
      .values({
        organization_id: organizationId,
        user_id: fixture.admin.id,
        role: LEVEL.create,
        search_text: '',
        last_seen_at: null,
      })
      .execute();
    app.actors.invalidateUser(fixture.admin.id);
    await as(fixture.admin).post(`/v1/spaces/${copy.body.id}/transfer`, { organization: organizationId });
    expect(await findSpaces('wanderword')).toEqual([space.id]);
    expect(await findSpaces('wanderword', fixture.admin, `/v1/orgs/${organizationId}`)).toEqual([
      copy.body.id,
    ]);
  });

  it('contains the sample pages of a new site', async () => {
    const { body: site } = await as(fixture.admin).post(`${fixture.base}/sites`, {
      title: 'Samples',
      spaces: 'sample',
    });
    const { body } = await as(fixture.admin).get(`${fixture.base}/sites/${site.id}/site-spaces`);
    expect(await find(body.items[0].space.id, 'first steps')).toContain('Get started');
  });

  it('truncates texts with more words than the database accepts', async () => {
    const text = Array.from({ length: 200_000 }, (_, index) => `w${index.toString(36)}x`).join(' ');
    const { space } = await write({ title: 'Endless', text: `firstword ${text}` });
    expect(await find(space.id, 'firstword')).toEqual(['Endless']);
  });

  it('is deleted with its space', async () => {
    const { space } = await write({ title: 'One', text: 'some' });
    const { db } = await testApp();
    await db.deleteFrom('spaces').where('id', '=', space.id).execute();
    expect((await findTransactionIds(space.id)).size).toBe(0);
  });

  it('counts the links of a large space after the change, and writes only the changed pages', async () => {
    const { db, clock } = await testApp();
    const texts = Array.from({ length: MAX_COUNTED_PAGES + 1 }, (_, n) => ({
      title: `Page ${n}`,
      text: `Word${n}.\n`,
    }));
    const { space, pages } = await write({ title: 'First', text: '[Gone](/pages/nowhere)\n' }, ...texts);
    const countBroken = async () => {
      await runDueJobs(db, linkJobs, clock);
      const { broken } = await db
        .selectFrom('space_indexes')
        .select('broken')
        .where('space_id', '=', space.id)
        .executeTakeFirstOrThrow();
      return broken;
    };
    expect(await countBroken()).toBe(1);
    const before = await findTransactionIds(space.id);
    const [first, second, ...others] = pages.map((page) => ({ ...page, pages: [] }));
    await writeContent(space, [
      { id: first?.id ?? '', title: 'First', text: '[Gone](gone) [Too](/pages/nowhere)\n' },
      ...others,
    ]);
    expect(await countBroken()).toBe(2);
    const after = await findTransactionIds(space.id);
    const written = [...after].filter(([id, transaction]) => before.get(id) !== transaction);
    expect(written.map(([id]) => id)).toEqual([first?.id]);
    expect(after.has(second?.id ?? '')).toBe(false);
    expect(await find(space.id, 'Word0')).toEqual([]);
    expect(await find(space.id, 'Word500')).toEqual(['Page 500']);
  });

  it('leaves a large change to a job, which writes some pages in each transaction', async () => {
    const { db, clock } = await testApp();
    const texts = Array.from({ length: MAX_INDEXED_PAGES + 1 }, (_, n) => ({
      title: `Page ${n}`,
      text: 'Latereth.\n',
    }));
    const { space } = await write(...texts);
    await db.deleteFrom('space_indexes').where('space_id', '=', space.id).execute();
    await db.deleteFrom('search_pages').where('space_id', '=', space.id).execute();
    await inTransaction(db, (trx) => indexSpace(trx, space.id));
    expect(await findSpaces('latereth')).toEqual([]);
    await runDueJobs(db, indexJobs, clock);
    expect(await findSpaces('latereth')).toEqual([space.id]);
    const transactions = await findTransactionIds(space.id);
    expect(transactions.size).toBe(texts.length);
    expect(new Set(transactions.values()).size).toBeGreaterThan(2);
  });

  it('can run twice concurrently', async () => {
    const { space } = await write({ title: 'One', text: 'twiceword' });
    const { db } = await testApp();
    await db.deleteFrom('space_indexes').where('space_id', '=', space.id).execute();
    await db.deleteFrom('search_pages').where('space_id', '=', space.id).execute();
    await Promise.all([1, 2].map(() => inTransaction(db, (trx) => indexSpace(trx, space.id))));
    expect(await find(space.id, 'twiceword')).toEqual(['One']);
  });
});

describe('indexInTurns', () => {
  it('can run for many people at the same time', async () => {
    const { db } = await testApp();
    const { space, revisionId } = await write({ title: 'One', text: 'manypeople' });
    await db.deleteFrom('space_indexes').where('space_id', '=', space.id).execute();
    await db.deleteFrom('search_pages').where('space_id', '=', space.id).execute();
    const languages = await Promise.all(Array.from({ length: 5 }, () => indexInTurns(db, space.id)));
    expect(await findIndexLanguages(db, space.id, revisionId)).toEqual(languages[0]);
    expect(new Set(languages.map(String)).size).toBe(1);
    expect(await find(space.id, 'manypeople')).toEqual(['One']);
  });
});

describe('catchUpIndex', () => {
  it('indexes what is not indexed yet', async () => {
    const { space, revisionId } = await write({ title: 'One', text: 'forgottenword' });
    const { db } = await testApp();
    const forget = async () => {
      await db.deleteFrom('space_indexes').where('space_id', '=', space.id).execute();
      await db.deleteFrom('search_pages').where('space_id', '=', space.id).execute();
    };
    await forget();
    expect(await findIndexLanguages(db, space.id, revisionId)).toBeUndefined();
    await catchUpIndex(db);
    expect(await findIndexLanguages(db, space.id, revisionId)).toEqual(['ar', 'el', 'en', 'ru']);
    expect(await findSpaces('forgottenword')).toEqual([space.id]);
    // Searches within a space do not depend on the index job.
    await forget();
    expect(await find(space.id, 'forgottenword')).toEqual(['One']);
  });
});
