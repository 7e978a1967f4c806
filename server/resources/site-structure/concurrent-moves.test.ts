// @module-tag both-engines
import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { testApp } from '#server/test/test-app.ts';

const CLIENTS = 8;
const MOVES_PER_CLIENT = 40;
const SECTIONS = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7', 'H8', 'I9'];

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function createFilledSite(): Promise<SiteEditor> {
  const site = await SiteEditor.open(w);
  for (const title of SECTIONS) {
    await site.addSection(title);
    await site.addSiteSpace(title, 'More');
  }
  await site.addGroup('X', 'B2', 'C3');
  await site.addGroup('Y', 'E5');
  return site;
}

/** Reproducible pseudo-random numbers. */
function* pseudoRandomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

/** One client: makes random moves and records the response statuses. */
async function runRandomMoves(site: SiteEditor, seed: number): Promise<number[]> {
  const random = pseudoRandomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[random.next().value % items.length];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const statuses: number[] = [];
  for (let move = 0; move < MOVES_PER_CLIENT; move += 1) {
    const side = pick(['before', 'after']);
    const section = pick(SECTIONS);
    const response = await pick([
      () => site.moveSection(pick(SECTIONS), { [side]: section }),
      () => site.moveGroup(pick(['X', 'Y']), { [side]: pick([section, 'group:X', 'group:Y']) }),
      () => site.moveSiteSpace(`${pick(SECTIONS)}/More`, { [side]: `${section}/${section}` }),
      () => site.moveSection(section),
    ])();
    statuses.push(response.status);
  }
  return statuses;
}

/** Ranks are complete and unique within every list. */
async function expectTotalOrder(site: SiteEditor): Promise<void> {
  const { db } = await testApp();
  const sections = await db.selectFrom('site_sections').selectAll().where('site_id', '=', site.id).execute();
  const groups = await db
    .selectFrom('site_section_groups')
    .selectAll()
    .where('site_id', '=', site.id)
    .execute();
  const siteSpaces = await db.selectFrom('site_spaces').selectAll().where('site_id', '=', site.id).execute();
  const keys = [
    ...sections.map(({ group_id, rank }) => `${group_id ?? 'site'}:${rank}`),
    ...groups.map(({ rank }) => `site:${rank}`),
    ...siteSpaces.map(({ section_id, rank }) => `${section_id}:${rank}`),
  ];
  expect(new Set(keys).size).toBe(SECTIONS.length + 2 + SECTIONS.length * 2);
  expect(keys).toHaveLength(SECTIONS.length + 2 + SECTIONS.length * 2);
  for (const { id } of sections) {
    const inside = siteSpaces.filter((entry) => entry.section_id === id);
    expect(inside.filter((entry) => entry.is_default)).toHaveLength(1);
  }
}

describe(`${CLIENTS} clients who move at once`, { timeout: 120_000 }, () => {
  it('keep a total order that contains each item once', async () => {
    const site = await createFilledSite();
    const clients = Array.from({ length: CLIENTS }, (_, index) => runRandomMoves(site, 1000 + index));
    const statuses = (await Promise.all(clients)).flat();
    expect(statuses).toHaveLength(CLIENTS * MOVES_PER_CLIENT);
    // 400: itself as neighbor; 409: nested groups, or a space twice in a section.
    expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set([400, 409]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(
      CLIENTS * MOVES_PER_CLIENT * 0.4,
    );
    await expectTotalOrder(site);
    const outline = await site.outline();
    expect(outline.match(/\w\d/g)?.toSorted()).toEqual(SECTIONS);
  });

  it('all succeed when they move to the same position', async () => {
    const site = await createFilledSite();
    const moved = ['D4', 'F6', 'G7', 'H8', 'I9', 'B2', 'C3', 'E5'];
    const responses = await Promise.all(moved.map((title) => site.moveSection(title, { after: 'A1' })));
    expect(responses.map(({ status }) => status)).toEqual(moved.map(() => 200));
    await expectTotalOrder(site);
    expect((await site.outline()).split(', ').slice(1, -2).toSorted()).toEqual(moved.toSorted());
  });

  it('with concurrent additions and deletions keep one default section', async () => {
    const site = await createFilledSite();
    await Promise.all([
      ...['J1', 'K2', 'L3'].map((title) => site.addSection(title)),
      ...['A1', 'B2', 'C3'].map((title) => site.creator.delete(site.url(`/sections/${site.idOf(title)}`))),
      ...['D4', 'E5'].map((title) => site.moveSection(title, { before: 'I9' })),
    ]);
    const { body } = await site.creator.get(site.url('/sections'));
    expect(body.items.filter((section: { default: boolean }) => section.default)).toHaveLength(1);
    const titles = body.items.map((section: { title: string }) => section.title).toSorted();
    expect(titles).toEqual(['D4', 'E5', 'F6', 'G7', 'H8', 'I9', 'J1', 'K2', 'L3']);
  });
});
