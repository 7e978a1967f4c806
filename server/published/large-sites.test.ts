/** The differences of large sites from small ones: trees without closed branches, texts in parts. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { fetchPage } from '#server/test/test-app.ts';
import { parsePage } from './testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const hrefs = (root: ParentNode, selector: string): (string | null)[] =>
  Array.from(root.querySelectorAll(selector), (link) => link.getAttribute('href'));

const chapters = (count: number, pagesOfEach: number): PageFields[] =>
  Array.from({ length: count }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    // Every second one is a group without text.
    ...(at % 2 === 0 && { text: `Chapter ${at + 1} begins.\n` }),
    pages: Array.from({ length: pagesOfEach }, (_unused, page) => ({
      title: `Page ${page + 1}`,
      text: `Text ${at + 1}.${page + 1}.\n`,
    })),
  }));

async function openSite(pages: PageFields[]) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility: 'public' });
  const { id } = await site.addSiteSpace(null, 'Guide');
  await site.write('Guide', pages);
  return { site, siteSpaceId: id, base: `/published/${w.organization.id}/${site.id}/` };
}

describe('the page tree of a large space', () => {
  it('has the open branches in the page, and all of them beside it', async () => {
    const { base, siteSpaceId } = await openSite([
      ...chapters(31, 10),
      { title: 'Elsewhere', pages: [{ title: 'Out', type: 'link', href: 'https://a.example/' }] },
    ]);
    const page = parsePage((await fetchPage(`${base}chapter-2/page-3`)).body);
    const opened = Array.from({ length: 10 }, (_, at) => `${base}chapter-2/page-${at + 1}`);
    const links = hrefs(page, '.tree a');
    expect(links.filter((url) => url?.includes('/page-'))).toEqual(expect.arrayContaining(opened));
    // One link for each other chapter, and the way out of a group that has no page to lead to.
    expect(links).toHaveLength(30 + 10 + 1);
    expect(links).toContain('https://a.example/');
    expect(links).toContain(`${base}chapter-4/page-1`);
    expect(Array.from(page.querySelectorAll('.tree details[hidden]'))).toHaveLength(30);

    const whole = page.querySelector('.tree')?.getAttribute('data-whole') ?? '';
    expect(whole).toBe(`${base}~/tree/${siteSpaceId}`);
    const answer = await fetchPage(whole);
    const tree = parsePage(answer.body);
    expect(hrefs(tree, 'a')).toHaveLength(16 + 310 + 1);
    for (const branch of Array.from(page.querySelectorAll('[data-branch]'))) {
      const id = branch.getAttribute('data-branch') ?? '';
      expect(hrefs(tree, `[data-branch="${id}"] ul a`)).toHaveLength(10);
    }
    const again = await fetchPage(whole, { 'if-none-match': String(answer.headers.etag) });
    expect([again.status, again.headers['x-robots-tag']]).toEqual([304, 'noindex']);
  });

  it('is in the page where it is small', async () => {
    const { base } = await openSite(chapters(4, 10));
    const page = parsePage((await fetchPage(base)).body);
    expect(Array.from(page.querySelectorAll('[data-whole], [data-branch], details[hidden]'))).toEqual([]);
    expect(hrefs(page, '.tree a')).toHaveLength(2 + 40);
  });
});

describe('the texts of all pages', () => {
  it('are in parts, each leading to the next, until the last', async () => {
    const { base } = await openSite(chapters(24, 10));
    const origin = 'http://bindery.test';
    const texts: string[] = [];
    let url: string | undefined = `${base}llms-full.txt`;
    while (url !== undefined) {
      const { status, headers, body } = await fetchPage(url);
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      texts.push(body);
      url = /^The text goes on in http:\/\/bindery\.test(\S+)$/m.exec(body)?.[1];
    }
    expect(texts).toHaveLength(3);
    const sources = texts.join('\n').match(/^Source: .*$/gm) ?? [];
    expect(sources).toHaveLength(12 + 240);
    expect(sources[0]).toBe(`Source: ${origin}${base}`);
    expect(texts[0]).toContain(`Source: ${origin}${base}chapter-1/page-1\n\n# Page 1\n\nText 1.1.\n`);
    expect(texts[2]).toContain('# Page 10\n\nText 24.10.\n');
    for (const none of ['4', '0', '01', 'x', '-1', '9999999']) {
      expect((await fetchPage(`${base}~/full-text/${none}.txt`)).status, none).toBe(404);
    }
    expect((await fetchPage(`${base}llms.txt`)).body).toContain(`(${origin}${base}llms-full.txt)`);
  });
});

/** Languages that a page names to search engines, and where its copies are. */
const alternatesOf = (page: ParentNode) =>
  new Map(
    Array.from(page.querySelectorAll('link[rel="alternate"][hreflang]'), (link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ]),
  );

describe('the languages of a section', () => {
  const languages = 'ar bg cs da de el es et fi fr ga hr hu it ja ko lt lv mt nl pl pt ro sk'.split(' ');

  async function openIn(names: readonly string[]) {
    const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility: 'public' });
    await site.addSection('Guide');
    for (const name of names) await site.addSiteSpace('Guide', name);
    for (const name of ['Guide', ...names]) {
      await site.write(`Guide/${name}`, [
        { title: 'Welcome', text: `Welcome, ${name}.\n` },
        // The last one does not have it.
        ...(name === names.at(-1) ? [] : [{ title: 'Install', text: `Install, ${name}.\n` }]),
      ]);
    }
    return { site, base: `/published/${w.organization.id}/${site.id}/` };
  }

  it('are named by each page, however many versions are beside them', async () => {
    const versions = Array.from({ length: 22 }, (_, at) => `v${at + 1}`);
    const { base } = await openIn([...versions, 'de', 'fr', 'it']);
    const origin = 'http://bindery.test';
    for (const path of ['install', 'de/install', 'v20/install']) {
      const alternates = alternatesOf(parsePage((await fetchPage(base + path)).body));
      expect([...alternates.keys()]).toEqual(['en', 'de', 'fr', 'x-default']);
      expect(alternates.get('fr')).toBe(`${origin}${base}fr/install`);
    }
  });

  it('are named by the sitemap where they are more than a page names', async () => {
    const { site, base } = await openIn(languages);
    const origin = 'http://bindery.test';
    for (const name of ['Guide/Guide', 'Guide/pl']) {
      const { status, body } = await fetchPage(`${base}~/sitemaps/${site.idOf(name)}.xml`);
      expect(status).toBe(200);
      const [welcome = '', install = ''] = body.match(/<url>.*?<\/url>/g) ?? [];
      const languagesOf = (entry: string) => [...entry.matchAll(/hreflang="([^"]+)"/g)].map(([, tag]) => tag);
      expect(languagesOf(welcome)).toEqual(['en', ...languages]);
      expect(languagesOf(install)).toEqual(['en', ...languages.slice(0, -1)]);
      expect(install).toContain(
        `<xhtml:link rel="alternate" hreflang="ro" href="${origin}${base}ro/install"/>`,
      );
    }
    const page = parsePage((await fetchPage(`${base}pl/install`)).body);
    expect(alternatesOf(page).get('en')).toBe(`${origin}${base}install`);
    const hidden = { condition: 'visitor.claims.isStaff' };
    await site.creator.patch(site.url(), { adaptiveContent: { enabled: true } });
    await site.creator.patch(site.url(`/site-spaces/${site.idOf('Guide/ko')}`), hidden);
    const { body } = await fetchPage(`${base}~/sitemaps/${site.idOf('Guide/pl')}.xml`);
    expect(body).toContain('hreflang="ja"');
    expect(body).not.toContain('hreflang="ko"');
  });
});

describe('a section with fifty variants', () => {
  it('keeps the page in each of them, and says where it is not there', async () => {
    const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility: 'public' });
    await site.addSection('Guide');
    const versionName = (at: number) => `v${at}`;
    const all = Array.from({ length: 49 }, (_, at) => versionName(at + 1));
    const pagesOf = (name: string) => [
      { title: 'Welcome', text: `Welcome to ${name}.\n` },
      // The last one does not have it.
      ...(name === versionName(49) ? [] : [{ title: 'Install', text: `Install ${name}.\n` }]),
    ];
    await site.write('Guide/Guide', pagesOf('the newest'));
    for (const name of all) {
      await site.addSiteSpace('Guide', name);
      await site.write(`Guide/${name}`, pagesOf(name));
    }
    const base = `/published/${w.organization.id}/${site.id}/`;
    const follow = async (url: string) => {
      const answer = await fetchPage(url);
      return answer.status === 302 ? String(answer.headers.location) : url;
    };
    for (const from of ['', 'v3/', 'v30/']) {
      const { body } = await fetchPage(`${base}${from}install`);
      const links = hrefs(parsePage(body), '.variants a').map(String);
      expect(links).toHaveLength(50);
      const targets = await Promise.all(links.map(follow));
      const expected = ['', ...all.map((name) => `${name}/`)].map((path) =>
        path === 'v49/' ? `${base}v49/?unavailable` : `${base}${path}install`,
      );
      expect(targets).toEqual(expected);
    }
    const first = hrefs(parsePage((await fetchPage(`${base}v30/`)).body), '.variants a').map(String);
    expect(await Promise.all(first.map(follow))).toContain(`${base}v49/`);
  });

  it('leads nowhere from another section, and to no hidden variant', async () => {
    const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility: 'public' });
    for (const title of ['Guide', 'Other']) await site.addSection(title);
    await site.addSiteSpace('Guide', 'v1');
    const { pages } = await site.write('Guide/Guide', [{ title: 'Welcome', text: 'Hi.\n' }]);
    const base = `/published/${w.organization.id}/${site.id}/`;
    const [from, to, other] = ['Guide/Guide', 'Guide/v1', 'Other/Other'].map((name) => site.idOf(name));
    const ask = async (target?: string) =>
      (await fetchPage(`${base}~/variants/${target}/${from}/${pages[0]?.id}`)).status;
    expect([await ask(to), await ask(other), await ask('none')]).toEqual([302, 404, 404]);
    const hidden = { condition: 'visitor.claims.isStaff' };
    await site.creator.patch(site.url(), { adaptiveContent: { enabled: true } });
    expect((await site.creator.patch(site.url(`/site-spaces/${to}`), hidden)).status).toBe(200);
    expect(await ask(to)).toBe(404);
  });
});
