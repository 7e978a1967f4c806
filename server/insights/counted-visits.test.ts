// @module-tag both-engines
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReaderKind } from '#server/database/tables/insight-tables.ts';
import { dumpTables, readModelPages, readNumbers } from '#server/test/insights/counted-site.ts';
import { PERSONAL, VisitLedger, VisitModel } from '#server/test/insights/visit-model.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { SeededRandom } from '#server/test/random.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { keepFigures } from './keep-figures.ts';

const clientHeaders = { address: 'x-forwarded-for', country: 'cf-ipcountry' };

/** Two servers on one database, each with what it counts in its memory. */
let servers: Awaited<ReturnType<typeof startApp>>[];
beforeEach(async () => {
  // The clocks of other tests have begun later days.
  await (await testApp()).db.deleteFrom('visitor_salts').execute();
  const database = await sharedDatabase();
  servers = await Promise.all([1, 2].map(() => startApp({ database, clientHeaders })));
});
afterEach(() => Promise.all(servers.map(({ close }) => close())));

const flush = () => Promise.all(servers.map(({ app }) => app.siteFigures?.flush()));

async function openSite() {
  const w = await createOrganizationFixture();
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  await site.addSection('Reference');
  const pages = ['Welcome', 'Install', 'Tide gauge'].map((title) => ({ title, text: `About ${title}.\n` }));
  await site.write('Guide/Guide', pages);
  await site.write('Reference/Reference', pages);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const { db } = await testApp();
  return { site, base, pages: await readModelPages(db, site.id, base), db };
}

describe('visits of a site', () => {
  it('are counted exactly, on several servers, and nothing of the visitors is stored', async () => {
    const { db, site, base, pages } = await openSite();
    const model = new VisitModel(new SeededRandom(45), base, pages);
    const ledger = new VisitLedger();
    // Texts of other tests have agents, too.
    const before = await dumpTables(db);
    let sent = '';
    for (let number = 0; number < 1200; number += 1) {
      const { visit, note } = model.next();
      const server = servers[number % servers.length];
      if (!server) continue;
      await inject(server.app, visit);
      note(ledger);
      sent += `${Object.values(visit.headers).join('\n')}\n${visit.url}\n`;
      if (number % 400 === 0) await flush();
    }
    await flush();
    const numbers = await readNumbers(db, site.id);
    expect(numbers.views).toEqual(Object.fromEntries(ledger.views));
    expect(numbers.missing).toEqual(Object.fromEntries(ledger.missing));
    const readers: ReaderKind[] = ['people', 'agents'];
    expect(numbers.visitors).toEqual(
      Object.fromEntries(readers.map((reader) => [JSON.stringify([reader]), ledger.visitors(reader)])),
    );
    expect(numbers.searches).toEqual(ledger.writtenSearches());
    const dump = await dumpTables(db, before);
    expect(dump).toContain('tide gauge');
    for (const personal of PERSONAL) {
      expect(sent).toMatch(personal);
      expect(personal.exec(dump)).toBeNull();
    }
  });

  it('are numbers only, once their day is over', async () => {
    const opened = await openSite();
    const [server] = servers;
    if (!server) return;
    const search = (words: string, address: string) =>
      inject(server.app, {
        method: 'GET',
        url: `${opened.base}~/search?q=${words}`,
        headers: { accept: 'text/html', 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 Firefox/1' },
      });
    for (const address of ['192.0.2.1', '192.0.2.2']) await search('rare', address);
    await search('other', '192.0.2.3');
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await search('known', address);
    await flush();
    const { db } = opened;
    const before = await db.selectFrom('visitor_salts').select('salt').executeTakeFirstOrThrow();
    await keepFigures(db, new Date(Date.now() + 24 * 60 * 60_000));
    const { rows } = await sql<{ words: string | null; searches: number; key: number }>`
      select words, searches::int, length(words_key) as key from site_searches
      where site_id = ${opened.site.id} order by words`.execute(db);
    expect(rows).toEqual([
      { words: 'known', searches: 3, key: 16 },
      { words: null, searches: 3, key: 0 },
    ]);
    const marks = await db.selectFrom('site_visitor_marks').select('mark').execute();
    expect(marks).toEqual([]);
    const after = await db.selectFrom('visitor_salts').select('salt').executeTakeFirstOrThrow();
    expect(after.salt).not.toEqual(before.salt);
  });

  it('are kept for as many months as the operator says, each in a partition', async () => {
    const { db, site } = await openSite();
    const add = (day: string) =>
      sql`insert into site_visitors (site_id, day, reader, visitors) values (${site.id}, ${day}::date, 'people', 1)`.execute(
        db,
      );
    for (const day of ['2131-03-01', '2130-12-31', '2131-06-30', '2129-01-31', '2129-02-01']) await add(day);
    for (const at of ['2129-01-20', '2130-12-01', '2131-03-15'])
      await keepFigures(db, new Date(`${at}T12:00:00Z`));
    const { rows } = await sql<{ day: string; partition: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, tableoid::regclass::text as partition from site_visitors
      where site_id = ${site.id} order by 1`.execute(db);
    expect(rows).toEqual([
      { day: '2129-02-01', partition: 'site_visitors_2129_02' },
      { day: '2130-12-31', partition: 'site_visitors_2130_12' },
      { day: '2131-03-01', partition: 'site_visitors_2131_03' },
      { day: '2131-06-30', partition: 'site_visitors_2131_06' },
    ]);
  });

  it('are counted once, if the answer of the database is lost and the batch is sent again', async () => {
    const { db, site } = await openSite();
    const { writeBatch } = await import('./write-batch.ts');
    const batch = { id: `again-${site.id}`, day: '2126-01-01', at: new Date() };
    const rows = {
      views: [],
      searches: [],
      marks: [],
      missing: [
        { site_id: site.id, path: '/a', referrer: '', reader: 'people', requests: 2 },
        { site_id: 'deleted', path: '/a', referrer: '', reader: 'people', requests: 2 },
      ],
    };
    for (const id of [batch.id, batch.id, `${batch.id}-next`]) await writeBatch(db, { ...batch, id }, rows);
    expect((await readNumbers(db, site.id)).missing).toEqual({ '["/a","people"]': 4 });
  });

  it('are counted with words and addresses that no database stores as they were sent', async () => {
    const opened = await openSite();
    const [server] = servers;
    if (!server) throw new Error('There is no server.');
    const seen = (path: string) =>
      inject(server.app, {
        method: 'POST',
        url: `${opened.base}~seen`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1' },
        payload: new URLSearchParams({ path }).toString(),
      });
    expect((await seen(`${opened.base}~/search?q=ti%00de%07%1b&results=0`)).status).toBe(204);
    const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/145.0' };
    expect((await inject(server.app, { method: 'GET', url: `${opened.base}lo%07st`, headers })).status).toBe(
      404,
    );
    await flush();
    const numbers = await readNumbers(opened.db, opened.site.id);
    expect(numbers.missing).toEqual({ '["/lost","people"]': 1 });
    const { rows } = await sql<{ searches: number }>`
      select sum(searches)::int as searches from site_searches where site_id = ${opened.site.id}`.execute(
      opened.db,
    );
    expect(rows).toEqual([{ searches: 1 }]);
  });

  it('are not counted where the site or the operator has switched it off', async () => {
    const opened = await openSite();
    const { db, site, base } = opened;
    await db.updateTable('sites').set({ counts_visits: false }).where('id', '=', site.id).execute();
    const off = await startApp({ database: await sharedDatabase(), countsVisits: false });
    const visit = { method: 'GET', url: base, headers: { accept: 'text/html' } } as const;
    const page = await inject(servers[0]?.app ?? off.app, visit);
    expect(page.body).not.toContain('data-seen');
    await db.updateTable('sites').set({ counts_visits: null }).where('id', '=', site.id).execute();
    expect((await inject(off.app, visit)).body).not.toContain('data-seen');
    await off.close();
    await flush();
    expect((await readNumbers(opened.db, opened.site.id)).views).toEqual({});
  });
});
