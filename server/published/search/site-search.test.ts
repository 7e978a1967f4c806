// @module-tag both-engines
import { beforeAll, describe, expect, it } from 'vitest';
import { catchUpIndex } from '#server/content/stored/index-space.ts';
import type { PageFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

interface Found {
  title: string;
  url: string;
  path: string[];
  excerpt: { text: string; isMatch: boolean }[];
}

async function openSite(pages: PageFields[]) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  const { spaceId } = await site.write('Guide/Guide', pages);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const search = async (text: string): Promise<Found[]> => {
    const url = `${base}~/search?q=${encodeURIComponent(text)}`;
    const { status, body } = await fetchPage(url, { accept: 'application/json' });
    expect(status).toBe(200);
    return JSON.parse(body).results;
  };
  const titles = async (text: string) => (await search(text)).map(({ title }) => title);
  return { site, spaceId, base, search, titles };
}

describe('a visitor who searches', () => {
  it('finds titles first, then headings, then texts, and gets to the heading', async () => {
    const { base, search } = await openSite([
      { title: 'In the text', text: `Use marmalade. ${'More marmalade. '.repeat(50)}\n` },
      { title: 'In a heading', text: 'Hello.\n\n## Orange marmalade\n\nSpread it.\n' },
      { title: 'Marmalade', text: 'Nothing here.\n' },
      { title: 'Elsewhere', text: 'Jam.\n' },
    ]);
    const results = await search('marmalade');
    expect(results.map(({ title, url }) => [title, url])).toEqual([
      ['Marmalade', `${base}marmalade`],
      ['In a heading', `${base}in-a-heading#orange-marmalade`],
      ['In the text', base],
    ]);
    expect(results[1]?.path).toEqual(['Guide', 'Orange marmalade']);
  });

  it('finds them first also where more texts have the word than are ranked', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({
      title: `Sheet ${index}`,
      text: 'The tide comes in.\n',
    }));
    const { titles } = await openSite([
      ...many,
      { title: 'High water', text: 'Hello.\n\n## The tide\n\nIt goes.\n' },
      { title: 'Tide', text: 'It comes.\n' },
    ]);
    const foundTitles = await titles('tide');
    expect(foundTitles.slice(0, 2)).toEqual(['Tide', 'High water']);
    expect(foundTitles).toHaveLength(20);
  });

  it('finds with a word of the title what the text says too', async () => {
    const { titles } = await openSite([
      { title: 'Install', text: 'On Windows, use the arrow.\n' },
      { title: 'Windows', text: 'Open them.\n' },
      { title: 'Install it', text: 'On Linux.\n' },
    ]);
    expect(await titles('install windows')).toEqual(['Install']);
  });

  const pages: PageFields[] = [
    { title: 'Café', text: 'Naïve façade in Århus, Łódź and Straße 5.\n' },
    { title: 'Ångström', text: 'ﬁnally ﬂows. ΟΔΟΣ. İstanbul.\n' },
    { title: '東京都の潮位', text: '潮が満ちる。カタカナとひらがな。\n' },
    { title: 'ภาษาไทย', text: 'น้ำขึ้นน้ำลง\n' },
    { title: 'Half width', text: 'ﾀｲﾄﾞ and ＴＩＤＥ.\n' },
    { title: 'Heading', text: '## Zürcher Geschnetzeltes\n\nWith cream.\n' },
    { title: 'Arabic', text: 'المد والجزر\n' },
  ];
  const queries = [
    ...['cafe', 'CAFÉ', 'cafè', 'naive', 'facade', 'arhus', 'Łodz', 'lodz', 'strasse', 'straße', 'angstrom'],
    ...[
      'ångström',
      'finally',
      'flows',
      'οδος',
      'istanbul',
      '東京',
      '京都',
      '潮',
      '満ちる',
      'カタカナ',
      'ひら',
    ],
    ...['น้ำ', 'ภาษา', 'タイド', 'tide', 'zurcher', 'geschnetz', 'المد', 'والجزر', 'cream', 'nothing at all'],
  ];

  it('finds with accents, ligatures and scripts without spaces what members find in the console', async () => {
    const { spaceId, titles } = await openSite(pages);
    for (const query of queries) {
      const { body } = await as(w.admin).get(
        `/v1/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`,
      );
      const console: string[] = body.items.map(({ title }: Found) => title);
      expect({ query, found: (await titles(query)).toSorted() }).toEqual({
        query,
        found: console.toSorted(),
      });
      if (query !== 'nothing at all')
        expect({ query, count: console.length }).not.toEqual({ query, count: 0 });
    }
  });

  it('finds other forms of words in the language that the path names', async () => {
    const site = await SiteEditor.open(w, { title: 'Two languages', published: true });
    await site.addSection('Guide');
    await site.write('Guide/Guide', [{ title: 'Settings', text: 'Install a plugin. Haus.\n' }]);
    await site.addSiteSpace('Guide', 'de');
    await site.write('Guide/de', [{ title: 'Einstellungen', text: 'Das Haus am Hafen.\n' }]);
    // A second language makes the first path a language too.
    await site.addSiteSpace('Guide', 'fr');
    await site.write('Guide/fr', [{ title: 'Réglages', text: 'La configuration.\n' }]);
    await catchUpIndex((await testApp()).db);
    const search = async (text: string) => {
      const url = `/published/${w.organization.id}/${site.id}/~/search?q=${encodeURIComponent(text)}`;
      const { body } = await fetchPage(url, { accept: 'application/json' });
      const results: Found[] = JSON.parse(body).results;
      return results.map(({ title, excerpt }) => [
        title,
        excerpt.filter(({ isMatch }) => isMatch).map(({ text: word }) => word),
      ]);
    };
    expect(await search('installing')).toEqual([['Settings', ['Install']]]);
    expect(await search('Häuser')).toEqual([['Einstellungen', ['Haus']]]);
    expect(await search('Einstellung')).toEqual([['Einstellungen', []]]);
    expect(await search('configurations')).toEqual([['Réglages', ['configuration']]]);
  });

  it('finds whole runs first, and words with a wrong letter only where nothing else is found', async () => {
    const { search, titles } = await openSite([
      { title: '生产环境中部署', text: '应用。\n' },
      { title: '应用', text: '生产环境部署。\n' },
      { title: 'Breakwater', text: 'Send an e-mail.\n' },
    ]);
    expect(await titles('生产环境部署')).toEqual(['应用', '生产环境中部署']);
    expect(await titles('braekwater')).toEqual(['Breakwater']);
    expect((await search('email'))[0]?.excerpt).toEqual([
      { text: 'Send an ', isMatch: false },
      { text: 'e-mail', isMatch: true },
      { text: '.', isMatch: false },
    ]);
  });

  it('finds with a wrong letter what they see, whatever hidden pages say', async () => {
    const { titles } = await openSite([
      { title: 'Open', text: 'The breakwater.\n' },
      { title: 'Hidden', text: 'The breakwatar.\n', hidden: true },
    ]);
    expect(await titles('breakwatar')).toEqual(['Open']);
  });

  it('finds nothing that is hidden, and nothing of sections that they do not see', async () => {
    const { site, base, titles } = await openSite([
      { title: 'Open', text: 'The marmalade.\n' },
      {
        title: 'Hidden',
        text: 'The marmalade.\n',
        hidden: true,
        pages: [{ title: 'Below', text: 'Marmalade.\n' }],
      },
    ]);
    await site.addSection('Partners');
    await site.write('Partners/Partners', [{ title: 'Marmalade prices', text: 'Secret.\n' }]);
    expect(await titles('marmalade')).toEqual(['Marmalade prices', 'Open']);
    await site.creator.patch(site.url(`/sections/${site.idOf('Partners')}`), {
      condition: 'visitor.claims.isPartner',
    });
    await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
    expect(await titles('marmalade')).toEqual(['Open']);
    const missing = await fetchPage(`${base}marmalade-prices`);
    expect(missing.status).toBe(404);
    expect(missing.body).not.toContain('Marmalade prices');
    expect(missing.body).toContain('Open');
  });

  it('gets an answer to the longest and strangest texts', async () => {
    const { base, search, titles } = await openSite([{ title: 'Open', text: 'a b c d e f g 日本語の本\n' }]);
    const letters = (count: number, separator: string) =>
      Array.from({ length: count }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(separator);
    const strange = [
      'a '.repeat(100),
      letters(200, ''),
      letters(100, ' '),
      'x'.repeat(200),
      '👩‍👩‍👧‍👦'.repeat(20),
      `a${'\u0301'.repeat(199)}`,
      String.raw`!&|()<->:*'"\%_`.repeat(10),
      "'; drop table search_pages; --",
      '\u2028\ufffe',
    ];
    for (const text of strange) expect(await search(text)).toBeInstanceOf(Array);
    expect(await titles('a b c d e f g')).toEqual(['Open']);
    const long = await fetchPage(`${base}~/search?q=${'x'.repeat(201)}`);
    expect(long.status).toBe(400);
    expect(long.body).toContain('query.q');
    expect((await fetchPage(`${base}~/search?q=a%00`)).status).toBe(400);
  });
});

describe('many visitors who search at the same time', () => {
  it('are answered one after the other where the database has one connection, and all of them', async () => {
    const { base } = await openSite([{ title: 'Marmalade', text: 'Orange.\n' }]);
    const database = await sharedDatabase();
    const { app, close } = await startApp({ database });
    const { siteSearches } = app;
    const run = siteSearches.run.bind(siteSearches);
    let [running, most] = [0, 0];
    siteSearches.run = (key, work, options) =>
      run(
        key,
        async () => {
          running += 1;
          most = Math.max(most, running);
          return work().finally(() => (running -= 1));
        },
        options,
      );
    const headers = { accept: 'application/json' };
    const search = () => app.inject({ url: `${base}~/search?q=marmalade`, headers });
    const answers = await Promise.all(Array.from({ length: 12 }, search));
    for (const { statusCode, body } of answers) {
      expect([statusCode, JSON.parse(body).results.length]).toEqual([200, 1]);
    }
    expect(most).toBe(database.engine === 'pglite' ? 1 : 2);
    await close();
  });
});
