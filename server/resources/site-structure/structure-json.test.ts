import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role, SiteSection, SiteStructureItem } from '#api/generated/types.gen.ts';
import { createCollection, createGrant, createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, type Sender, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

async function read(person: Sender, url: string) {
  const { status, body } = await as(person).get(url);
  expect(status, url).toBe(200);
  return body;
}

function sectionsOf(items: readonly SiteStructureItem[]): SiteSection[] {
  return items.flatMap((item) => {
    if (item.object === 'site-section-group') return item.sections;
    return item.object === 'site-section' ? [item] : [];
  });
}

/** That what is kept in parts is what the lists return, which read every row each time. */
async function expectCurrent(site: SiteEditor, person: Sender) {
  const { structure } = await read(person, site.url('/structure'));
  const sections = await read(person, site.url('/sections?limit=100'));
  expect(sectionsOf(structure)).toEqual(sections.items);
  const siteSpaces = await read(person, site.url('/site-spaces?limit=1000'));
  const inner = sections.count === 0 ? structure : sectionsOf(structure).flatMap((each) => each.siteSpaces);
  expect(inner).toEqual(siteSpaces.items);
  return structure;
}

describe('a structure', () => {
  it('follows every change of what a reader sees of it', async () => {
    const w = await createOrganizationFixture();
    const site = await SiteEditor.open(w);
    for (const title of ['Guides', 'Help', 'News', 'Zebra']) await site.addSection(title);
    await site.addGroup('Group', 'Zebra', 'Help');
    await site.addSiteSpace('News', 'Second');
    const [guides, second] = [await site.spaceIdOf('Guides/Guides'), await site.spaceIdOf('News/Second')];
    const collection = await createCollection({ organizationId: w.organization.id, defaultLevel: 'edit' });
    const { creator } = site;
    const admin = as(w.admin);
    const section = (title: string) => site.url(`/sections/${site.idOf(title)}`);
    const spaceUser = `/v1/spaces/${second}/permissions/users/${w.reader.id}`;
    const grant = (fields: { userId?: string; teamId?: string; level: Role }) =>
      createGrant({ organizationId: w.organization.id, spaceId: second, ...fields });
    const team = `${w.base}/teams/${w.team.id}`;
    const changes: Record<string, () => Promise<{ status: number } | void>> = {
      'a title': () => creator.patch(section('Help'), { title: 'Support' }),
      'a path that is part of the URLs of others': () => creator.patch(section('News'), { path: 'now' }),
      publication: () => creator.post(site.url('/publish')),
      'another path': () => creator.patch(section('News'), { path: 'again' }),
      'the default section': () => creator.patch(site.url(), { defaultSiteSection: site.idOf('News') }),
      'the address of the site': () => admin.patch(site.url(), { basename: 'manual' }),
      'a lock': () => admin.patch(`/v1/spaces/${guides}`, { editMode: 'locked' }),
      'a title of a space': () => admin.patch(`/v1/spaces/${guides}`, { title: 'Renamed' }),
      'a place of a space': () => admin.post(`/v1/spaces/${guides}/move`, { parent: collection.id }),
      'a change request': () => admin.post(`/v1/spaces/${guides}/change-requests`, { subject: 'Shorter' }),
      'a level for everybody': () => admin.patch(`/v1/spaces/${guides}`, { defaultLevel: 'comment' }),
      'a grant to the reader': () => grant({ userId: w.reader.id, level: 'review' }),
      'another one': () => admin.patch(spaceUser, { role: 'edit' }),
      'its removal': () => admin.delete(spaceUser),
      'a grant to a team': () => grant({ teamId: w.team.id, level: 'create' }),
      'a member of the team': () => admin.put(`${team}/members`, { add: [w.reader.id] }),
      'a role': () => admin.patch(`${w.base}/members/${w.editor.id}`, { role: 'admin' }),
      'a moved site space': () => site.moveSiteSpace('News/Second', { before: 'News/News' }),
      'a moved section': () => site.moveSection('News', { before: 'Guides' }),
      'a site space in another section': () => site.moveSiteSpace('News/Second', { before: 'Guides/Guides' }),
      'a deleted default': () => admin.delete(`/v1/spaces/${guides}`),
      'its restoration': () => admin.post(`/v1/spaces/${guides}/restore`),
      'a new section': async () => void (await site.addSection('Last')),
      'a deleted one': () => creator.delete(section('Last')),
      'a group': () => creator.delete(site.url(`/section-groups/${site.idOf('Group')}`)),
    };
    const people = [w.admin, w.creator, w.editor, w.reader, w.owner];
    for (const [name, change] of Object.entries(changes)) {
      const before = await Promise.all(people.map((person) => expectCurrent(site, person)));
      const { status = 200 } = (await change()) ?? {};
      expect(status, name).toBeLessThan(300);
      const after = await Promise.all(people.map((person) => expectCurrent(site, person)));
      expect(after, name).not.toEqual(before);
      const groups = await read(w.reader, site.url('/section-groups'));
      expect(groups.items).toEqual(
        after[3].filter(({ object }: SiteStructureItem) => object === 'site-section-group'),
      );
      const published = await as(w.outsider).get(site.url('/published'));
      expect(published.status).toBe(name === 'a title' || name.startsWith('a path') ? 404 : 200);
      if (published.status === 200) {
        const current = await expectCurrent(site, w.outsider);
        expect(published.body.structure.structure).toEqual(current);
      }
    }
  });

  it('may be a list of more site spaces than are read at a time', async () => {
    const w = await createOrganizationFixture();
    const site = await SiteEditor.open(w);
    const { db } = await testApp();
    for (const title of ['First', 'Last']) await site.addSiteSpace(null, title);
    const [first, last] = await db
      .selectFrom('site_spaces')
      .selectAll()
      .where('site_id', '=', site.id)
      .orderBy('rank')
      .execute();
    if (!first || !last) throw new Error('The site has no site spaces.');
    for (let count = 0; count < 230; count += 1) {
      const space = await createSpace({ organizationId: w.organization.id, title: `Space ${count}` });
      const [id, rank] = [`${first.id}-${count}`, `${first.rank}5${String(count).padStart(3, '0')}`];
      const values = { ...first, id, rank, space_id: space.id, path: `space-${count}`, is_default: false };
      await db.insertInto('site_spaces').values(values).execute();
    }
    const structure = await expectCurrent(site, w.reader);
    expect(structure).toHaveLength(232);
    expect(structure[0]).toMatchObject({ title: 'First', default: true });
    await as(w.admin).delete(`/v1/spaces/${first.space_id}`);
    expect((await expectCurrent(site, w.reader))[0]).toMatchObject({ title: 'Space 0', default: true });
  });
});

describe('the reads of a structure', () => {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  let app: FastifyInstance;
  let close: () => Promise<void>;
  let w: OrganizationFixture;
  let site: SiteEditor;
  beforeAll(async () => {
    ({ app, close } = await startApp({ database: await sharedDatabase(counter) }));
    w = await createOrganizationFixture();
    site = await SiteEditor.open(w);
    for (const title of ['Guides', 'Help', 'News']) await site.addSection(title);
    await site.addGroup('Group', 'News');
  });
  afterAll(() => close());

  /** The statements of requests at the same time, and the tag of the last response. */
  async function countStatements(path: string, people: readonly { token: string }[], headers = {}) {
    const send = (url: string, { token }: { token: string }) =>
      app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });
    // The callers are cached from here on.
    for (const person of people) await send('/v1/user', person);
    count = 0;
    const responses = await Promise.all(people.map((person) => send(site.url(path), person)));
    const last = responses.at(-1);
    return { count, status: last?.statusCode, tag: last?.headers.etag };
  }

  it.each(['/structure', '/section-groups'])(
    'are two statements where nothing has changed: %s',
    async (path) => {
      const first = await countStatements(path, [w.admin]);
      expect(first.status).toBe(200);
      const again = await countStatements(path, [w.admin]);
      expect(again).toEqual({ ...first, count: 2 });
      const headers = { 'if-none-match': String(first.tag) };
      expect(await countStatements(path, [w.admin], headers)).toMatchObject({ count: 2, status: 304 });
    },
  );

  it('is shared by all who see the same', async () => {
    await countStatements('/structure', [w.reader]);
    // The owner of the team has the same role, and no grants either.
    expect(await countStatements('/structure', [w.owner])).toMatchObject({ count: 2, status: 200 });
  });

  it('is little where a section has moved', async () => {
    const before = await countStatements('/structure', [w.admin]);
    expect((await site.moveSection('Help', { before: 'Guides' })).status).toBe(200);
    const after = await countStatements('/structure', [w.admin]);
    expect(after.tag).not.toBe(before.tag);
    // The site, the versions, groups and sections, the one list, and the version once more.
    expect(after.count).toBe(5);
  });

  it('is read once for those who wait for it together', async () => {
    const crowd = Array.from({ length: 20 }, () => w.creator);
    await countStatements('/structure', [w.creator]);
    const { count: statements } = await countStatements('/structure', crowd);
    // The site: for the first one, and for all others. The structure: for the first one, for up to two that
    // begin together, and for all that wait in between.
    expect(statements).toBeLessThanOrEqual(2 + 4);
  });
});
