import { beforeAll, describe, expect, it } from 'vitest';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site that asks, and what three readers have answered. */
async function openAnsweredSite() {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  const { pages, spaceId } = await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello.\n' },
    { title: 'Gauges', text: 'About gauges.\n' },
  ]);
  const { db, app } = await testApp();
  await db.updateTable('sites').set({ asks_feedback: true }).where('id', '=', site.id).execute();
  const base = `/published/${w.organization.id}/${site.id}/`;
  for (const [page, helpful, sentence] of [
    ['', 'yes', ''],
    ['gauges', 'no', '<img src=x onerror=alert(1)>'],
    ['gauges', 'no', '=1+1'],
  ]) {
    const payload = new URLSearchParams({
      path: base + page,
      helpful: helpful ?? '',
      sentence: sentence ?? '',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', url: `${base}~feedback`, headers, payload: payload.toString() } as const;
    expect((await inject(app, sent)).status).toBe(303);
  }
  const url = site.url('/page-feedback');
  const list = async (query = '', who = w.creator) => (await as(who).get(`${url}${query}`)).body;
  return { site, url, list, pages, spaceId, db };
}

describe('the list of what readers said', () => {
  it('has the newest first, in pages and by state, with what was written as it was written', async () => {
    const { list, url, pages, site } = await openAnsweredSite();
    const all = await list();
    expect(all.count).toBe(3);
    expect(all.items.map(({ sentence }: { sentence?: string }) => sentence)).toEqual([
      '=1+1',
      '<img src=x onerror=alert(1)>',
      undefined,
    ]);
    expect(all.items[2]).toEqual({
      object: 'page-feedback',
      id: expect.any(String),
      siteSpaceId: site.idOf('Guide/Guide'),
      pageId: pages[0]?.id,
      pageTitle: 'Welcome',
      pagePath: 'welcome',
      language: 'en',
      helpful: true,
      state: 'open',
      createdAt: expect.any(String),
    });
    const first = await list('?limit=2');
    const second = await list(`?limit=2&page=${encodeURIComponent(first.next.page)}`);
    expect([...first.items, ...second.items]).toEqual(all.items);
    const [newest] = all.items;
    const changed = await as(w.creator).patch(`${url}/${newest.id}`, { state: 'done' });
    expect([changed.status, changed.body]).toEqual([200, { ...newest, state: 'done' }]);
    expect((await list('?state=done')).items).toEqual([changed.body]);
    expect((await list('?state=open')).count).toBe(2);
    expect((await list('?state=dismissed')).items).toEqual([]);
    expect((await as(w.creator).patch(`${url}/${newest.id}`, { state: 'gone' })).status).toBe(400);
  });

  it('does not name pages that the member may not read, or that are deleted', async () => {
    const { list, site, spaceId, db } = await openAnsweredSite();
    const titles = async () =>
      (await list()).items.map(({ pageTitle }: { pageTitle?: string }) => pageTitle ?? null);
    expect(await titles()).toEqual(['Gauges', 'Gauges', 'Welcome']);
    await site.write('Guide/Guide', [{ title: 'Start', text: 'Anew.\n' }]);
    expect(await titles()).toEqual([null, null, null]);
    await db.updateTable('spaces').set({ deleted_at: new Date() }).where('id', '=', spaceId).execute();
    expect(await titles()).toEqual([null, null, null]);
  });

  it('names no page of a space that a creator has no access to', async () => {
    const { list, spaceId, db } = await openAnsweredSite();
    await db
      .updateTable('spaces')
      .set({ default_level: 0, resolved_level: 0 })
      .where('id', '=', spaceId)
      .execute();
    const { items } = await list();
    expect(items).toHaveLength(3);
    for (const item of items) expect(Object.keys(item)).not.toContain('pageTitle');
    expect((await list('', w.admin)).items[0].pageTitle).toBe('Gauges');
  });
});
