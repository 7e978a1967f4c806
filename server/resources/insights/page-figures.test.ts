// @module-tag both-engines
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
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
  counting = await startApp({ database: await sharedDatabase() });
});
afterAll(() => counting.close());

/** A site with a guide of two pages; returns their ids. */
async function openGuide() {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  const { spaceId, pages } = await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello.\n' },
    { title: 'Install', text: 'Bolts.\n' },
  ]);
  const [welcome = '', install = ''] = pages.map(({ id }) => id);
  return { site, spaceId, welcome, install, url: `/v1/spaces/${spaceId}/page-figures` };
}

async function visit(site: SiteEditor, path: string, userAgent = FIREFOX) {
  const url = `/published/${w.organization.id}/${site.id}/${path}`;
  await inject(counting.app, {
    method: 'GET',
    url,
    headers: { accept: 'text/html', 'user-agent': userAgent },
  });
  await counting.app.siteFigures?.flush();
}

describe('the figures of pages', () => {
  it('are those of all sites that show the space, without crawlers', async () => {
    const { site, spaceId, welcome, install, url } = await openGuide();
    const other = await SiteEditor.open(w, { title: 'Harbour docs', published: true });
    await other.creator.post(other.url('/sections'), { spaceId, title: 'Same guide' });
    await visit(site, 'install');
    await visit(other, 'install');
    await visit(other, 'install', 'Claude-User/1.0');
    await visit(other, 'install', 'Mozilla/5.0 (compatible; Googlebot/2.1)');
    await visit(site, '');
    expect((await as(w.creator).get(url)).body).toEqual({
      object: 'space-page-figures',
      days: 30,
      sites: [
        { id: other.id, title: 'Harbour docs' },
        { id: site.id, title: 'Tide docs' },
      ],
      pages: [
        { page: install, people: 2, agents: 1, helpful: 0, notHelpful: 0 },
        { page: welcome, people: 1, agents: 0, helpful: 0, notHelpful: 0 },
      ],
    });
  });

  it('have what readers answered, of the last 30 days and of this space', async () => {
    const { site, install, url } = await openGuide();
    const { db, clock } = await testApp();
    const answer = (isHelpful: boolean, daysAgo: number, siteSpace = site.idOf('Guide/Guide')) =>
      db
        .insertInto('page_feedback')
        .values({
          ...{ id: newId(), site_id: site.id, site_space_id: siteSpace, page_id: install, language: 'en' },
          ...{ is_helpful: isHelpful, sentence: '', state: 'done' },
          at: new Date(clock.now().getTime() - daysAgo * 24 * 60 * 60_000),
        })
        .execute();
    await answer(true, 0);
    await answer(false, 1);
    await answer(false, 28);
    await answer(false, 31);
    await answer(false, 1, newId());
    expect((await as(w.creator).get(url)).body.pages).toEqual([
      { page: install, people: 0, agents: 0, helpful: 1, notHelpful: 2 },
    ]);
  });

  it('are none where no site counts', async () => {
    const { site, url } = await openGuide();
    await visit(site, 'install');
    await as(w.creator).put(site.url('/insights/settings'), { countsVisits: false });
    const nothing = { sites: [], pages: [] };
    expect((await as(w.creator).get(url)).body).toMatchObject(nothing);
    await as(w.creator).put(site.url('/insights/settings'), { countsVisits: true });
    expect((await as(w.creator).get(url)).body.pages).toHaveLength(1);
    const off = await startApp({ database: await sharedDatabase(), countsVisits: false });
    const headers = { authorization: `Bearer ${w.creator.token}` };
    const { body } = await inject(off.app, { method: 'GET', url, headers });
    await off.close();
    expect(JSON.parse(body)).toMatchObject(nothing);
  });

  it('are for those who may edit sites and read the space', async () => {
    const { spaceId, url } = await openGuide();
    const editor = await createMember({ organizationId: w.organization.id, role: 'edit' });
    expect((await as(editor).get(url)).status).toBe(403);
    const { db } = await testApp();
    const hidden = { default_level: 0, resolved_level: 0 };
    await db.updateTable('spaces').set(hidden).where('id', '=', spaceId).execute();
    const creator = await createMember({ organizationId: w.organization.id, role: 'create' });
    expect((await as(creator).get(url)).status).toBe(404);
  });
});
