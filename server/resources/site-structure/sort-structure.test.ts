import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with two ungrouped sections and two in a group: `A1, B2, G(C3, D4)`. */
async function createSite(): Promise<SiteEditor> {
  const site = await SiteEditor.open(w);
  for (const title of ['A1', 'B2', 'C3', 'D4']) await site.addSection(title);
  await site.addGroup('G', 'C3', 'D4');
  return site;
}

type Position = { before?: string; after?: string };

/** An item by its initial title: `A1` a section, `G` a group, `A1/A1` a site space. */
function itemOf(site: SiteEditor, title: string) {
  const bySlash = title.includes('/') ? 'site-space' : 'site-section';
  return { type: title === 'G' ? 'site-section-group' : bySlash, id: site.idOf(title) };
}

function sort(site: SiteEditor, title: string, { before, after }: Position) {
  const position = {
    ...(before !== undefined && { before: itemOf(site, before) }),
    ...(after !== undefined && { after: itemOf(site, after) }),
  };
  return site.creator.patch(site.url('/structure/sort'), { item: itemOf(site, title), position });
}

describe('sortSiteStructure', () => {
  it('needs a token, a whole body and the role create', async () => {
    const site = await createSite();
    const url = site.url('/structure/sort');
    const body = { item: itemOf(site, 'A1'), position: {} };
    expect((await as(anonymous).patch(url, body)).status).toBe(401);
    expect((await as(w.editor).patch(url, body)).status).toBe(403);
    expect((await as(w.guest).patch(url, body)).status).toBe(404);
    expect((await as(w.outsider).patch(url, body)).status).toBe(404);
    for (const wrong of [{}, { item: body.item }, { ...body, item: { type: 'page', id: 'x' } }]) {
      expect((await as(w.creator).patch(url, wrong)).status).toBe(400);
    }
  });

  it.each<[string, Position]>([
    ['A1', { before: 'A1' }],
    ['A1', { after: 'A1/A1' }],
    ['A1/A1', { after: 'B2' }],
    ['A1/A1', { before: 'G' }],
    ['G', { after: 'A1/A1' }],
    ['G', { before: 'C3' }],
    ['G', { after: 'G' }],
    ['A1', { after: 'B2', before: 'C3' }],
    ['D4', { after: 'G', before: 'A1' }],
  ])('rejects moving %s to %o', async (title, position) => {
    const site = await createSite();
    const before = await site.outline({ withSpaces: true });
    const { status, body } = await sort(site, title, position);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toMatch(/^body\.position/);
    expect(await site.outline({ withSpaces: true })).toBe(before);
  });

  it('returns 404 for items of another kind, and 409 for those of another site', async () => {
    const [site, other] = [await createSite(), await createSite()];
    const send = (item: object, position: object) =>
      site.creator.patch(site.url('/structure/sort'), { item, position });
    const section = itemOf(site, 'A1');
    expect((await send({ type: 'site-section', id: site.idOf('G') }, {})).status).toBe(404);
    expect((await send(itemOf(other, 'A1'), {})).status).toBe(404);
    const group = { type: 'site-section-group', id: site.idOf('B2') };
    expect((await send(section, { before: group })).status).toBe(404);
    expect((await send(section, { before: itemOf(other, 'B2') })).status).toBe(409);
    expect((await send(section, { after: itemOf(other, 'G') })).status).toBe(409);
  });

  it.each<[string, Position, string]>([
    ['A1', { after: 'B2' }, 'B2, A1, G(C3, D4)'],
    ['A1', { after: 'G' }, 'B2, G(C3, D4), A1'],
    ['A1', { before: 'G', after: 'B2' }, 'B2, A1, G(C3, D4)'],
    ['A1', {}, 'B2, G(C3, D4), A1'],
    ['D4', { before: 'G' }, 'A1, B2, D4, G(C3)'],
    ['D4', { before: 'A1' }, 'D4, A1, B2, G(C3)'],
    ['B2', { before: 'D4', after: 'C3' }, 'A1, G(C3, B2, D4)'],
    ['G', { before: 'A1' }, 'G(C3, D4), A1, B2'],
    ['G', { after: 'A1', before: 'B2' }, 'A1, G(C3, D4), B2'],
  ])('moves %s to %o', async (title, position, outline) => {
    const site = await createSite();
    const { status, body } = await sort(site, title, position);
    expect(status).toBe(200);
    const { type, id } = itemOf(site, title);
    const structure = (await site.creator.get(site.url('/structure'))).body.structure;
    const all = structure.flatMap((item: { sections?: object[] }) => [item, ...(item.sections ?? [])]);
    expect(body).toEqual(all.find((item: { object: string; id: string }) => item.id === id));
    expect(body.object).toBe(type);
    expect(await site.outline()).toBe(outline);
  });

  it('moves site spaces between sections, and writes audit entries', async () => {
    const site = await createSite();
    await site.addSiteSpace('A1', 'v2');
    const { status, body } = await sort(site, 'A1/v2', { before: 'C3/C3' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'site-space', id: site.idOf('A1/v2'), section: site.idOf('C3') });
    expect(await site.outline({ withSpaces: true })).toBe('A1{A1*}, B2{B2*}, G(C3{v2, C3*}, D4{D4*})');
    const { db } = await testApp();
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'target_kind'])
      .where('target_id', '=', site.idOf('A1/v2'))
      .orderBy('at', 'desc')
      .executeTakeFirst();
    expect(audit).toEqual({ action: 'sortSiteStructure', target_kind: 'site-space' });
  });
});
