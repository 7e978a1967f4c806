import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let w: OrganizationFixture;
let counting: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  w = await createOrganizationFixture();
  await (await testApp()).db.deleteFrom('visitor_salts').execute();
  counting = await startApp({
    database: await sharedDatabase(),
    clientHeaders: { address: 'x-forwarded-for' },
  });
});
afterAll(() => counting.close());

async function openSite() {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello.\n' },
    { title: 'Install', text: 'Bolts.\n' },
  ]);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const visit = async (path: string, headers: Record<string, string> = {}) =>
    inject(counting.app, {
      method: 'GET',
      url: `${base}${path}`,
      headers: { accept: 'text/html', 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.1', ...headers },
    });
  return { site, base, visit, url: `${w.base}/sites/${site.id}/insights` };
}

/** Asks as the creator, once what was counted is written. */
async function ask(url: string, body: object) {
  await counting.app.siteFigures?.flush();
  const { status, body: answer } = await as(w.creator).post(`${url}/events/aggregate`, {
    range: 'last7Days',
    ...body,
  });
  if (status !== 200) return { status, message: answer.error.message };
  const columns: { column: string; values: unknown[] }[] = answer.columns;
  return columns[0]?.values.map((_, at) => columns.map(({ values }) => values[at]));
}

const names = (...columns: string[]) => columns.map((column) => ({ column }));

describe('the figures of a site', () => {
  it('say which pages were read by whom, with their titles', async () => {
    const { visit, url } = await openSite();
    await visit('');
    await visit('install');
    await visit('install', { 'user-agent': 'Claude-User/1.0' });
    await visit('install', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    await visit('install', { 'sec-purpose': 'prefetch' });
    expect(
      await ask(url, {
        select: names('pageTitle', 'urlPath', 'visitorKind', 'visitorAgent', 'eventsCount'),
        groupBy: names('siteSpace', 'page', 'visitorKind', 'visitorAgent'),
        where: [{ column: 'visitorKind', operator: 'notIn', values: ['crawlers'] }],
        order: { by: { column: 'visitorKind' }, direction: 'asc' },
      }),
    ).toEqual(
      expect.arrayContaining([
        ['Install', 'install', 'agents', 'Claude', 1],
        ['Install', 'install', 'people', '', 1],
        ['Welcome', 'welcome', 'people', '', 1],
      ]),
    );
  });

  it('count a visitor once a day, and visitors of several days never together', async () => {
    const { visit, url } = await openSite();
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await visit('', { 'x-forwarded-for': address, ...(address.endsWith('3') && { dnt: '1' }) });
    const select = names('date', 'visitorsCount');
    const rows = await ask(url, { select, groupBy: names('date') });
    expect(rows).toEqual([[expect.stringMatching(/^\d{4}-\d\d-\d\d$/), 2]]);
    expect(await ask(url, { select: names('visitorsCount') })).toMatchObject({ status: 400 });
  });

  it('say what was searched for, what of it was opened, and where readers got lost', async () => {
    const { site, base, visit, url } = await openSite();
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await visit('~/search?q=bolts', { 'x-forwarded-for': address });
    await visit('~/search?q=my+own+name');
    await visit('install', { referer: `http://bindery.test${base}~/search?q=bolts` });
    await inject(counting.app, {
      method: 'POST',
      url: `${base}~seen`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': FIREFOX },
      payload: new URLSearchParams({ path: `${base}~/search?q=Bolts&rank=3&list=page` }).toString(),
    });
    await visit('lost', { referer: 'https://news.example/a' });
    const where = [{ column: 'eventType', values: ['search_type_query'] }];
    expect(
      await ask(url, {
        select: names('eventSearchQuery', 'eventsCount', 'withoutResultCount', 'openedCount', 'averageRank'),
        groupBy: names('eventSearchQuery'),
        where,
      }),
    ).toEqual([
      ['bolts', 3, 0, 1, 3],
      [null, 1, 1, 0, null],
    ]);
    expect(
      await ask(url, {
        select: names('urlPath', 'referrerDomain', 'eventsCount'),
        groupBy: names('urlPath', 'referrerDomain'),
        where: [{ column: 'eventType', values: ['broken_url'] }],
      }),
    ).toEqual([['/lost', 'news.example', 1]]);
    expect(site.id).not.toBe('');
  });

  it('do not tell the titles of pages that the member may not read', async () => {
    const { site, visit, url } = await openSite();
    await visit('install');
    const spaceId = await site.spaceIdOf('Guide/Guide');
    const { db } = await testApp();
    await db
      .updateTable('spaces')
      .set({ default_level: 0, resolved_level: 0 })
      .where('id', '=', spaceId)
      .execute();
    const creator = await createMember({ organizationId: w.organization.id, role: 'create' });
    await counting.app.siteFigures?.flush();
    const { body } = await as(creator).post(`${url}/events/aggregate`, {
      range: 'last7Days',
      select: names('pageTitle', 'urlPath', 'eventsCount'),
      groupBy: names('siteSpace', 'page'),
    });
    expect(body.columns.map(({ values }: { values: unknown[] }) => values)).toEqual([[null], [null], [1]]);
  });

  it('are kept as they are where texts try to be something else', async () => {
    const { visit, url } = await openSite();
    const hostile = `"><script>alert(1)</script>'; drop table sites; --`;
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await visit(`~/search?q=${encodeURIComponent(hostile)}`, { 'x-forwarded-for': address });
    await visit(encodeURIComponent(hostile), { referer: hostile });
    const rows = await ask(url, {
      select: names('eventSearchQuery', 'eventsCount'),
      groupBy: names('eventSearchQuery'),
      where: [{ column: 'eventType', values: ['search_type_query'] }],
    });
    expect(rows).toEqual([[hostile, 3]]);
    expect(
      await ask(url, {
        select: names('urlPath', 'referrerDomain', 'eventsCount'),
        groupBy: names('urlPath', 'referrerDomain'),
        where: [{ column: 'eventType', values: ['broken_url'] }],
      }),
    ).toEqual([[`/${hostile}`, '', 1]]);
  });

  it('are refused for columns that these events do not have', async () => {
    const { url } = await openSite();
    for (const body of [
      { select: names('eventSearchQuery'), groupBy: names('eventSearchQuery') },
      { select: names('page', 'eventsCount') },
      { select: names('pageTitle'), groupBy: names('page') },
      { select: names('eventsCount'), where: [{ column: 'eventType', values: ['constructor'] }] },
      { select: names('eventsCount'), range: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
      { select: names('eventsCount'), order: { by: { column: 'date' }, direction: 'asc' } },
    ])
      expect(await ask(url, body)).toMatchObject({ status: 400 });
  });

  it('can be switched off and deleted', async () => {
    const { visit, url } = await openSite();
    await visit('');
    const settings = {
      object: 'site-insights-settings',
      countsVisits: true,
      asksFeedback: false,
      checksLinks: true,
      canCheckLinks: true,
      isAvailable: true,
      months: 25,
    };
    expect((await as(w.creator).get(`${url}/settings`)).body).toEqual(settings);
    expect((await as(w.creator).put(`${url}/settings`, { countsVisits: false })).body).toEqual({
      ...settings,
      countsVisits: false,
    });
    expect((await as(w.creator).put(`${url}/settings`, { asksFeedback: true })).body).toEqual({
      ...settings,
      countsVisits: false,
      asksFeedback: true,
    });
    expect((await as(w.creator).put(`${url}/settings`, { checksLinks: false })).body).toEqual({
      ...settings,
      countsVisits: false,
      asksFeedback: true,
      checksLinks: false,
    });
    await visit('');
    const select = names('eventsCount');
    expect(await ask(url, { select })).toEqual([[1]]);
    expect((await as(w.admin).delete(url)).status).toBe(205);
    expect(await ask(url, { select })).toEqual([[null]]);
  });
});
