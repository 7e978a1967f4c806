// @module-tag both-engines
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { createGrant, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, PUBLIC_URL, type Sender, testApp } from '#server/test/test-app.ts';
import { MAX_RANKED } from './found-spaces.queries.ts';

let w: OrganizationFixture;
let spaceId: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  const space = await createSpace({ organizationId: w.organization.id, title: 'Rivers' });
  spaceId = space.id;
  await writeContent(space, [
    { id: 'in-text', title: 'Sea', text: 'A word about the tide.\n\n## Shore\n\nSand.\n' },
    { id: 'in-heading', title: 'Coast', text: 'Rocks.\n\n## The tide\n\nTwice a day.\n' },
    { id: 'in-title', title: 'Tide', text: 'Water comes and goes.\n' },
    { id: 'hidden', title: 'Gruße aus dem Éstuary', hidden: true, description: 'Brackish', text: 'x\n' },
    { id: 'group', title: 'Weather group' },
  ]);
});

const inSpace = (query: string, sender: Sender = w.reader, more = '') =>
  as(sender).get(`/v1/spaces/${spaceId}/search?query=${encodeURIComponent(query)}${more}`);
const inOrganization = (query: string, sender: Sender = w.reader, more = '') =>
  as(sender).get(`${w.base}/search?query=${encodeURIComponent(query)}${more}`);
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe.each([
  ['searchSpace', inSpace],
  ['searchOrganization', inOrganization],
] as const)('%s', (_, search) => {
  it('needs a token', async () => {
    expect((await search('tide', anonymous)).status).toBe(401);
  });

  it.each([[''], ['   '], ['\t'], ['a'.repeat(513)], ['\0']])('rejects %j', async (query) => {
    const { status, body } = await search(query);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('query.query');
  });

  it('counts 512 characters by code point', async () => {
    expect((await search('👍'.repeat(512))).status).toBe(200);
    expect((await search('👍'.repeat(513))).status).toBe(400);
  });

  it('requires a query', async () => {
    const path = search === inSpace ? `/v1/spaces/${spaceId}` : w.base;
    expect((await as(w.reader).get(`${path}/search`)).status).toBe(400);
  });

  it('returns 404 to non-members and 403 to disabled members', async () => {
    expect((await search('tide', w.outsider)).status).toBe(404);
    expect((await search('tide', w.disabled)).status).toBe(403);
  });

  it.each([
    ["tide's"],
    ['tide & !sea'],
    ['<->'],
    [':*'],
    ["'"],
    ['\\'],
    ['%'],
    ['tide_%\\'],
    ['((('],
    ['"tide'],
    ['a:b:c'],
    ['\u202etide'],
    ['😀 tide'],
  ])('treats %j as words', async (query) => {
    expect((await search(query)).status).toBe(200);
  });

  it('accepts any input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), async (query) => {
        expect([200, 400]).toContain((await search(query)).status);
      }),
      { numRuns: 60 },
    );
  });
});

describe('searchSpace', () => {
  it('returns 404 where the caller cannot see the space', async () => {
    const closed = await createSpace({ organizationId: w.organization.id, defaultLevel: null });
    expect((await as(w.reader).get(`/v1/spaces/${closed.id}/search?query=a`)).status).toBe(404);
    expect((await as(w.reader).get('/v1/spaces/nothing/search?query=a')).status).toBe(404);
  });

  it('finds titles before headings before texts', async () => {
    const { body } = await inSpace('tide');
    expect(idsOf(body.items)).toEqual(['in-title', 'in-heading', 'in-text']);
    expect(body.count).toBe(3);
  });

  it('shows the parts that match', async () => {
    const { body } = await inSpace('tide');
    const app = `${PUBLIC_URL}/o/${w.organization.id}/spaces/${spaceId}/pages`;
    expect(body.items[0]).toEqual({
      id: 'in-title',
      title: 'Tide',
      path: 'tide',
      sections: [],
      urls: { app: `${app}/in-title` },
    });
    expect(body.items[1].sections).toEqual([
      {
        id: 'the-tide',
        title: 'The tide',
        path: 'coast#the-tide',
        body: 'Twice a day.',
        urls: { app: `${app}/in-heading#the-tide` },
      },
    ]);
    expect(body.items[2].sections).toEqual([
      {
        id: 'in-text',
        title: 'Sea',
        path: 'sea',
        body: 'A word about the tide.',
        urls: { app: `${app}/in-text` },
      },
    ]);
  });

  it('ignores case and accents, matches the last word by prefix, requires all words', async () => {
    const idsFor = async (query: string) => idsOf((await inSpace(query)).body.items);
    expect(await idsFor('GRUSSE estu')).toEqual(['hidden']);
    expect(await idsFor('brack')).toEqual(['hidden']);
    expect(await idsFor('weather')).toEqual(['group']);
    expect(await idsFor('word tid')).toEqual(['in-text']);
    expect(await idsFor('wor tide')).toEqual([]);
    expect(await idsFor('nothing tide')).toEqual([]);
  });

  it('paginates', async () => {
    const all = idsOf((await inSpace('tide')).body.items);
    const paginated: string[] = [];
    for (let page = ''; ;) {
      const { body } = await inSpace('tide', w.reader, `&limit=1${page}`);
      expect(body.count).toBe(3);
      paginated.push(...idsOf(body.items));
      if (!body.next) break;
      page = `&page=${body.next.page}`;
    }
    expect(paginated).toEqual(all);
    const { body } = await inSpace('tide', w.reader, '&limit=1');
    expect((await inSpace('water', w.reader, `&page=${body.next.page}`)).status).toBe(400);
  });
});

/** The spaces that a search finds, read page by page, and as many as it says. */
async function allPages(query: string, limit: number): Promise<string[]> {
  const foundIds: string[] = [];
  for (let page = ''; ;) {
    const { body } = await inOrganization(query, w.reader, `&limit=${limit}${page}`);
    foundIds.push(...idsOf(body.items));
    if (!body.next) {
      expect(body.count).toBe(foundIds.length);
      return foundIds;
    }
    page = `&page=${body.next.page}`;
  }
}

describe('searchOrganization', () => {
  it('groups pages by space, best first', async () => {
    const otherSpace = await createSpace({ organizationId: w.organization.id, title: 'Moors' });
    await writeContent(otherSpace, [{ id: 'moor', title: 'Moor', text: 'Far from any estuary.\n' }]);
    const { body } = await inOrganization('estuary');
    expect(body).toMatchObject({
      count: 2,
      items: [
        { id: spaceId, title: 'Rivers', pages: [{ id: 'hidden' }] },
        {
          id: otherSpace.id,
          title: 'Moors',
          pages: [{ id: 'moor', sections: [{ body: 'Far from any estuary.' }] }],
        },
      ],
    });
  });

  it('shows the ten best pages of a space', async () => {
    const space = await createSpace({ organizationId: w.organization.id });
    const pages = Array.from({ length: 12 }, (_, index) => ({ title: `Plenty ${index}`, text: 'a\n' }));
    await writeContent(space, pages);
    const { body } = await inOrganization('plenty');
    expect(body.items[0].pages).toHaveLength(10);
  });

  it('lists the spaces by their best page, for any number of matches and every viewer', async () => {
    const { db } = await testApp();
    const places = ['title', 'heading', 'text', 'twice', 'longer', 'none'] as const;
    const pageWith = (place: (typeof places)[number], word: string) => ({
      title: place === 'title' ? `The ${word}` : 'Page',
      text: {
        title: 'Text.\n',
        heading: `Text.\n\n## The ${word}\n\nText.\n`,
        text: `A ${word} in a text.\n`,
        twice: `A ${word} and a ${word}.\n`,
        longer: `Many ${word}s.\n`,
        none: 'Nothing.\n',
      }[place],
    });
    const someSpaces = fc.array(
      fc.record({
        isVisible: fc.boolean(),
        pages: fc.array(fc.tuple(fc.constantFrom(...places), fc.integer({ min: 1, max: 14 })), {
          maxLength: 2,
        }),
      }),
      { minLength: 1, maxLength: 8, size: 'max' },
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(someSpaces, fc.integer({ min: 1, max: 3 }), async (spaces, limit) => {
        runs += 1;
        const word = `ordered${runs}x`;
        for (const { isVisible, pages } of spaces) {
          const space = await createSpace({
            organizationId: w.organization.id,
            defaultLevel: isVisible ? 'read' : null,
          });
          await writeContent(
            space,
            pages.flatMap(([place, count]) => Array.from({ length: count }, () => pageWith(place, word))),
          );
        }
        const { rows } = await sql<{ id: string }>`
          select spaces.id from spaces join search_pages on search_pages.space_id = spaces.id
          where spaces.organization_id = ${w.organization.id} and spaces.resolved_level = 1
            and words @@ ${`'${word}':*`}::tsquery
          group by spaces.id
          order by max((ts_rank(words, ${`'${word}':*`}::tsquery) * 1000000)::int) desc, spaces.id desc`.execute(
          db,
        );
        expect(await allPages(word, limit)).toEqual(rows.map(({ id }) => id));
      }),
      { numRuns: 20 },
    );
  });

  it('lists spaces by their ids where too many pages match to rank them', async () => {
    const many = Array.from({ length: MAX_RANKED + 1 });
    const spaceWith = async (...pages: { title: string; text: string }[]) => {
      const space = await createSpace({ organizationId: w.organization.id });
      await writeContent(space, pages);
      return space.id;
    };
    const byId = (...ids: string[]) => ids.toSorted().toReversed();
    const inText = { title: 'Page', text: 'A lighthouse.\n' };
    const inTitle = { title: 'Buoys', text: 'Text.\n' };
    const heading = await spaceWith({ title: 'Page', text: '## The lighthouse\n' });
    const title = await spaceWith({ title: 'Lighthouse', text: 'Text.\n' });
    const unranked = [
      await spaceWith({ title: 'Page', text: 'A lighthouse and a lighthouse. Buoys.\n' }),
      await spaceWith({ title: 'Page', text: 'A lighthouse. Buoys and buoys.\n' }, inTitle),
      await spaceWith(...many.map(() => inText)),
    ];
    expect(await allPages('lighthouse', 2)).toEqual([title, heading, ...byId(...unranked)]);
    const titles = [unranked[1] ?? '', await spaceWith(...many.map(() => inTitle))];
    const twice = await spaceWith({ title: 'Page', text: 'Buoys and buoys.\n' });
    expect(await allPages('buoys', 2)).toEqual([...byId(...titles), twice, unranked[0]]);
    expect(await allPages('buoys', 1)).toEqual([...byId(...titles), twice, unranked[0]]);
  });

  it('continues in the same order when words become frequent in between', async () => {
    const texts = ['Kelp, kelp and kelp.\n', 'Kelp and kelp.\n', 'Kelp.\n'];
    const spaces: string[] = [];
    for (const text of texts) {
      const space = await createSpace({ organizationId: w.organization.id });
      await writeContent(space, [{ title: 'Page', text }]);
      spaces.push(space.id);
    }
    const first = await inOrganization('kelp', w.reader, '&limit=1');
    const space = await createSpace({ organizationId: w.organization.id });
    const page = { title: 'Page', text: 'Kelp, kelp, kelp and kelp.\n' };
    await writeContent(
      space,
      Array.from({ length: MAX_RANKED + 1 }, () => page),
    );
    const next = await inOrganization('kelp', w.reader, `&limit=5&page=${first.body.next.page}`);
    expect([...idsOf(first.body.items), ...idsOf(next.body.items)]).toEqual(spaces);
  });

  it('finds only what the caller can see', async () => {
    const { reader, guest, creator, admin, owner, outsider } = w;
    const levels = [null, 'read', 'comment', 'inherit'] as const;
    const spaces = await Promise.all(
      levels.map((defaultLevel) => createSpace({ organizationId: w.organization.id, defaultLevel })),
    );
    const granted = await createSpace({ organizationId: w.organization.id, defaultLevel: null });
    await createGrant({
      organizationId: w.organization.id,
      spaceId: granted.id,
      teamId: w.team.id,
      level: 'read',
    });
    const deletedSpace = await createSpace({ organizationId: w.organization.id, deletedAt: new Date() });
    const otherSpace = await createSpace({ organizationId: outsider.organizationId });
    const all = [...spaces, granted, deletedSpace, otherSpace];
    for (const space of all) await writeContent(space, [{ title: 'Secretword', text: 'secretword\n' }]);
    for (const sender of [reader, guest, creator, admin, owner]) {
      const { body } = await inOrganization('secretwo', sender);
      const emptyIds = [];
      for (const { id } of all) {
        const { status, body: space } = await as(sender).get(`/v1/spaces/${id}`);
        if (status === 200 && space.organization === w.organization.id) emptyIds.push(id);
      }
      expect(idsOf(body.items).toSorted()).toEqual(emptyIds.toSorted());
      expect(body.count).toBe(emptyIds.length);
    }
  });
});

describe.each(['searchSpace', 'searchOrganization'])('%s, as people type', (operation) => {
  let titlesOf: (query: string) => Promise<string[]>;
  beforeAll(async () => {
    const { organization, base, reader } = await createOrganizationFixture();
    const space = await createSpace({ organizationId: organization.id, title: 'Typed' });
    await writeContent(space, [
      { title: 'Sending', text: 'You send an e-mail to the harbourmaster.\n' },
      { title: 'Harbourmasters', text: 'They answer.\n' },
      { title: '环境', text: '在生产环境中部署应用。\n' },
      { title: '部署', text: '生产环境部署。\n' },
      { title: 'Настройка', text: 'Запустите сервер.\n' },
    ]);
    const path = operation === 'searchSpace' ? `/v1/spaces/${space.id}` : base;
    titlesOf = async (query) => {
      const { body } = await as(reader).get(`${path}/search?query=${encodeURIComponent(query)}`);
      const items: { title: string; pages?: { title: string }[] }[] = body.items;
      return items.flatMap(({ title, pages }) => pages?.map((page) => page.title) ?? [title]);
    };
  });

  it('finds other forms of a word and words without their signs', async () => {
    expect(await titlesOf('email')).toEqual(['Sending']);
    expect(await titlesOf('emails answer')).toEqual([]);
    expect(await titlesOf('sends emails')).toEqual(['Sending']);
    expect(await titlesOf('сервера')).toEqual(['Настройка']);
  });

  it('finds whole runs before those of which a pair is missing', async () => {
    expect(await titlesOf('生产环境部署')).toEqual(['部署', '环境']);
  });

  it('finds words with a wrong letter, titles first, only where the typed word finds nothing', async () => {
    expect(await titlesOf('harbormaster')).toEqual(['Harbourmasters', 'Sending']);
    expect(await titlesOf('harbourmastars')).toEqual(['Harbourmasters']);
    expect(await titlesOf('sinding')).toEqual(['Sending']);
    expect(await titlesOf('sandwich')).toEqual([]);
  });
});

it('continues a list of pages with a wrong letter', async () => {
  const space = await createSpace({ organizationId: w.organization.id });
  await writeContent(
    space,
    ['One', 'Two', 'Three'].map((title) => ({ title, text: 'A breakwater.\n' })),
  );
  const pageOf = (more: string) =>
    as(w.reader).get(`/v1/spaces/${space.id}/search?query=breakwatar&limit=1${more}`);
  const listed: string[] = [];
  for (let page = ''; ;) {
    const { body } = await pageOf(page);
    expect(body.count).toBe(3);
    listed.push(...body.items.map(({ title }: { title: string }) => title));
    if (!body.next) break;
    page = `&page=${body.next.page}`;
  }
  expect(listed.toSorted()).toEqual(['One', 'Three', 'Two']);
});
