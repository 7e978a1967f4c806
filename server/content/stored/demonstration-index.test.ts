import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { seedDemonstration } from '#server/seed/demonstration.ts';
import { seedAtScale } from '#server/seed/scale.ts';
import { NOW, openSeededDatabase, type SeededDatabase } from '#server/test/seeded-database.ts';

let seeded: SeededDatabase;
beforeAll(async () => {
  seeded = await openSeededDatabase(async ({ db }) => {
    await inTransaction(db, (trx) => seedDemonstration(trx, { now: NOW }));
    await seedAtScale(db, { spaces: 30 }, { now: NOW });
  });
});
afterAll(() => seeded.close());

it('the demonstration has only its intentionally broken links', async () => {
  const rows = await seeded.rows(`
    select s.title, i.broken from space_indexes i join spaces s on s.id = i.space_id
    where i.broken > 0 order by s.title collate "C"`);
  expect(rows).toEqual([
    { title: 'Employee handbook', broken: 1 },
    { title: 'Heron Mk I (retired)', broken: 1 },
    { title: 'Heron user guide', broken: 1 },
    { title: 'Tideline runbooks', broken: 1 },
  ]);
});

it('every page of every seeded space is indexed', async () => {
  expect(
    await seeded.rows(`
      select s.title from spaces s left join space_indexes i
        on i.space_id = s.id and i.revision_id = s.revision_id
      where i.space_id is null`),
  ).toEqual([]);
  const pages = await seeded.count(`
    select count(*) from spaces s join revisions r on r.id = s.revision_id,
      jsonb_path_query(r.pages, 'strict $.**.id') as page
    where jsonb_typeof(page) = 'string'`);
  expect(await seeded.count('select count(*) from search_pages')).toBe(pages);
  expect(pages).toBeGreaterThan(300);
});

it('every indexed page has words', async () => {
  expect(await seeded.count('select count(*) from search_pages where length(words) = 0')).toBe(0);
});
