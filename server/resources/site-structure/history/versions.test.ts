// @module-tag drafts
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { choice, openTwin, toStep } from '#server/test/structure/random-steps.ts';
import { as, testApp } from '#server/test/test-app.ts';

const STATES = Math.ceil(Number(process.env.DRAFTS ?? 30) / 2);

let w: OrganizationFixture;
const spaces: string[] = [];
beforeAll(async () => {
  w = await createOrganizationFixture();
  for (let index = 0; index < 8; index += 1)
    spaces.push((await createSpace({ organizationId: w.organization.id, title: `Space ${index}` })).id);
});

/** Everything about a structure but the ids of its items. */
async function read(url: string): Promise<unknown> {
  const { body } = await as(w.creator).get(`${url}/structure?form=outline`);
  return JSON.parse(JSON.stringify(body), (name, value) => (name === 'id' ? undefined : value));
}

const versionsOf = async (url: string) =>
  (await as(w.creator).get(`${url}/structure/versions?limit=1000`)).body.items;

describe('an earlier structure', () => {
  it('comes back as a draft, from any state to any earlier one', { timeout: 60 * 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(choice, { minLength: 2, maxLength: 12 }),
        fc.nat(),
        async (choices, number) => {
          const site = await openTwin(w, spaces);
          const names = {
            sections: ['s0', 's1', 's2'],
            groups: ['g0'],
            siteSpaces: ['p0', 'p1', 'p2', 'p3'],
          };
          let serial = 0;
          const added = () => `name:${(serial += 1)}`;
          const states: unknown[] = [];
          const start = (await versionsOf(site.url)).length;
          for (const each of choices) {
            const state = await read(site.url);
            const before = (await versionsOf(site.url)).length;
            await site.send(toStep(each, { names, spaces, added }));
            if ((await versionsOf(site.url)).length > before) states.push(state);
          }
          if (states.length === 0) return;
          const chosen = number % states.length;
          const versions = await versionsOf(site.url);
          const version = versions[versions.length - 1 - start - chosen];
          const restored = await as(w.creator).post(
            `${site.url}/structure/versions/${version.id}/restore`,
            {},
          );
          expect([restored.status, restored.body.missing]).toEqual([200, []]);
          if (restored.body.draft.changes.length > 0) {
            const applied = await as(w.creator).post(`${site.url}/structure/draft/apply`, {});
            expect([applied.status, applied.body.error?.message]).toEqual([200, undefined]);
          }
          expect(await read(site.url)).toEqual(states[chosen]);
        },
      ),
      { numRuns: STATES },
    );
  });

  it('names who changed what, the latest first', async () => {
    const site = await SiteEditor.open(w, { title: 'Handbook' });
    await site.addSection('Guide');
    await as(w.admin).patch(site.url(`/sections/${site.idOf('Guide')}`), { title: 'Manual' });
    const [latest, first] = await versionsOf(site.url());
    expect(latest.changes).toMatchObject([
      {
        action: 'updateSiteSection',
        summary: 'Changed the section “Manual” of the site “Handbook”.',
        user: { id: w.admin.id },
      },
    ]);
    expect(first.changes).toMatchObject([{ action: 'createSiteSection', user: { id: w.creator.id } }]);
  });

  it('names what can’t come back', async () => {
    const site = await SiteEditor.open(w);
    for (const title of ['Guide', 'News']) await site.addSection(title);
    const spaceId = await site.spaceIdOf('News/News');
    await as(w.creator).delete(site.url(`/sections/${site.idOf('News')}`));
    const { db } = await testApp();
    await db.updateTable('spaces').set({ deleted_at: new Date() }).where('id', '=', spaceId).execute();
    const [latest] = await versionsOf(site.url());
    const { body } = await as(w.creator).post(site.url(`/structure/versions/${latest.id}/restore`), {});
    expect(body).toMatchObject({
      draft: { changes: [] },
      missing: [
        'A space that was deleted can’t come back.',
        'The section “News” can’t come back without a space.',
      ],
    });
  });

  it('is not put over a draft that has changes', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guide');
    const [latest] = await versionsOf(site.url());
    await as(w.creator).post(site.url('/structure/draft/changes'), {
      summary: 'Renamed Guide',
      steps: [{ updateSiteSection: { siteSectionId: site.idOf('Guide'), body: { title: 'Manual' } } }],
    });
    const { status, body } = await as(w.creator).post(
      site.url(`/structure/versions/${latest.id}/restore`),
      {},
    );
    expect([status, body.error.message]).toEqual([409, 'The draft has changes. Apply or discard it first.']);
  });

  it('goes with its site', async () => {
    const site = await SiteEditor.open(w);
    await site.addSection('Guide');
    expect((await as(w.admin).delete(site.url())).status).toBe(205);
    const { db } = await testApp();
    const rows = await db
      .selectFrom('structure_version_rows')
      .selectAll()
      .where('site_id', '=', site.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
