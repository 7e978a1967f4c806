import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_RANK_LENGTH } from '#server/content-tree/content-order.queries.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let otherWorld: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
  otherWorld = await createOrganizationFixture();
});

/** A separate site with ungrouped sections. */
async function createSite(...titles: string[]): Promise<SiteEditor> {
  const site = await SiteEditor.open(w);
  for (const title of titles) await site.addSection(title);
  return site;
}

describe('moveSiteSection', () => {
  it('needs a token, the role create and a section of this site', async () => {
    const site = await createSite('A1', 'B2');
    const url = site.url(`/sections/${site.idOf('A1')}/move`);
    expect((await as(anonymous).post(url, {})).status).toBe(401);
    expect((await as(w.editor).post(url, {})).status).toBe(403);
    expect((await as(w.guest).post(url, {})).status).toBe(404);
    const otherSite = await createSite('C3');
    const wrong = `/sections/${site.idOf('A1')}/move`;
    expect((await otherSite.creator.post(otherSite.url(wrong), {})).status).toBe(404);
    expect((await site.creator.post(site.url(`/sections/${site.idOf('A1/A1')}/move`), {})).status).toBe(404);
  });

  it.each([
    ['another kind of reference', { position: { before: { type: 'site-space', siteSpace: 'x' } } }],
    ['a reference without an id', { position: { before: { type: 'site-section' } } }],
    ['an index', { position: 3 }],
    ['an unknown member', { index: 3 }],
  ])('rejects %s', async (_, body) => {
    const site = await createSite('A1');
    expect((await site.creator.post(site.url(`/sections/${site.idOf('A1')}/move`), body)).status).toBe(400);
  });

  it('rejects itself as a neighbor, and neighbors that are not adjacent in that order', async () => {
    const site = await createSite('A1', 'B2', 'C3', 'D4');
    await site.addGroup('G', 'D4');
    for (const position of [
      { before: 'A1' },
      { after: 'A1' },
      { after: 'B2', before: 'B2' },
      { after: 'C3', before: 'B2' },
      { after: 'B2', before: 'D4' },
    ]) {
      const response = await site.moveSection('A1', position);
      expect(response.status, JSON.stringify(position)).toBe(400);
      expect(response.body.error.details[0].path).toMatch(/^body\.position/);
    }
    expect(await site.outline()).toBe('A1, B2, C3, G(D4)');
  });

  it('returns 404 for a neighbor that does not exist, is of another kind or not visible', async () => {
    const site = await createSite('A1', 'B2');
    await site.addGroup('G', 'B2');
    const otherSite = await SiteEditor.open(otherWorld);
    await otherSite.addSection('Far');
    for (const before of ['unknown', site.idOf('B2/B2'), site.idOf('G'), otherSite.idOf('Far')]) {
      expect((await site.moveSection('A1', { before })).status).toBe(404);
    }
  });

  it('does not move a section into another site', async () => {
    const [site, other] = [await createSite('A1'), await createSite('B2')];
    expect((await site.moveSection('A1', { before: other.idOf('B2') })).status).toBe(409);
  });

  it('moves before, after, between and to the end, and returns the section', async () => {
    const site = await createSite('A1', 'B2', 'C3', 'D4');
    const { status, body } = await site.moveSection('D4', { before: 'A1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: site.idOf('D4'), title: 'D4', siteSpaces: [{ title: 'D4' }] });
    expect(await site.outline()).toBe('D4, A1, B2, C3');
    await site.moveSection('D4', { after: 'B2' });
    expect(await site.outline()).toBe('A1, B2, D4, C3');
    await site.moveSection('C3', { after: 'A1', before: 'B2' });
    expect(await site.outline()).toBe('A1, C3, B2, D4');
    await site.moveSection('C3', { after: 'A1', before: 'B2' });
    expect(await site.outline()).toBe('A1, C3, B2, D4');
    await site.moveSection('A1');
    expect(await site.outline()).toBe('C3, B2, D4, A1');
    await site.creator.post(site.url(`/sections/${site.idOf('C3')}/move`), {});
    expect(await site.outline()).toBe('B2, D4, A1, C3');
  });

  it('joins the group of its neighbor, and stays in its group without one', async () => {
    const site = await createSite('A1', 'B2', 'C3', 'D4');
    await site.addGroup('G', 'A1', 'B2');
    expect((await site.moveSection('C3', { before: 'B2' })).body.sectionGroup).toBe(site.idOf('G'));
    expect(await site.outline()).toBe('D4, G(A1, C3, B2)');
    await site.moveSection('A1');
    expect(await site.outline()).toBe('D4, G(C3, B2, A1)');
    expect((await site.moveSection('B2', { after: 'D4' })).body).not.toHaveProperty('sectionGroup');
    expect(await site.outline()).toBe('D4, B2, G(C3, A1)');
  });

  it('rebalances a list before its rank keys grow too long', async () => {
    const site = await createSite('A1', 'B2', 'C3');
    const { db } = await testApp();
    const ranks = async () => {
      const rows = await db
        .selectFrom('site_sections')
        .select('rank')
        .where('site_id', '=', site.id)
        .execute();
      return rows.map(({ rank }) => rank.length);
    };
    const almost = `a0${'0'.repeat(MAX_RANK_LENGTH - 3)}1`;
    const setRank = (title: string, rank: string) =>
      db.updateTable('site_sections').set({ rank }).where('id', '=', site.idOf(title)).execute();
    await setRank('A1', 'a0');
    await setRank('B2', almost);
    await site.moveSection('C3', { after: 'A1' });
    expect(await site.outline()).toBe('A1, C3, B2');
    expect(Math.max(...(await ranks()))).toBeLessThan(5);
  });
});

describe('moveSiteSectionGroup', () => {
  it('needs a token, the role create and a group of this site', async () => {
    const site = await createSite('A1', 'B2');
    await site.addGroup('G', 'A1');
    const url = site.url(`/section-groups/${site.idOf('G')}/move`);
    expect((await as(anonymous).post(url, {})).status).toBe(401);
    expect((await as(w.editor).post(url, {})).status).toBe(403);
    const section = site.url(`/section-groups/${site.idOf('A1')}/move`);
    expect((await site.creator.post(section, {})).status).toBe(404);
  });

  it('rejects the reference of a section move, itself, and neighbors that are not adjacent', async () => {
    const site = await createSite('A1', 'B2', 'C3');
    await site.addGroup('G', 'A1');
    const position = { before: { type: 'site-section', siteSection: site.idOf('B2') } };
    const url = site.url(`/section-groups/${site.idOf('G')}/move`);
    expect((await site.creator.post(url, { position })).status).toBe(400);
    expect((await site.moveGroup('G', { before: 'group:G' })).status).toBe(400);
    expect((await site.moveGroup('G', { after: 'C3', before: 'B2' })).status).toBe(400);
  });

  it('returns 404 for a neighbor of another kind, of another organization, or unknown', async () => {
    const site = await createSite('A1', 'B2', 'C3');
    await site.addGroup('G', 'A1');
    await site.addGroup('H', 'C3');
    const otherSite = await SiteEditor.open(otherWorld);
    await otherSite.addSection('Far');
    for (const before of ['unknown', `group:${site.idOf('B2')}`, site.idOf('H'), otherSite.idOf('Far')]) {
      expect((await site.moveGroup('G', { before })).status).toBe(404);
    }
  });

  it('cannot be moved to another site or into a group', async () => {
    const site = await createSite('A1', 'B2', 'C3');
    await site.addGroup('G', 'A1');
    await site.addGroup('H', 'B2');
    const otherSite = await createSite('D4');
    expect((await site.moveGroup('G', { before: otherSite.idOf('D4') })).status).toBe(409);
    const response = await site.moveGroup('G', { after: 'B2' });
    expect(response.status).toBe(409);
    expect(response.body.error.message).toContain("Groups can't be nested");
    expect((await site.moveGroup('G', { after: 'A1' })).status).toBe(409);
  });

  it('moves next to sections and groups, and to the end', async () => {
    const site = await createSite('A1', 'B2', 'C3', 'D4');
    await site.addGroup('G', 'A1');
    await site.addGroup('H', 'B2');
    const { status, body } = await site.moveGroup('H', { before: 'C3' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'site-section-group', title: 'H', sections: [{ title: 'B2' }] });
    expect(await site.outline()).toBe('H(B2), C3, D4, G(A1)');
    await site.moveGroup('G', { after: 'group:H', before: 'C3' });
    expect(await site.outline()).toBe('H(B2), G(A1), C3, D4');
    await site.moveGroup('H', { after: 'group:G' });
    expect(await site.outline()).toBe('G(A1), H(B2), C3, D4');
    await site.moveGroup('G');
    expect(await site.outline()).toBe('H(B2), C3, D4, G(A1)');
  });
});

describe('moveSiteSpace', () => {
  it('needs a token, the role create and a site space of this site', async () => {
    const site = await createSite('A1');
    const url = site.url(`/site-spaces/${site.idOf('A1/A1')}/move`);
    expect((await as(anonymous).post(url, {})).status).toBe(401);
    expect((await as(w.editor).post(url, {})).status).toBe(403);
    expect((await site.creator.post(site.url(`/site-spaces/${site.idOf('A1')}/move`), {})).status).toBe(404);
  });

  it('rejects itself, unknown neighbors, and those of other organizations and sites', async () => {
    const site = await createSite('A1', 'B2');
    await site.addSiteSpace('A1', 'v1');
    const neighborSite = await createSite('C3');
    const otherSite = await SiteEditor.open(otherWorld);
    await otherSite.addSection('Far');
    const status = async (before: string) => (await site.moveSiteSpace('A1/v1', { before })).status;
    expect(await status('A1/v1')).toBe(400);
    expect(await status('unknown')).toBe(404);
    expect(await status(site.idOf('B2'))).toBe(404);
    expect(await status(otherSite.idOf('Far/Far'))).toBe(404);
    expect(await status(neighborSite.idOf('C3/C3'))).toBe(409);
    expect((await site.moveSiteSpace('A1/v1', { after: 'A1/A1', before: 'B2/B2' })).status).toBe(400);
  });

  it('moves within a section without changing the default', async () => {
    const site = await createSite('A1');
    for (const title of ['v2', 'v1']) await site.addSiteSpace('A1', title);
    const { body } = await site.moveSiteSpace('A1/v1', { before: 'A1/A1' });
    expect(body).toMatchObject({ object: 'site-space', title: 'v1', default: false });
    expect(await site.outline({ withSpaces: true })).toBe('A1{v1, A1*, v2}');
    await site.moveSiteSpace('A1/A1');
    expect(await site.outline({ withSpaces: true })).toBe('A1{v1, v2, A1*}');
  });

  it('joins the section of its neighbor with its condition and a unique path', async () => {
    const site = await createSite('A1', 'B2');
    await site.addSiteSpace('A1', 'v1');
    await site.addSiteSpace('B2', 'v1');
    const change = { condition: 'visitor.claims.beta' };
    await site.creator.patch(site.url(`/site-spaces/${site.idOf('A1/v1')}`), change);
    const { body } = await site.moveSiteSpace('A1/v1', { after: 'B2/B2' });
    expect(body).toMatchObject({ ...change, section: site.idOf('B2'), path: 'v1-1', default: false });
    expect(await site.outline({ withSpaces: true })).toBe('A1{A1*}, B2{B2*, v1, v1}');
  });

  it('passes the default of its section on to the next site space', async () => {
    const site = await createSite('A1', 'B2');
    for (const title of ['v2', 'v1']) await site.addSiteSpace('A1', title);
    await site.moveSiteSpace('A1/A1', { before: 'B2/B2' });
    expect(await site.outline({ withSpaces: true })).toBe('A1{v2*, v1}, B2{A1, B2*}');
  });

  it('neither empties a section nor adds a space twice', async () => {
    const site = await createSite('A1', 'B2');
    const alone = await site.moveSiteSpace('A1/A1', { after: 'B2/B2' });
    expect(alone.status).toBe(409);
    expect(alone.body.error.message).toContain('needs at least one site space');
    const { body } = await site.creator.get(site.url(`/site-spaces`));
    const spaceId = body.items[0].space.id;
    await site.creator.post(site.url('/site-spaces'), { spaceId, sectionId: site.idOf('B2') });
    await site.addSiteSpace('A1', 'v1');
    expect((await site.moveSiteSpace('A1/A1', { after: 'B2/B2' })).status).toBe(409);
  });

  it('ignores deleted spaces between its neighbors', async () => {
    const site = await createSite('A1');
    for (const title of ['gone', 'v2', 'v1']) await site.addSiteSpace('A1', title);
    const { db } = await testApp();
    const setDeleted = (deleted_at: Date | null) =>
      db
        .updateTable('spaces')
        .set({ deleted_at })
        .where('title', '=', 'gone')
        .where('organization_id', '=', w.organization.id)
        .execute();
    await setDeleted(new Date());
    expect((await site.moveSiteSpace('A1/v1', { before: 'A1/gone' })).status).toBe(404);
    expect((await site.moveSiteSpace('A1/v1', { after: 'A1/A1', before: 'A1/v2' })).status).toBe(200);
    expect(await site.outline({ withSpaces: true })).toBe('A1{A1*, v1, v2}');
    await setDeleted(null);
    expect(await site.outline({ withSpaces: true })).toBe('A1{A1*, v1, gone, v2}');
  });
});
