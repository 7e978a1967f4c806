// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** An organization of its own with a site and a guide of one page. */
async function openGuide() {
  w = await createOrganizationFixture();
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  const { spaceId, pages } = await site.write('Guide/Guide', [{ title: 'Welcome', text: 'Hello.\n' }]);
  return { site, spaceId, pageId: pages[0]?.id ?? '', named: { id: site.id, title: 'Tide docs' } };
}

const ask = async (member = w.creator) => (await as(member).get(`${w.base}/reader-attention`)).body;

async function dayBefore(days: number): Promise<string> {
  const { clock } = await testApp();
  return new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
}

interface Searched {
  words: string | null;
  searches: number;
  withoutResult: number;
  daysAgo?: number;
  reader?: string;
}

async function addSearches(
  siteId: string,
  { words, searches, withoutResult, daysAgo = 0, reader }: Searched,
) {
  const { db } = await testApp();
  await sql`insert into site_searches (site_id, day, reader, words_key, words, searches, without_result, opened, ranked,
      rank_sum, visitors)
    values (${siteId}, ${await dayBefore(daysAgo)}::date, ${reader ?? 'people'}, ${Buffer.from(words ?? '')}, ${words},
      ${searches}, ${withoutResult}, 0, 0, 0, 3)`.execute(db);
}

async function addRequests(siteId: string, path: string, requests: number, daysAgo = 0) {
  const { db } = await testApp();
  await sql`insert into site_missing_paths (site_id, day, path, referrer, reader, requests)
    values (${siteId}, ${await dayBefore(daysAgo)}::date, ${path}, '', 'people', ${requests})`.execute(db);
}

/** A link of a page that leads nowhere, as the checks of some sites found it. */
async function addDeadLink(siteIds: readonly string[], spaceId: string, pageId: string) {
  const { db, clock } = await testApp();
  const now = clock.now();
  const url = `https://gone.example/${siteIds.join('/')}`;
  const target = { host: 'gone.example', is_dead: true, problem: 'It answers 404.', failures: 1 };
  await db
    .insertInto('link_targets')
    .values({ url, ...target, asked_at: now, next_ask_at: now, seen_at: now })
    .execute();
  for (const siteId of siteIds)
    await db
      .insertInto('site_findings')
      .values({
        ...{ id: newId(), site_id: siteId, kind: 'dead-link', position: 0, space_id: spaceId },
        ...{ page_space_id: null, item_id: null, page_id: pageId, file_id: null, content_id: null },
        ...{ title: 'Welcome', path: 'welcome', line: 3, detail: url, url },
      })
      .execute();
}

describe('what readers miss', () => {
  it('are words without a result the last time, with the space to write about them in', async () => {
    const { site, spaceId, named } = await openGuide();
    await addSearches(site.id, { words: 'bolts', searches: 2, withoutResult: 2, daysAgo: 6 });
    await addSearches(site.id, { words: 'bolts', searches: 3, withoutResult: 3 });
    await addSearches(site.id, { words: 'bolts', searches: 9, withoutResult: 9, reader: 'crawlers' });
    await addSearches(site.id, { words: null, searches: 4, withoutResult: 4 });
    await addSearches(site.id, { words: 'nuts', searches: 4, withoutResult: 4, daysAgo: 7 });
    // Somebody has written about them since.
    await addSearches(site.id, { words: 'tides', searches: 4, withoutResult: 4, daysAgo: 2 });
    await addSearches(site.id, { words: 'tides', searches: 4, withoutResult: 1, daysAgo: 1 });
    expect((await ask()).searches).toEqual([
      {
        site: named,
        words: 'bolts',
        count: 5,
        space: { id: spaceId, title: 'Guide', emoji: expect.anything() },
      },
    ]);
  });

  it('are addresses that led nowhere, until they are redirected', async () => {
    const { site, named } = await openGuide();
    await addRequests(site.id, '/lost', 2);
    await addRequests(site.id, '/lost', 1, 3);
    await addRequests(site.id, '/tried', 2);
    await addRequests(site.id, '/long-ago', 5, 8);
    await addRequests(site.id, '/old/page', 4);
    expect((await ask()).addresses).toEqual([
      { site: named, path: '/old/page', count: 4 },
      { site: named, path: '/lost', count: 3 },
    ]);
    for (const source of ['/Lost', '/old/*'])
      await site.creator.post(site.url('/redirects'), { source, target: '/welcome' });
    expect((await ask()).addresses).toEqual([]);
  });

  it('are pages that did not help, until somebody deals with it', async () => {
    const { site, spaceId, pageId, named } = await openGuide();
    const { db, clock } = await testApp();
    const answer = async (isHelpful: boolean, daysAgo: number, page = pageId) => {
      const id = newId();
      const at = new Date(clock.now().getTime() - daysAgo * DAY_MS);
      const place = { site_id: site.id, site_space_id: site.idOf('Guide/Guide'), page_id: page };
      const said = { language: 'en', is_helpful: isHelpful, sentence: '', state: 'open' as const, at };
      await db
        .insertInto('page_feedback')
        .values({ id, ...place, ...said })
        .execute();
      return id;
    };
    const first = await answer(false, 1);
    await answer(false, 2);
    await answer(true, 1);
    await answer(false, 31);
    await answer(false, 1, newId());
    const page = { id: pageId, title: 'Welcome', path: 'welcome', spaceId };
    expect((await ask()).pages).toEqual([{ site: named, page, count: 2 }]);
    await site.creator.patch(site.url(`/page-feedback/${first}`), { state: 'dismissed' });
    expect((await ask()).pages).toEqual([{ site: named, page, count: 1 }]);
    await db
      .updateTable('spaces')
      .set({ default_level: 0, resolved_level: 0 })
      .where('id', '=', spaceId)
      .execute();
    const other = await createMember({ organizationId: w.organization.id, role: 'create' });
    expect(await ask(other)).toMatchObject({ pages: [], links: [] });
  });

  it('are links that lead nowhere, each once', async () => {
    const { site, spaceId, pageId } = await openGuide();
    const other = await SiteEditor.open(w, { title: 'Harbour docs', published: true });
    await addDeadLink([site.id, other.id], spaceId, pageId);
    const { links } = await ask();
    expect(links).toMatchObject([
      { kind: 'dead-link', page: { id: pageId }, line: 3, problem: 'It answers 404.' },
    ]);
  });

  it('names no page, link or space that the member may not read', async () => {
    const { site, spaceId, pageId, named } = await openGuide();
    const { db, clock } = await testApp();
    await addSearches(site.id, { words: 'bolts', searches: 2, withoutResult: 2 });
    await addDeadLink([site.id], spaceId, pageId);
    const place = { site_id: site.id, site_space_id: site.idOf('Guide/Guide'), page_id: pageId };
    const said = { language: 'en', is_helpful: false, sentence: '', state: 'open' as const };
    await db
      .insertInto('page_feedback')
      .values({ id: newId(), ...place, ...said, at: clock.now() })
      .execute();
    const other = await createMember({ organizationId: w.organization.id, role: 'create' });
    const space = { id: spaceId };
    expect(await ask(other)).toMatchObject({ searches: [{ space }], pages: [{}], links: [{}] });
    const hidden = { default_level: 0, resolved_level: 0 };
    await db.updateTable('spaces').set(hidden).where('id', '=', spaceId).execute();
    expect(await ask(other)).toEqual({
      object: 'reader-attention',
      searches: [{ site: named, words: 'bolts', count: 2 }],
      ...{ addresses: [], pages: [], links: [] },
    });
  });

  it('are nothing in an organization without sites', async () => {
    w = await createOrganizationFixture();
    expect(await ask()).toEqual({
      ...{ object: 'reader-attention', searches: [], addresses: [], pages: [], links: [] },
    });
  });
});
